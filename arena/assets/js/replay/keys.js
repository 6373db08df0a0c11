// The keys of a replay: the command that each gives, with its argument.

const KEYS = {
  " ": ["toggle"], k: ["toggle"],
  ArrowLeft: ["back"], j: ["back"],
  ArrowRight: ["next"], l: ["next"],
  "[": ["roundBack"], "]": ["roundNext"],
  Home: ["first"], End: ["last"],
  n: ["markNext"], p: ["markBack"],
  N: ["gameNext"], P: ["gameBack"],
  "+": ["faster"], "=": ["faster"], "-": ["slower"],
  h: ["hide"], a: ["analysis"], b: ["seatings"], x: ["whatIf"], g: ["goTo"], c: ["copyLink"], f: ["fullScreen"], m: ["sound"], "?": ["help"], Escape: ["release"],
};
// The keys of a person who plays; null: the key has no meaning then.
const PLAYED = {
  ...KEYS,
  " ": null, k: null, n: null, p: null, N: null, P: null, a: null, b: null, x: null, g: null, c: null,
  Backspace: ["undo"], u: ["undo"], h: ["hint"], r: ["resign"],
};
const SHIFTED = { ArrowLeft: ["roundBack"], ArrowRight: ["roundNext"] };
const OWN = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]); // a slider handles these itself

// Returns the command of a pressed key as [name, argument]; null if the key is for the page or the focused element.
// `isPlayed`: a person plays at the table.
export function commandOf(event, isPlayed) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target;
  if (target.closest("dialog, select, textarea") || target.matches("input:not([type=range])")) return null;
  if (event.key === " " && target.closest("button, a")) return null;
  if (target.matches("input[type=range]") && OWN.has(event.key) && !event.shiftKey) return null;
  if (isPlayed && /^[0-9]$/.test(event.key)) return event.repeat ? null : ["choose", (Number(event.key) + 9) % 10];
  if (/^[0-8]$/.test(event.key)) return ["view", Number(event.key) - 1];
  return (event.shiftKey && SHIFTED[event.key]) || (isPlayed ? PLAYED : KEYS)[event.key] || null;
}
