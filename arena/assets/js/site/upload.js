// Shows anew what has changed of something that is under way, whenever the server says that it has.
// The element says where its events come from; its parts are those with a name (data-part).

const box = document.querySelector("[data-events]");
let asked = false;
let again = false;

/** Fetches this page and takes from it the parts that are other than they were. */
async function refresh() {
  if (asked) {
    again = true;
    return;
  }
  asked = true;
  try {
    const response = await fetch(location.href, { credentials: "same-origin" });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    take(fresh.querySelector("[data-events]"));
  } catch {
    // The next event asks again; and there is a link.
  } finally {
    asked = false;
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

/** Nobody has to ask by hand as long as the server tells. */
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
