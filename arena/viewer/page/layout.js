// Where everything lies on a table of a given size: seats round it, hands as fans, the piles in the middle.
// Numbers only, in pixels; a slot is the middle of a card, its turn in degrees and its size.

const TALL = 1.4; // of a card, per width
const PLATE = 46; // height of the name below or above a hand
const EDGE = 10;

// How many of the others sit at each side, by their number; the rest sit at the top.
const AT_A_SIDE = { wide: [0, 0, 0, 1, 1, 1, 2, 2], narrow: [0, 0, 0, 0, 2, 2, 3, 3] };

// The table for so many seats with one of them at the bottom.
export function layout(width, height, seats, bottom) {
  const narrow = width < 620;
  const large = Math.round(clamp(Math.min(width * 0.125, height * 0.155), 42, 112));
  const small = Math.round(large * (seats > 2 ? 0.66 : 0.8));
  const own = ownBox(width, height, large);
  const others = otherBoxes(width, own.y - large * TALL * 0.5, seats - 1, small, narrow);
  return {
    large,
    narrow,
    seats: Array.from({ length: seats }, (_, seat) => [own, ...others][(seat - bottom + seats) % seats]),
    centre: { x: width / 2, y: Math.round((lowest(others, width / 2, large * 1.8) + own.y - large * TALL * 0.5) / 2) },
  };
}

function ownBox(width, height, card) {
  const y = height - EDGE - PLATE - (card * TALL) / 2;
  return { x: width / 2, y, width: Math.min(width - 2 * EDGE, 900), card, plate: y + (card * TALL) / 2 + 4, own: true };
}

function otherBox(x, top, width, card) {
  return { x, y: top + PLATE + (card * TALL) / 2, width, card, plate: top, own: false };
}

// The others clockwise from the left of the bottom seat: up the left side, along the top, down the right side.
function otherBoxes(width, free, others, card, narrow) {
  const side = AT_A_SIDE[narrow ? "narrow" : "wide"][others];
  const top = others - 2 * side;
  const columns = narrow && side ? (top ? 3 : 2) : Math.max(top, 1) + (side ? 1 : 0);
  const box = Math.min((width - 2 * EDGE) / columns - 8, others === 1 ? 620 : 330);
  const column = narrow ? box : Math.min(width * 0.27, 330);
  const left = rows(side, free, card, narrow).map((y) => otherBox(EDGE + column / 2, y, column, card));
  const right = left.map((one) => ({ ...one, x: width - one.x }));
  const middle = Array.from({ length: top }, (_, n) => otherBox((width * (2 * n + 1 + (side ? 1 : 0))) / (2 * top + (side ? 2 : 0)), EDGE, box, card));
  return [...left.reverse(), ...middle, ...right];
}

// The upper edges of the seats at a side, from the top.
function rows(count, free, card, narrow) {
  const high = PLATE + card * TALL;
  const last = free - high * (narrow ? 1 : 0.8) - EDGE;
  if (narrow) return Array.from({ length: count }, (_, n) => EDGE + n * Math.min(high + 12, last / Math.max(1, count - 1)));
  return [[], [last * 0.55], [last * 0.42, last * 0.92]][count];
}

// The lower edge of those of the seats that reach into the middle of the table.
function lowest(boxes, x, reach) {
  const above = boxes.filter((box) => Math.abs(box.x - x) < reach + box.width / 2);
  return Math.max(0, ...above.map((box) => box.y + (box.card * TALL) / 2));
}

// The slots of a hand of so many cards.
export function fan(box, count) {
  const step = Math.min(box.card * (box.own ? 0.72 : 0.5), (box.width - box.card) / Math.max(1, count - 1));
  const bend = Math.min(box.own ? 2.2 : 3, 26 / Math.max(1, count));
  return Array.from({ length: count }, (_, number) => {
    const off = number - (count - 1) / 2;
    const sag = off * off * bend * step * 0.0087; // along the circle that the turns belong to
    return { x: box.x + off * step, y: box.y + Math.min(sag, box.card * 0.22), turn: off * bend, size: box.card };
  });
}

// The slots of the stock (as many as are drawn), of the last cards of the discard pile, the top last, and of the
// cards met in cutting.
export function piles(plan, stock, recent, cut = 0) {
  const { large, centre } = plan;
  const spread = large * 0.26;
  const left = centre.x - large * 0.5 - 8 - spread;
  return {
    stock: Array.from({ length: stock }, (_, n) => slot(left - n * 1.5, centre.y - n * 1.5, large)),
    met: Array.from({ length: cut }, (_, n) => slot(left + (n - 0.5) * large * 0.62, centre.y + large * 0.1, large)),
    pile: Array.from({ length: recent }, (_, n) => slot(left + large + 16 + n * spread, centre.y, large)),
  };
}

function slot(x, y, size) {
  return { x, y, turn: 0, size };
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
