// Subscribers to one list, which note when they learn of its changes.
import { randomUUID } from 'node:crypto';
import { createClient } from '../../../clients/typescript/dist/client.js';

const SUBSCRIBERS = 3;
const SUBSCRIPTION = 'subscription ($listId: ID!) { listChanged(listId: $listId) { kind list { name } } }';

/** Names the watched list. @returns its name after a number of changes; those of two lists are never the same. */
export function nameList() {
  const name = `watched ${randomUUID()}`;
  return (changes) => `${name} ${changes}`;
}

/** Subscribes to a list. @returns what each subscriber noted, and a function that ends the subscriptions. */
export function startSubscribers(front, key, listId) {
  const end = new AbortController();
  const client = createClient({ baseUrl: front, apiKey: key });
  const subscribers = Array.from({ length: SUBSCRIBERS }, () => ({ notes: [], failure: undefined }));
  const loops = subscribers.map(async (subscriber) => {
    try {
      const events = client.subscribe(SUBSCRIPTION, { listId: String(listId) }, { signal: end.signal });
      for await (const { kind, list } of events) {
        const isResync = kind === 'RESYNC';
        const changes = isResync ? undefined : Number(list.name.split(' ').at(-1));
        subscriber.notes.push({ at: performance.now(), isResync, changes });
      }
      if (!end.signal.aborted) subscriber.failure = 'ended early';
    } catch (error) {
      subscriber.failure = `failed with ${error.code ?? error.message}`;
    }
  });
  return {
    subscribers,
    async stop() {
      end.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Compares what subscribers noted with the changes that were acknowledged.
 *
 * @param renames for each change in order, when it was sent first and when it was acknowledged.
 * @returns faults in words, and the longest time from an acknowledgement to an event that tells of it: of this or a later
 *   change, or `RESYNC`.
 */
export function judgeSubscribers(subscribers, renames) {
  const faults = subscribers.flatMap(({ failure }) => (failure ? [`a subscription ${failure}`] : []));
  let longest = 0;
  let missed = 0;
  for (const { notes } of subscribers) {
    renames.forEach(({ sentAt, at }, index) => {
      const told = notes.find((note) => (note.isResync ? note.at >= sentAt : note.changes > index));
      if (told) longest = Math.max(longest, told.at - at);
      else missed += 1;
    });
  }
  if (missed > 0) faults.push(`subscribers were not told of ${missed} acknowledged changes`);
  return { faults, longest };
}
