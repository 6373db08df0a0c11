// Random numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../src/index.js";

const SEED = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

test("a seed gives the numbers of sfc32, computed apart", () => {
  const random = new Random(SEED);
  const numbers = Array.from({ length: 3 }, () => random.next() * 2 ** 32);
  assert.deepEqual(numbers, [1564154017, 2851447744, 2466906908]);
});

test("every number below the end comes up, about as often", () => {
  const random = new Random(SEED);
  const counts = new Array<number>(6).fill(0);
  for (let roll = 0; roll < 6000; roll++) counts[random.below(6)] += 1;
  assert.ok(
    counts.every((count) => count > 880 && count < 1120),
    counts.join(" "),
  );
});

test("shuffled has the same values and leaves the given ones", () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8];
  const mixed = new Random(SEED).shuffled(values);
  assert.notDeepEqual(mixed, values);
  assert.deepEqual([...mixed].sort(), values);
});
