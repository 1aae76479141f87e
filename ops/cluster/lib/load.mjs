// The load: callers that read what they know, and that write until they are told that it is done.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './requests.mjs';
import { nameList, startSubscribers } from './subscribers.mjs';

const [READERS, WRITERS] = [4, 2];
const [READ_PAUSE_MS, WRITE_PAUSE_MS, RETRY_MS, LAST_EVENTS_MS] = [20, 100, 300, 3_000];
/** Companies whose answers are compared. */
const KNOWN = 50;

const COUNT = {
  registry_version: '1',
  root: { condition: { field: 'industry', operator: 'any_of', values: ['Software'] } },
};

/** Companies are enriched in turn over all faults: one that is paid for already would hide a lost charge. */
let nextDomain = 0;

/** Starts the load. @returns its journal, and a function that ends it. */
export async function startLoad(front, { key, domains }) {
  const journal = {
    lists: new Map(),
    enriched: new Map(),
    /** Times of changes of the watched list: when each was sent first, and when it was acknowledged. */
    renames: [],
    subscribers: [],
    outcomes: {},
    unexpected: [],
    wrong: [],
    startedAt: performance.now(),
    /** Times of acknowledged reads and writes, in milliseconds. */
    reads: [],
    writes: [],
  };
  const known = new Map();
  for (const domain of domains.slice(0, KNOWN)) known.set(domain, await answerOf(front, key, domain));
  const count = (await send(`${front}/v1/lists/preview-count`, key, { method: 'POST', body: COUNT })).body
    ?.count;
  const nameAfter = nameList();
  const watched = await send(`${front}/v1/lists`, key, { method: 'POST', body: { name: nameAfter(0) } });
  if (watched.kind !== 'ok') throw new Error(`no list could be created before any fault: ${watched.status}`);
  const subscriptions = startSubscribers(front, key, watched.body.list_id);
  journal.subscribers = subscriptions.subscribers;
  let isOn = true;

  const note = (what, { kind, status, body }) => {
    journal.outcomes[what] ??= {};
    const outcomes = journal.outcomes[what];
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    if (kind === 'unexpected')
      journal.unexpected.push({ what, status, body: JSON.stringify(body)?.slice(0, 300) });
  };

  async function read(turn) {
    const isCount = turn % 5 === 0;
    const domain = domains[turn % KNOWN];
    const answer = isCount
      ? await send(`${front}/v1/lists/preview-count`, key, { method: 'POST', body: COUNT })
      : await send(`${front}/v1/companies/${domain}?include=technologies`, key);
    note(isCount ? 'preview-count' : 'look-up', answer);
    if (answer.kind !== 'ok') return;
    journal.reads.push(performance.now());
    const isRight = isCount
      ? answer.body?.count === count
      : JSON.stringify(answer.body) === known.get(domain);
    if (!isRight) journal.wrong.push({ domain: isCount ? 'preview-count' : domain, body: answer.body });
  }

  /** Repeats a change with one Idempotency-Key until it is acknowledged. @returns the answer; undefined at the end. */
  async function change(what, path, body, method = 'POST') {
    const idempotencyKey = randomUUID();
    while (isOn || journal.draining) {
      const answer = await send(front + path, key, { method, body, idempotencyKey });
      note(what, answer);
      if (answer.kind === 'ok') {
        journal.writes.push(performance.now());
        return answer.body;
      }
      if (answer.kind === 'unexpected') return undefined;
      await sleep(RETRY_MS);
    }
    return undefined;
  }

  async function write(turn) {
    if (turn % 2 === 0) {
      const name = `list ${randomUUID()}`;
      const list = await change('create list', '/v1/lists', { name });
      if (list) journal.lists.set(name, { id: list.list_id, at: performance.now() - journal.startedAt });
    } else {
      const domain = domains[nextDomain % domains.length];
      nextDomain += 1;
      const enriched = await change('enrich', '/v1/enrich/partnerships', { domains: [domain] });
      const company = enriched?.results?.[0]?.company_id;
      if (company) journal.enriched.set(domain, company);
    }
  }

  async function rename() {
    const sentAt = performance.now();
    const name = nameAfter(journal.renames.length + 1);
    const list = await change('rename list', `/v1/lists/${watched.body.list_id}`, { name }, 'PATCH');
    if (list) journal.renames.push({ sentAt, at: performance.now() });
  }

  async function loop(pauseMs, work) {
    for (let turn = Math.floor(Math.random() * 1000); isOn; turn += 1) {
      await work(turn);
      await sleep(pauseMs);
    }
  }
  journal.draining = true;
  const loops = [
    ...Array.from({ length: READERS }, () => loop(READ_PAUSE_MS, read)),
    ...Array.from({ length: WRITERS }, () => loop(WRITE_PAUSE_MS, write)),
    loop(WRITE_PAUSE_MS, rename),
  ];
  return {
    journal,
    async stop() {
      isOn = false;
      // Changes that are under way are repeated until they are acknowledged.
      const giveUp = setTimeout(() => {
        journal.draining = false;
      }, 60_000);
      await Promise.all(loops);
      clearTimeout(giveUp);
      await sleep(LAST_EVENTS_MS);
      await subscriptions.stop();
    },
  };
}

async function answerOf(front, key, domain) {
  const { kind, status, body } = await send(`${front}/v1/companies/${domain}?include=technologies`, key);
  if (kind !== 'ok') throw new Error(`${domain} returned ${status} before any fault`);
  return JSON.stringify(body);
}
