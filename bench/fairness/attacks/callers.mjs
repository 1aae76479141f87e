import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { COMPRESSED, createSender, sendInTurns } from '../http.mjs';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [BODY_LENGTH, CHECKSUM_LENGTH] = [30, 6];
const CONNECTIONS = 600;
const SIGN_INS = 400;
const READERS = 200;
const [KEYS, STREAMS_A_KEY, EVENTS] = [40, 10, 58];
const EVENT_PAUSE_MS = 100;

/** A key of the right form, whose checksum is right and which nobody has. */
function inventKey() {
  const body = Array.from({ length: BODY_LENGTH }, () => BASE62[randomInt(62)]).join('');
  const unsigned = `cds_user_${body}`;
  let rest = crc32(unsigned);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return unsigned + digits;
}

/** Runs a part of an attack over connections of its own. */
async function withConnections(url, histogram, sockets, work) {
  const sender = createSender(url, histogram, { sockets, common: COMPRESSED });
  await work(sender);
  sender.close();
}

/** Opens a subscription, and reads its messages until the attack is over. @returns what ends it */
function follow(url, key, histogram) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'text/event-stream' };
  const sent = request(`${url}/graphql`, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  sent.on('response', (response) => {
    histogram.add(response.statusCode === 200 ? '200' : `${response.statusCode} rate_limited`);
    response.setEncoding('utf8');
    response.on('data', (text) => {
      for (const _ of text.matchAll(/"cursor"/g)) histogram.add('message');
    });
    response.on('error', () => undefined);
  });
  sent.end(JSON.stringify({ query: 'subscription { events { cursor node { type listId } } }' }));
  return () => sent.destroy();
}

const json = (method, path, key, body) => ({ method, path, key, body: body && JSON.stringify(body) });

/** Creates keys of one user. @returns them with the given one */
async function keysOf(sender, key) {
  const made = [key];
  while (made.length < KEYS) {
    const { text, status } = await sender.send(json('POST', '/v1/keys', key, { kind: 'user' }));
    if (status !== 201) break;
    made.push(JSON.parse(text).key);
  }
  return made;
}

/** Attacks by callers whom nobody knows yet, and on work that callers share. Each is compared with the time before it. */
export const CALLERS = [
  {
    name: 'keys-invented-600',
    finding: 20,
    grownMb: 300,
    run: ({ url, prepared, until, histogram }) =>
      withConnections(url, histogram, CONNECTIONS, (sender) =>
        sendInTurns(sender, CONNECTIONS, until, (n) => ({
          path: `/v1/companies/${prepared.domains[n % prepared.domains.length]}`,
          key: inventKey(),
        })),
      ),
  },
  {
    name: 'sign-in-one-key-400',
    finding: 20,
    grownMb: 300,
    victim: 'writes',
    run: ({ url, keys, until, histogram }) =>
      withConnections(url, histogram, SIGN_INS, (sender) =>
        sendInTurns(sender, SIGN_INS, until, () => json('POST', '/v1/session', undefined, { key: keys[0] })),
      ),
  },
  {
    name: 'sign-in-one-key-400-unlimited',
    finding: 20,
    grownMb: 300,
    victim: 'writes',
    settings: { RATE_LIMIT: 'off' },
    run: ({ url, keys, until, histogram }) =>
      withConnections(url, histogram, SIGN_INS, (sender) =>
        sendInTurns(sender, SIGN_INS, until, () => json('POST', '/v1/session', undefined, { key: keys[0] })),
      ),
  },
  {
    name: 'look-ups-beside-reads',
    finding: 21,
    grownMb: 300,
    settings: { RATE_LIMIT: 'off' },
    run: ({ url, keys, prepared, until, histogram }) =>
      withConnections(url, histogram, READERS, (sender) =>
        sendInTurns(sender, READERS, until, (n) => ({
          path:
            n % 4 === 0
              ? `/v1/lists/${prepared.lists.everything}/members?limit=1000&offset=${(n * 1000) % 10_000}`
              : `/v1/companies/${prepared.domains[n % prepared.domains.length]}?include=technologies`,
          key: keys[n % keys.length],
        })),
      ),
  },
  {
    name: 'streams-400',
    finding: 22,
    grownMb: 300,
    async run({ url, keys, sender, until: given, histogram }) {
      const ms = given - Date.now();
      const all = await keysOf(sender, keys[0]);
      // The keys are no part of the attack.
      const until = Date.now() + ms;
      const ends = Array.from({ length: all.length * STREAMS_A_KEY }, (_, n) =>
        follow(url, all[n % all.length], histogram),
      );
      for (let event = 0; event < EVENTS && Date.now() < until; event++) {
        const { text } = await sender.send(json('POST', '/v1/lists', keys[0], { name: `Event ${event}` }));
        const { list_id: id } = JSON.parse(text);
        await sender.send(json('DELETE', `/v1/lists/${id}`, keys[0]));
        await sleep(EVENT_PAUSE_MS);
      }
      while (Date.now() < until) await sleep(EVENT_PAUSE_MS);
      for (const end of ends) end();
    },
  },
];
