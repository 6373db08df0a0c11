// Where everything lies on a table of a given size: seats round it, hands as fans, the piles in the middle.
// Numbers only, in pixels; a slot is the middle of a card, its turn in degrees and its size.

const TALL = 1.4; // of a card, per width
const PLATE = 46; // height of the name below or above a hand
const EDGE = 10;

// The table for so many seats with one of them at the bottom.
export function layout(width, height, seats, bottom) {
  const narrow = width < 620;
  const large = Math.round(clamp(Math.min(width * 0.125, height * 0.155), 42, 88));
  const small = Math.round(large * (seats > 2 ? 0.66 : 0.8));
  const others = seats - 1;
  const boxes = (narrow && others > 3 ? horseshoe : ellipse)(width, height, others, small, large);
  const upper = EDGE + PLATE + small * TALL;
  const lower = height - EDGE - PLATE - large * TALL;
  return {
    large,
    seats: Array.from({ length: seats }, (_, seat) => {
      const turn = (seat - bottom + seats) % seats;
      return turn ? boxes[turn - 1] : ownBox(width, height, large);
    }),
    centre: { x: width / 2, y: Math.round((upper + lower) / 2), radius: (lower - upper) / 2 },
  };
}

function ownBox(width, height, card) {
  const y = height - EDGE - PLATE - (card * TALL) / 2;
  return { x: width / 2, y, width: Math.min(width - 2 * EDGE, 760), card, plate: y + (card * TALL) / 2 + 4, own: true };
}

function otherBox(x, top, width, card) {
  return { x, y: top + PLATE + (card * TALL) / 2, width, card, plate: top, own: false };
}

// The others along the upper part of an ellipse, clockwise from the left of the bottom seat.
function ellipse(width, height, others, card, large) {
  const box = others === 1 ? Math.min(width - 2 * EDGE, 620) : Math.min(width * (width < 620 ? 0.33 : 0.27), 330);
  const high = PLATE + card * TALL;
  const across = width / 2 - box / 2 - EDGE;
  const down = (height - high - large * TALL - PLATE - 2 * EDGE) * 0.62;
  const spread = [0, 0, 52, 82, 92, 98, 102, 104][others];
  return Array.from({ length: others }, (_, number) => {
    const angle = others === 1 ? 0 : ((number / (others - 1)) * 2 - 1) * spread * (Math.PI / 180);
    return otherBox(width / 2 + across * Math.sin(angle), EDGE + down * (1 - Math.cos(angle)), box, card);
  });
}

// The others in columns at both sides, the odd one at the top: for narrow tables.
function horseshoe(width, height, others, card, large) {
  const side = Math.floor(others / 2);
  const box = width * (others % 2 ? 0.31 : 0.4);
  const free = height - large * TALL - PLATE - 2 * EDGE;
  const step = Math.min((free - PLATE - card * TALL) / Math.max(1, side - 1), PLATE + card * TALL + 14);
  const left = Array.from({ length: side }, (_, row) => otherBox(EDGE + box / 2, EDGE + row * step, box, card));
  const right = left.map((one) => ({ ...one, x: width - one.x }));
  const middle = others % 2 ? [otherBox(width / 2, EDGE, box, card)] : [];
  return [...left.reverse(), ...middle, ...right];
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

// The slots of the stock (as many as are drawn) and of the last cards of the discard pile, the top last.
export function piles(plan, stock, recent) {
  const { large, centre } = plan;
  const spread = large * 0.26;
  const left = centre.x - large * 0.5 - 8 - spread;
  return {
    stock: Array.from({ length: stock }, (_, n) => slot(left - n * 1.5, centre.y - n * 1.5, large)),
    pile: Array.from({ length: recent }, (_, n) => slot(left + large + 16 + n * spread, centre.y, large)),
  };
}

function slot(x, y, size) {
  return { x, y, turn: 0, size };
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
