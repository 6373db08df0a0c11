// Updates the page of an upload when the server reports a change. The attribute `data-events` holds the address of the
// events; elements with the attribute `data-part` are updated one by one.

const box = document.querySelector("[data-events]");
let loading = false;
let again = false;

/** Fetches this page again and replaces the parts that have changed. */
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  try {
    const response = await fetch(location.href, { credentials: "same-origin" });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    take(fresh.querySelector("[data-events]"));
  } catch {
    // The next event tries again, and the page has a link to reload it.
  } finally {
    loading = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

function take(fresh) {
  const parts = [...fresh.querySelectorAll("[data-part]")];
  const shown = [...box.querySelectorAll("[data-part]")];
  if (parts.length !== shown.length) {
    box.replaceChildren(...fresh.childNodes);
  } else {
    parts.forEach((part, index) => {
      if (part.outerHTML !== shown[index].outerHTML) shown[index].replaceWith(part);
    });
  }
  hideLink();
}

/** Hides the link that reloads the page, which is not needed while events arrive. */
function hideLink() {
  const link = box.querySelector(".by-hand");
  if (link) link.hidden = true;
}

function follow() {
  const events = new EventSource(box.dataset.events);
  events.addEventListener("open", hideLink);
  events.addEventListener("upload", (event) => {
    if (JSON.parse(event.data).over) events.close();
    refresh();
  });
  events.addEventListener("error", () => {
    const link = box.querySelector(".by-hand");
    if (link) link.hidden = false;
  });
}

follow();
