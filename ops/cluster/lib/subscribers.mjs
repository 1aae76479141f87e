// Subscribers to one list, which note when they learn of its changes.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../clients/typescript/dist/client.js';

const SUBSCRIBERS = 3;
/** Time in which a new subscription begins. */
const SUBSCRIBED_AFTER_MS = 1_000;
const LIST = 'query ($listId: ID!) { list(listId: $listId) { name } }';
const SUBSCRIPTION = 'subscription ($listId: ID!) { listChanged(listId: $listId) { kind list { name } } }';

/** Names the watched list. @returns its name after a number of changes; those of two lists are never the same. */
export function nameList() {
  const name = `watched ${randomUUID()}`;
  return (changes) => `${name} ${changes}`;
}

/**
 * Subscribes to a list, and does as docs/api/graphql-clients.md says when the service stops: subscribes again and reads the list.
 *
 * @returns what each subscriber noted, and a function that ends the subscriptions.
 */
export function startSubscribers(front, key, listId) {
  const end = new AbortController();
  const { signal } = end;
  const client = createClient({ baseUrl: front, apiKey: key });
  const variables = { listId: String(listId) };
  const subscribers = Array.from({ length: SUBSCRIBERS }, () => ({ notes: [], failure: undefined }));

  async function follow({ notes }) {
    for await (const { kind, list } of client.subscribe(SUBSCRIPTION, variables, { signal }))
      notes.push(noteOf(kind, list));
  }
  async function readAgain({ notes }) {
    await sleep(SUBSCRIBED_AFTER_MS, undefined, { signal });
    const { list } = await client.graphql(LIST, variables);
    notes.push(noteOf('UPDATED', list));
  }
  const loops = subscribers.map(async (subscriber) => {
    try {
      await follow(subscriber);
      while (!signal.aborted) await Promise.all([follow(subscriber), readAgain(subscriber)]);
    } catch (error) {
      if (!signal.aborted) subscriber.failure = `failed with ${error.code ?? error.message}`;
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

function noteOf(kind, list) {
  const isResync = kind === 'RESYNC';
  return { at: performance.now(), isResync, changes: isResync ? undefined : changesIn(list.name) };
}

const changesIn = (name) => Number(name.split(' ').at(-1));

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
