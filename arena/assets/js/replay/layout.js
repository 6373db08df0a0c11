// The seat layout: where hands, names and piles lie on a table of a given size. It only computes numbers, in pixels.
// A slot is the place of a card: its middle, its turn in degrees and its width.

const TALL = 1.4; // height of a card, per width
const HANG = 0.15; // drop of a hand's ends below its middle, per width of a card
const LEAN = 1.2; // width of the leaning end cards of a hand, per width of a card
const MAX_TURN = 8; // degrees that the end cards of a hand lean
const PLATE = 43; // height of a name with its facts
const CHIP = 28; // height of a name with its number of cards
const MIN_CHIP = 92; // width of a chip
const NAME = 204; // width of a name next to its hand
const BADGE = 27; // height of a row of badges
const EDGE = 8; // free space at each edge of the table
const NEAR = 4; // gap between related parts
const APART = 6; // gap between other parts
const CLEAR = 10; // free space above and below the piles
const GAP = 16; // free space between the stock and the discard pile
const RAISED = 6; // how far the current player's hand is raised towards the middle of the table
const RECENT = 6; // cards of the discard pile that are drawn
const SPREAD = 0.32; // distance between two cards of the discard pile, per width of a card: a "10" stays readable
const LIFT = 0.08; // how much higher the cut card lies that a player decides about, per width of a card

const NO_ARROW = { width: 0, height: 0 };

const MAX_CARD = 130;
const MAX_CARD_BESIDE = 100; // where the hand lies beside the piles
const MIN_CARD = 20;
const SMALL = 0.66; // width of the opponents' cards, per width of the own ones
const MIN_HAND = 104; // width of an opponent's hand with its name
const MIN_HAND_CARD = 27; // width of the opponents' cards; smaller ones cannot be read

// How many opponents sit at the left and right side each, by the number of all opponents; the others sit at the top.
const AT_A_SIDE = { round: [0, 0, 0, 1, 1, 1, 2, 2], columns: [0, 0, 0, 0, 2, 2, 3, 3], row: [0, 0, 0, 0, 0, 0, 0, 0] };
const [MIN_FACING_HAND, MAX_FACING_HAND] = [3, 5.5]; // width of a hand next to its name, per width of a card
const MIN_ROUND = 620; // width of a table with opponents at its sides

// Returns the plan with the largest cards in which nothing overlaps. It has the opponents' hands if their cards are
// large enough to be read, else a chip (name and number of cards) for each. `bottom`: the seat at the bottom of the
// table. `apart`: its hand is below the table, and only its name is on it. The plan's `boxes` are the rectangles of all
// parts, with their names.
export function layout(width, height, seats, bottom, apart = false) {
  const others = seats - 1;
  const share = others > 1 ? SMALL : 0.8;
  const largest = (arrange, least) => {
    for (let card = Math.min(MAX_CARD, Math.round(width * 0.14)); card >= least; card -= 2) {
      const plan = arrange({ width, height, others, card, small: card * share, apart });
      if (fits(plan, width, height)) return plan;
    }
    return null;
  };
  const larger = (one, other, favour = 1) => ((other?.card ?? 0) > (one?.card ?? 0) * favour ? other : one);
  const least = MIN_HAND_CARD / share;
  const round = width < MIN_ROUND ? null : largest(aroundTable, least);
  const facing = apart || others > 1 || width < MIN_ROUND ? null : largest(faceToFace, MIN_HAND_CARD / SMALL);
  const plan =
    larger(larger(facing, round), larger(largest(above("columns"), least), largest(above("row"), least)), 1.18) ??
    larger(largest(handBelow, MIN_CARD), apart ? null : largest(handBeside, MIN_CARD)) ??
    handBelow({ width, height, others, card: MIN_CARD, apart });
  return { ...plan, seats: plan.seats.map((_, seat) => plan.seats[(seat - bottom + seats) % seats]) };
}

function fits({ boxes, seats, spare }, width, height) {
  return spare >= 0 && seats.every((seat) => !seat.card || seat.width >= MIN_HAND) && boxes.every((one, n) =>
    one.left >= 0 && one.top >= 0 && one.right <= width && one.bottom <= height && boxes.slice(n + 1).every((other) => !meet(one, other)));
}

function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

// --- arrangements: the first seat of each is the one at the bottom, the others follow clockwise ----------------

// Returns an arrangement with opponents at the top and at both sides, and the piles between them.
function aroundTable({ width, height, others, card, small, apart }) {
  const side = AT_A_SIDE.round[others];
  const top = others - 2 * side;
  const column = side ? Math.min(width * 0.27, 330) : 0;
  const inner = side ? column + EDGE + APART : EDGE; // width that the opponents take at each side
  const own = ownSeat(width, height, card, side > 1 ? inner : EDGE, apart);
  const room = top > 1 || !side ? width - 2 * EDGE : width - 2 * inner;
  const highest = topSeats(width, top, Math.min(room / (top + (side ? 1 : 0)) - APART, others === 1 ? 620 : 330), small, side);
  const begin = top > 1 ? EDGE + handHeight(small) + APART : EDGE;
  const left = stacked(side, begin, side > 1 ? height - EDGE : own.top - APART, small).map((y) => opponent(EDGE + column / 2, y, column, small));
  const right = left.map((one) => ({ ...one, x: width - one.x }));
  const area = middle(inner, width - inner, lowest(highest) + CLEAR, own.top - CLEAR, card);
  return planned(card, [own, ...left.reverse(), ...highest, ...right], area);
}

