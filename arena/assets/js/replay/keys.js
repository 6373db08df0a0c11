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
const SHIFTED = { ArrowLeft: ["roundBack"], ArrowRight: ["roundNext"] };
const OWN = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]); // a slider handles these itself

// Returns the command of a pressed key as [name, argument]; null if the key is for the page or the focused element.
export function commandOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target;
  if (target.closest("dialog, select, textarea") || target.matches("input:not([type=range])")) return null;
  if (event.key === " " && target.closest("button, a")) return null;
  if (target.matches("input[type=range]") && OWN.has(event.key) && !event.shiftKey) return null;
  if (/^[0-8]$/.test(event.key)) return ["view", Number(event.key) - 1];
  return (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key] || null;
}
