// The address of a ply: "#33" of a page, and for what seat 2 saw "#33/2" where the page is a file, and
// "/matches/7.1.2/games/2/seat/2#33" where games have pages.

export function readLink(hash) {
  const found = /^#(\d{1,6})(?:\/([1-8]))?$/.exec(hash);
  return found ? { ply: Number(found[1]), seat: found[2] ? Number(found[2]) - 1 : null } : null;
}

// `page`: the address of the game's page, "" if it has none; `seat`: a number, else it is not said.
export function linkTo(page, seat, ply) {
  const seated = typeof seat === "number";
  if (page) return `${page}${seated ? `/seat/${seat + 1}` : ""}#${ply}`;
  return `#${ply}${seated ? `/${seat + 1}` : ""}`;
}

// Writes the address without a step in the browser's history. A page that is not below `home` (a frame) keeps its path.
export function showLink(link, ply, home) {
  const ours = link.startsWith("#") || location.pathname === home || location.pathname.startsWith(`${home}/`);
  const [path, hash] = link.split("#");
  try {
    history.replaceState(history.state, "", ours ? `${path}${path && location.search}#${hash}` : `#${ply}`);
  } catch {
    // A page inside another, without an address of its own.
  }
}

// Puts text on the clipboard; whether it worked.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
