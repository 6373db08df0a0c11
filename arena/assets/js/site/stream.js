// Streams of server-sent events from the site.

const RETRY = 5000; // ms after a stream was refused or closed

// Opens a stream and calls `callbacks[name](data)` for each event of a name. Returns a function that closes it.
export function stream(address, callbacks) {
  let events;
  let timer;
  const open = () => {
    events = new EventSource(address);
    for (const [name, callback] of Object.entries(callbacks)) events.addEventListener(name, (event) => callback(JSON.parse(event.data)));
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    events.close();
  };
}

// Calls `begin`, which starts something and returns a function that ends it, whenever the page becomes visible, and
// ends it when the page is hidden. So hidden pages do not use up the streams that a visitor may open.
export function whileVisible(begin) {
  let end = null;
  const change = () => {
    if (document.hidden) {
      end?.();
      end = null;
    } else {
      end ??= begin();
    }
  };
  document.addEventListener("visibilitychange", change);
  change();
}
