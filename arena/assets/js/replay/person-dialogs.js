// The dialogs of a person who plays: the keys, and the question before they resign.

import { element } from "./dom.js";

const PLAY_KEYS = [
  [["1", "…", "9", "0"], "choose a card or another choice"],
  [["←", "→", "Tab"], "move among the choices; elsewhere, look back one ply"],
  [["Enter"], "choose"],
  [["Backspace", "u"], "take back a part of your choice"],
  [["h"], "ask for a hint, in practice games"],
  [["r"], "resign"],
  [["j", "l"], "look back one ply, forward one ply"],
  [["Home", "End"], "first ply; back to the game"],
  [["+", "-"], "faster, slower"],
  [["f", "m"], "full screen, sound"],
  [["?"], "this list"],
];

// Lists the keys of a person who plays in the help dialog.
export function explainKeys(help) {
  help.querySelector("dl").replaceChildren(...PLAY_KEYS.flatMap(([keys, text]) => {
    const written = keys.flatMap((key) => [key === "…" ? key : element("kbd", {}, key), " "]);
    return [element("dt", {}, ...written), element("dd", {}, text)];
  }));
}

// Returns a dialog that calls `resign()` when the person confirms.
export function resignDialog(resign) {
  const stay = element("button", { type: "submit" }, "Keep playing");
  const leave = element("button", { type: "submit", className: "leave", value: "resign" }, "Resign");
  const question = [element("h2", {}, "Resign this game?"), element("p", {}, "You lose it.")];
  const dialog = element("dialog", { ariaLabel: "Resign" }, element("form", { method: "dialog" }, ...question, stay, " ", leave));
  dialog.addEventListener("close", () => {
    const { returnValue } = dialog;
    dialog.returnValue = "";
    if (returnValue === "resign") resign();
  });
  return dialog;
}
