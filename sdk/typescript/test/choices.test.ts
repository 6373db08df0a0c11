// Choices: what `with` allows, their notation, and every way to decide them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Kind, NotAllowed, Suit, Word } from "../src/index.js";
import { card, choiceOf } from "./tables.js";

const JACK = choiceOf({
  card: card("JC"),
  suits: [Suit.CLUBS, Suit.SPADES],
  words: [Word.LAST_CARD, Word.SILENT],
});
const NINES = choiceOf({
  card: card("9C"),
  further: [card("9D"), card("9H"), card("9H")],
  least: 1,
  most: 2,
  targets: [1, 3],
});
const LIE = choiceOf({ card: card("9C"), claims: [card("7C"), card("9C")] });

test("what is open has the lowest value that is allowed", () => {
  assert.deepEqual([JACK.suit, JACK.word, JACK.target, JACK.claim], [Suit.CLUBS, Word.LAST_CARD, null, null]);
  assert.deepEqual(NINES.more, [card("9D")]);
});

test("with decides some fields and leaves the others", () => {
  const decided = JACK.with({ suit: Suit.SPADES }).with({ word: Word.SILENT, target: null });
  assert.deepEqual([decided.suit, decided.word], [Suit.SPADES, Word.SILENT]);
  assert.equal(JACK.suit, Suit.CLUBS);
});

test("with keeps the order of further cards", () => {
  assert.deepEqual(NINES.with({ more: [card("9H"), card("9D")] }).cards, [
    card("9C"),
    card("9H"),
    card("9D"),
  ]);
});

test("a card is true if it is the one claimed", () => {
  assert.deepEqual([LIE.isTrue, LIE.with({ claim: card("9C") }).isTrue, JACK.isTrue], [false, true, true]);
});

for (const [why, decide, says] of [
  [
    "a suit that is not allowed",
    () => JACK.with({ suit: Suit.HEARTS }),
    "suit HEARTS: this choice allows CLUBS SPADES",
  ],
  [
    "a word where none may be said",
    () => NINES.with({ word: Word.SILENT }),
    "word SILENT: this choice allows none",
  ],
  ["a seat that may not be aimed at", () => NINES.with({ target: 2 }), "target 2: this choice allows 1 3"],
  [
    "a claim that is not allowed",
    () => LIE.with({ claim: card("8C") }),
    "claim 8C: this choice allows 7C 9C",
  ],
  ["too few cards", () => NINES.with({ more: [] }), "more none: this choice allows 1 to 2 of 9D 9H 9H"],
  [
    "a card too often",
    () => NINES.with({ more: [card("9D"), card("9D")] }),
    "more 9D 9D: this choice allows 1 to 2 of 9D 9H 9H",
  ],
] as const) {
  test(`with refuses ${why}`, () => assert.throws(decide, new NotAllowed(says)));
}

for (const [choice, text] of [
  [choiceOf({ card: card("7H") }), "7H"],
  [JACK.with({ suit: Suit.SPADES }), "JC:S Mau"],
  [NINES, "9C+9D@1"],
  [LIE, "9C=7C"],
  [choiceOf({ card: card("AS"), words: [Word.MAU_MAU] }), "AS Mau-Mau"],
  [choiceOf({ kind: Kind.NAME_SUIT, suits: [Suit.HEARTS] }), "name:H"],
  [choiceOf({ kind: Kind.KEEP_CUT, card: card("XX") }), "keep"],
  [choiceOf({ kind: 99 as Kind }), "kind 99"],
] as const) {
  test(`the notation ${text}`, () => assert.equal(String(choice), text));
}

test("options are all ways, equal ones once", () => {
  assert.deepEqual([...JACK.options()].map(String), ["JC:C Mau", "JC:C", "JC:S Mau", "JC:S"]);
  const ways = ["9D", "9H", "9D 9H", "9H 9D", "9H 9H"];
  assert.deepEqual(
    [...NINES.waysToLay()].map((more) => more.join(" ")),
    ways,
  );
  assert.equal([...NINES.options()].length, 2 * ways.length);
});