// Returns an arrangement of two players with each name to the left of its hand, which leaves more height for cards.
function faceToFace({ width, height, card }) {
  const small = card * SMALL;
  const hand = Math.min(width - 2 * (EDGE + NAME + APART), card * MAX_FACING_HAND);
  const beside = { x: width / 2, width: hand, nameAt: (width - hand - NAME) / 2 - APART, nameWidth: NAME, tall: PLATE };
  const seat = (top, size, own) => ({ ...beside, top, y: top + (size * TALL) / 2, card: size, plate: top + (size * TALL - PLATE) / 2, own });
  const seats = [seat(height - EDGE - card * (TALL + HANG), card, true), seat(EDGE, small, false)];
  const area = middle(EDGE, width - EDGE, lowest(seats.slice(1)) + CLEAR, seats[0].top - CLEAR, card);
  return planned(card, seats, hand < card * MIN_FACING_HAND ? { ...area, spare: -1 } : area);
}

// Returns a function that makes an arrangement with all opponents above the piles, in "columns" or in one "row".
function above(form) {
  return ({ width, height, others, card, small, apart }) => {
    const side = AT_A_SIDE[form][others];
    const top = others - 2 * side;
    const columns = side ? 2 + Math.min(top, 1) : top;
    const box = (width - 2 * EDGE - (columns - 1) * APART) / columns;
    const rows = Array.from({ length: side }, (_, n) => EDGE + n * (handHeight(small) + APART));
    const left = rows.map((y) => opponent(EDGE + box / 2, y, box, small));
    const right = left.map((one) => ({ ...one, x: width - one.x }));
    const highest = topSeats(width, top, box, small, side);
    const own = ownSeat(width, height, card, EDGE, apart);
    const area = middle(EDGE, width - EDGE, lowest([...highest, ...right]) + CLEAR, own.top - CLEAR, card);
    return planned(card, [own, ...left.reverse(), ...highest, ...right], area);
  };
}

// Returns an arrangement from top to bottom: the opponents as chips, the piles, the hand of the bottom seat.
function handBelow({ width, height, others, card, apart }) {
  const row = chips(width, others);
  const own = ownSeat(width, height, card, EDGE, apart);
  return planned(card, [own, ...row], middle(EDGE, width - EDGE, lowest(row) + CLEAR, own.top - CLEAR, card));
}

// Returns an arrangement with the opponents as chips, and below them the piles next to the bottom seat's hand.
function handBeside({ width, height, others, card: size }) {
  const card = Math.min(size, MAX_CARD_BESIDE);
  const row = chips(width, others);
  const piles = pilesWidth(card);
  const hand = Math.max(card * 3.2, Math.min(width - 2 * EDGE - GAP - piles, card * 5.5));
  const left = (width - piles - GAP - hand) / 2;
  const own = { ...ownSeat(width, height, card, 0), x: left + piles + GAP + hand / 2, width: hand };
  const area = middle(left, left + piles, lowest(row) + APART, height - EDGE, card);
  return planned(card, [own, ...row], { ...area, arrow: NO_ARROW });
}

function planned(card, seats, { centre, badges, pile, arrow, spare }) {
  const boxes = [{ name: "piles", ...pile }, { name: "badges", ...badges }, ...seats.flatMap(seatBoxes)];
  return { card, centre, arrow: seats.length > 2 ? arrow : NO_ARROW, badges, spare, seats, boxes };
}

function seatBoxes({ x, y, width, card, plate, tall, top, own, apart, nameAt = x, nameWidth = width }, seat) {
  const [left, right] = [x - width / 2, x + width / 2];
  const name = { name: `name ${seat}`, left: nameAt - nameWidth / 2, right: nameAt + nameWidth / 2, top: plate, bottom: plate + tall };
  const bottom = y + card * (TALL / 2 + HANG);
  const hand = { name: `hand ${seat}`, left, right, top: own ? top - RAISED : top, bottom: own ? bottom : bottom + RAISED };
  return card && !apart ? [name, hand] : [name];
}

// --- seats -----------------------------------------------------------------------------------------------------

// Returns the height of a hand with its name.
function handHeight(card) {
  return PLATE + NEAR + card * (TALL + HANG);
}

