// The commands that keys and buttons give to a replay, by name.

import { SPEEDS } from "./clock.js";

export const COMMANDS = {
  first: (replay) => replay.go(0),
  back: (replay) => replay.go(replay.ply - 1),
  next: (replay) => replay.go(replay.ply + 1),
  last: (replay) => replay.go(replay.last),
  roundBack: (replay) => replay.go(replay.film.nextRound(replay.side, replay.shown, -1)),
  roundNext: (replay) => replay.go(replay.film.nextRound(replay.side, replay.shown, 1)),
  markBack: (replay) => replay.go(replay.film.nextMark(replay.side, replay.shown, -1, replay.mark)),
  markNext: (replay) => replay.go(replay.film.nextMark(replay.side, replay.shown, 1, replay.mark)),
  gameBack: (replay) => replay.openGame(replay.requestedGame - 1),
  gameNext: (replay) => replay.openGame(replay.requestedGame + 1),
  toggle: (replay) => (replay.playing ? replay.pause() : replay.play()),
  faster: (replay) => replay.setSpeed(SPEEDS[Math.min(SPEEDS.indexOf(replay.speed) + 1, SPEEDS.length - 1)]),
  slower: (replay) => replay.setSpeed(SPEEDS[Math.max(SPEEDS.indexOf(replay.speed) - 1, 0)]),
  view: (replay, seat) => replay.setSide(replay.film.sides.indexOf(seat < 0 ? replay.film.sides[0] : seat)),
  hide: (replay) => {
    const { sides } = replay.film;
    replay.setSide(typeof sides[replay.side] === "number" ? 0 : sides.indexOf(replay.bottom));
  },
  goTo: ({ parts: { goto } }) => {
    goto.focus(); // some browsers do not focus on select
    goto.select();
  },
  fullScreen: (replay) => {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.fullscreenEnabled) replay.requestFullscreen();
  },
  sound: (replay) => {
    replay.sound.toggle();
    replay.show();
  },
  dismiss: (replay) => {
    replay.result.dismiss();
    replay.show();
  },
  release: (replay) => replay.peek(null),
  seatings: (replay) => replay.seatings.toggle(),
  analysis: (replay) => replay.analysis.toggle(),
  analyse: (replay) => replay.analysis.load("POST"),
  whatIf: (replay) => replay.whatIf.toggle(),
  branch: (replay) => replay.whatIf.branch(),
  cancelBranch: (replay) => replay.whatIf.cancel(),
  branchTable: (replay) => replay.whatIf.toggleTable(),
  ask: (replay) => replay.whatIf.ask(),
  help: ({ parts: { help } }) => {
    help.showModal();
    help.querySelector("h2").focus(); // some browsers warn about a focus set by an attribute
  },
  share: (replay) => replay.openShare(),
  choose: ({ person }, number) => person.panel.press(number),
  undo: ({ person }) => person.undo(),
  hint: ({ person }) => person.hint(),
  resign: ({ person }) => person.resign(),
  copyLink: (replay) => replay.copyOut(replay.url, "Link copied"),
  copyEmbed: (replay) => replay.copyOut(replay.parts.embedCode.value, "Code copied"),
  copyBranch: (replay) => replay.copyOut(replay.parts.branchCommand.textContent, "Command copied"),
  copyAsk: (replay) => replay.copyOut(replay.parts.askCommand.textContent, "Command copied"),
  copyState: (replay) => replay.copyOut(replay.parts.state.textContent, "State copied"),
};
