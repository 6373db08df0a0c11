// Where everything lies on a table of a given size: seats round it, hands as fans, the piles in the middle.
// Numbers only, in pixels; a slot is the middle of a card, its turn in degrees and its size.

const TALL = 1.4; // of a card, per width
const PLATE = 46; // height of the name below or above a hand
const EDGE = 10;
const BADGES = 34; // height of what is told below the piles
const GAP = 16; // between the stock and the discard pile
const RECENT = 6; // cards of the discard pile that are drawn
const LEANING = 1.3; // of a card, per width: room for the cards at both ends of a large hand, which lean over
const CROWD = 6; // seats from which on, without it, there is little room in the middle

// How many of the others sit at each side, by their number; the rest sit at the top.
const AT_A_SIDE = { wide: [0, 0, 0, 1, 1, 1, 2, 2], narrow: [0, 0, 0, 0, 2, 2, 3, 3] };

// The table for so many seats with one of them at the bottom.
export function layout(width, height, seats, bottom) {
  const narrow = width < 620;
  const low = Math.max(28, (height - 2 * (PLATE + EDGE) - BADGES - 8) / 4); // in a low frame: two hands and the piles
  const large = Math.round(Math.min(clamp(Math.min(width * 0.125, height * 0.155), 42, 112), low));
  const small = Math.round(large * (seats > 2 ? 0.66 : 0.8));
  const crowded = seats > CROWD;
  const spread = large * (crowded ? 0.16 : 0.26);
  const own = ownBox(width, height, large, crowded && !narrow ? sideColumn(width) : 0);
  const others = otherBoxes(width, own.y - large * TALL * 0.5, seats - 1, small, narrow);
  const reach = large + GAP / 2 + RECENT * spread / 2; // of the piles, to both sides of the middle
  return {
    large,
    narrow,
    spread,
    seats: Array.from({ length: seats }, (_, seat) => [own, ...others][(seat - bottom + seats) % seats]),
    centre: { x: width / 2, y: Math.round(middle(lowest(others, width / 2, reach), own.y - large * TALL * 0.5, large)) },
  };
}

// The middle of the piles between the hands above and below; where it is tight, so that the badges find room.
function middle(above, below, card) {
  const half = card * TALL * 0.5;
  return Math.max(above + half, Math.min((above + below) / 2, below - half - BADGES));
}

function ownBox(width, height, card, column) {
  const y = height - EDGE - PLATE - (card * TALL) / 2;
  const room = Math.min(width - 2 * (EDGE + column), 900);
  return { x: width / 2, y, width: room, card, plate: y + (card * TALL) / 2 + 4, own: true };
}

// How wide the hands at a side of a wide table are.
function sideColumn(width) {
  return Math.min(width * 0.27, 330);
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
  const column = narrow ? box : sideColumn(width);
  const left = rows(side, free, card, narrow, top > 2).map((y) => otherBox(EDGE + column / 2, y, column, card));
  const right = left.map((one) => ({ ...one, x: width - one.x }));
  const middle = Array.from({ length: top }, (_, n) => otherBox((width * (2 * n + 1 + (side ? 1 : 0))) / (2 * top + (side ? 2 : 0)), EDGE, box, card));
  return [...left.reverse(), ...middle, ...right];
}

// The upper edges of the seats at a side, from the top; `below`: all of them below those at the top.
function rows(count, free, card, narrow, below) {
  const high = PLATE + card * TALL;
  const last = free - high * (narrow ? 1 : 0.8) - EDGE;
  if (narrow) return Array.from({ length: count }, (_, n) => EDGE + n * Math.min(high + 12, last / Math.max(1, count - 1)));
  const first = Math.max(below ? EDGE + high + 4 : 0, last * (count === 1 ? 0.55 : 0.42));
  return [[], [first], [first, Math.max(first + high + 4, last * 0.92)]][count];
}

// The lower edge of those of the seats that reach into the middle of the table.
function lowest(boxes, x, reach) {
  const above = boxes.filter((box) => Math.abs(box.x - x) < reach + box.width / 2);
  return Math.max(0, ...above.map((box) => box.y + (box.card * TALL) / 2));
}

// The slots of a hand of so many cards.
export function fan(box, count) {
  const room = box.width - box.card * (count > 8 ? LEANING : 1);
  const step = Math.min(box.card * (box.own ? 0.72 : 0.5), room / Math.max(1, count - 1));
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
  const { large, centre, spread } = plan;
  const left = centre.x - (large + GAP + (RECENT - 1) * spread) / 2;
  const right = left + large + GAP;
  return {
    stock: Array.from({ length: stock }, (_, n) => slot(left - n * 1.5, centre.y - n * 1.5, large)),
    met: Array.from({ length: cut }, (_, n) => slot(right + n * large * 0.5, centre.y, large)),
    pile: Array.from({ length: recent }, (_, n) => slot(right + n * spread, centre.y, large)),
  };
}

function slot(x, y, size) {
  return { x, y, turn: 0, size };
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
