// Timeouts that end when a test says so. The mock timers of Node 18, which Debian 12 has, miss some.

const own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** @type {Map<number, { at: number, callback: () => void }>} */
const waiting = new Map();
let now = 0;
let latest = 0;

export function mockTimeouts() {
  waiting.clear();
  globalThis.setTimeout = (callback, delay = 0) => {
    latest += 1;
    waiting.set(latest, { at: now + delay, callback });
    return latest;
  };
  globalThis.clearTimeout = (id) => waiting.delete(id);
}

export function restoreTimeouts() {
  Object.assign(globalThis, own);
}

/** Lets time pass, with all timeouts that end meanwhile, also those that others start. */
export function passTime(milliseconds) {
  const end = now + milliseconds;
  for (;;) {
    const due = [...waiting].filter(([, timeout]) => timeout.at <= end);
    if (due.length === 0) {
      break;
    }
    const [id, { at, callback }] = due.reduce((first, other) => (other[1].at < first[1].at ? other : first));
    waiting.delete(id);
    now = Math.max(now, at);
    callback();
  }
  now = end;
}
