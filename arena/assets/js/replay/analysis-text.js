// An analysis in words.

const NEGLIGIBLE = 0.005; // half a percentage point

// Returns a chance from 0 to 1 as "62 %".
export function percent(chance) {
  return `${Math.round(chance * 100)} %`;
}

// Returns the chances of all seats as whole per cents that add up to 100. Those that lose most are rounded up.
export function percents(chances) {
  const whole = chances.map((chance) => Math.floor(chance * 100));
  const loss = (seat) => chances[seat] * 100 - whole[seat];
  const missing = 100 - whole.reduce((sum, one) => sum + one, 0);
  for (const seat of [...whole.keys()].sort((a, b) => loss(b) - loss(a)).slice(0, missing)) whole[seat]++;
  return whole;
}

// Describes the win chances of all plies. `rows`: by seat, its chances in per cent by ply; `own`: its own estimates.
export function summarize(rows, own, names) {
  return rows.map((row, seat) => {
    const least = Math.min(...row);
    const known = `${names[seat]}: ${row[0]} % at first, lowest ${least} % at ply ${row.indexOf(least)}, ${row.at(-1)} % at the end`;
    return own[seat].at(-1) === null ? known : `${known}, last own estimate ${percent(own[seat].at(-1))}`;
  }).join("; ");
}

// Returns what is known about a ply: whether its decision was good, and who was lucky.
export function judge(analysis, film, side, ply) {
  const decision = analysis.decisions.find((one) => one.ply === ply);
  const luck = analysis.luck.find((one) => one.ply === ply);
  return [decision && verdict(decision, analysis.texts), luck && luckText(luck, film, side)].filter(Boolean).join(" ");
}

function verdict({ played, best, is_mistake, cost, error }, texts) {
  if (is_mistake) return `Better: ${texts[best]}. Cost: ${sure(cost, error)}.`;
  if (best === played) return "No better choice found.";
  return cost < NEGLIGIBLE ? `As good: ${texts[best]}.` : `Perhaps better: ${texts[best]}. Cost: ${sure(cost, error)}, not sure.`;
}

// Returns a cost with two standard errors, in percentage points.
function sure(cost, error) {
  return `${points(cost)} ± ${points(2 * error)} percentage points`;
}

function luckText({ ply, seat, change }, film, side) {
  const most = seat ?? change.indexOf(Math.max(...change));
  const cause = seat === null ? (film.startsDeal(side, ply) ? "The deal" : "The cards drawn") : "The draw";
  return `${cause} ${effect(change[most], film.names[most])}.`;
}

function effect(change, name) {
  if (Math.abs(change) < NEGLIGIBLE) return "changed nothing";
  return `${change > 0 ? "gained" : "cost"} ${name} ${percentagePoints(Math.abs(change))}`;
}

// Returns luck in sum as "gained 11" or "cost 11".
export function luckInSum(change) {
  if (Math.abs(change) < NEGLIGIBLE) return "even";
  return `${change > 0 ? "gained" : "cost"} ${points(Math.abs(change))}`;
}

export function points(share) {
  return Math.round(share * 100);
}

// Returns a share from 0 to 1 as "2 percentage points".
export function percentagePoints(share) {
  const size = points(share);
  return `${size} percentage point${size === 1 ? "" : "s"}`;
}

// Returns the sentences about how sure the values are.
export function sureness({ seat, playouts, calibration_error: error }) {
  const known = seat === null
    ? "Judged with all hands open. Players do not see the other hands: their own views judge them by what they knew."
    : "Judged by what this player knew.";
  const exact = `Each value is the mean of ${playouts} random continuations, exact to about ${percentagePoints(1 / Math.sqrt(playouts))}; ± is two standard errors.`;
  const calibrated = error === null
    ? "This ruleset is not calibrated: the chances are rough."
    : `Calibrated on games of strong bots: predicted and real chances differ by ${percentagePoints(error)} on average.`;
  return [known, exact, calibrated, "Accuracy is 100 % if no decision gave away any win chance."];
}