function ownSeat(width, height, card, margin, apart = false) {
  const plate = height - EDGE - PLATE;
  const named = { x: width / 2, width: Math.min(width - 2 * margin, 900), card, plate, tall: PLATE, own: true, apart };
  if (apart) return { ...named, y: height + card, top: plate };
  const y = plate - NEAR - card * (TALL / 2 + HANG);
  return { ...named, y, top: y - (card * TALL) / 2 };
}

function opponent(x, plate, width, card) {
  const top = plate + PLATE + NEAR;
  return { x, y: top + (card * TALL) / 2, top, width, card, plate, tall: PLATE, own: false };
}

// Returns the seats of the opponents at the upper edge, between those at the sides if there are any.
function topSeats(width, count, box, card, side) {
  const margin = side ? 1 : 0;
  return Array.from({ length: count }, (_, n) => opponent((width * (2 * n + 1 + margin)) / (2 * (count + margin)), EDGE, box, card));
}

// Returns the upper edges of `count` hands in one column from `begin` to `end`.
function stacked(count, begin, end, card) {
  const free = (end - begin - count * handHeight(card)) / (count + 1);
  return Array.from({ length: count }, (_, n) => begin + Math.max(0, free) + n * (handHeight(card) + Math.max(APART, free)));
}

function chips(width, count) {
  const most = Math.max(1, Math.floor((width - 2 * EDGE + APART) / (MIN_CHIP + APART)));
  const columns = Math.ceil(count / Math.ceil(count / most));
  const box = Math.min((width - 2 * EDGE + APART) / columns - APART, 240);
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / columns);
    const inRow = Math.min(columns, count - row * columns);
    const plate = EDGE + row * (CHIP + APART);
    const x = width / 2 + ((n % columns) - (inRow - 1) / 2) * (box + APART);
    return { x, y: plate + CHIP / 2, width: box, card: 0, plate, tall: CHIP, own: false };
  });
}

function lowest(seats) {
  return Math.max(EDGE - APART, ...seats.map(({ y, card, plate, tall }) => Math.max(plate + tall, y + card * (TALL / 2 + HANG))));
}

// --- piles and badges ------------------------------------------------------------------------------------------

function pilesWidth(card) {
  return 2 * card + GAP + (RECENT - 1) * SPREAD * card + NEAR;
}

// Places the piles in the middle of an area; the badges are to the right of the piles, or below for lack of room.
function middle(left, right, above, below, card) {
  const x = (left + right) / 2;
  const reach = pilesWidth(card) / 2;
  const beside = right - x - reach - APART >= 150;
  const rows = beside ? 0 : right - left < 420 ? 2 : 1;
  const tall = card * (TALL + LIFT);
  const y = (above + below - rows * BADGE + card * LIFT) / 2;
  const spare = below - above - tall - rows * BADGE;
  const bottom = y + (card * TALL) / 2;
  const pile = { left: x - reach, right: x + reach, top: bottom - tall, bottom };
  const badges = beside
    ? { left: x + reach + APART, right, top: above, bottom: below, form: "column" }
    : { left, right, top: bottom + 1, bottom: bottom + rows * BADGE, form: rows > 1 ? "rows" : "row" };
  return { centre: { x, y }, pile, badges, arrow: { width: 3 * (reach + 20), height: 1.2 * (below - above) }, spare };
}

// Returns the slots of the cards in a seat's hand of `count` cards. `raised`: move it towards the middle of the table.
export function fan(seat, count, raised = false) {
  const y = seat.y + (raised ? (seat.own ? -RAISED : RAISED) : 0);
  const step = Math.min(seat.card * (seat.own ? 0.72 : 0.5), (seat.width - seat.card * LEAN) / Math.max(1, count - 1));
  const bend = Math.min(seat.own ? 2.2 : 3, (2 * MAX_TURN) / Math.max(1, count));
  return Array.from({ length: count }, (_, number) => {
    const off = number - (count - 1) / 2;
    const sag = off * off * bend * step * 0.0087; // along the circle that the turns belong to
    return { x: seat.x + off * step, y: y + Math.min(sag, seat.card * 0.08), turn: off * bend, size: seat.card };
  });
}

// Returns the slots of `stock` cards of the stock, of the `recent` last cards of the discard pile (the top card last),
// and of `cut` cards that were cut from the stock. `asked`: the index of the cut card that a player decides about.
export function piles(plan, stock, recent, cut = 0, asked = -1) {
  const { card, centre } = plan;
  const spread = card * SPREAD;
  const left = centre.x - (card + GAP + (RECENT - 1) * spread) / 2;
  const right = left + card + GAP;
  const step = Math.min(card * 0.5, ((RECENT - 1) * spread) / Math.max(1, cut - 1));
  return {
    stock: Array.from({ length: stock }, (_, n) => slot(left - n, centre.y - n, card)),
    met: Array.from({ length: cut }, (_, n) => slot(right + n * step, centre.y - (n === asked ? card * LIFT : 0), card)),
    pile: Array.from({ length: recent }, (_, n) => slot(right + n * spread, centre.y, card)),
  };
}

function slot(x, y, size) {
  return { x, y, turn: 0, size };
}
