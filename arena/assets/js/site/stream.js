// Server-sent events of the site.

const RETRY = 5000; // ms after a stream was refused or closed

// Opens a stream with a callback for each event name; returns a function that closes it.
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

// Runs something, such as a stream, while the page is visible, so that hidden pages take no streams from others.
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
