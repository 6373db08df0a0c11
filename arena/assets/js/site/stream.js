// Server-sent events of the site.

const AGAIN = 5000; // ms until a stream that was refused or broken off is asked for again

// Hears the events of a stream, by their names; gives what ends it.
export function stream(address, hear) {
  let events;
  let timer;
  const open = () => {
    events = new EventSource(address);
    for (const [name, heard] of Object.entries(hear)) events.addEventListener(name, (event) => heard(JSON.parse(event.data)));
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    events.close();
  };
}

// Begins something, as a stream, that goes on while the page is seen: one that nobody sees takes no stream from
// others, and one that is come back to has its stream again.
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
