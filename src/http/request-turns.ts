import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * Requests that are begun in a turn of the event loop, of one caller and of all who send more than that: a few
 * milliseconds of refusals. Each caller has one begun in any case.
 */
const [PER_CALLER, PER_TURN] = [16, 128];

/**
 * Begins the requests of each caller a few at a time. One who sends a thousand at once has them read at once; begun at
 * once, they would keep everybody else waiting for all of them, even where each is refused. In between, others are served.
 */
export function takingTurns(listener: RequestListener): RequestListener {
  const begun = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  function mostOfEach(): number {
    const callers = Math.max(begun.size, waiting.size, 1);
    return Math.max(1, Math.min(PER_CALLER, Math.floor(PER_TURN / callers)));
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(takeTurn);
  }

  function takeTurn(): void {
    isScheduled = false;
    begun.clear();
    const due: (() => void)[] = [];
    const most = mostOfEach();
    for (const [caller, starts] of waiting) {
      const next = starts.splice(0, most);
      due.push(...next);
      begun.set(caller, next.length);
      if (starts.length === 0) waiting.delete(caller);
    }
    if (due.length > 0) schedule();
    for (const start of due) start();
  }

  return (req, res) => {
    const caller = callerOf(req);
    const count = begun.get(caller) ?? 0;
    schedule();
    if (count < mostOfEach() && !waiting.has(caller)) {
      begun.set(caller, count + 1);
      return listener(req, res);
    }
    const start = () => {
      if (!res.destroyed) listener(req, res);
    };
    const starts = waiting.get(caller);
    if (starts) starts.push(start);
    else waiting.set(caller, [start]);
  };
}

/** The key as it was sent: whoever it belongs to. All who send none are one caller. */
function callerOf({ headers }: IncomingMessage): string {
  return String(headers['x-api-key'] ?? headers.authorization ?? '');
}
