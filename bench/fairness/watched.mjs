import { setTimeout as sleep } from 'node:timers/promises';
import { line, say, summarize, timed } from '../filters/report.mjs';
import { percentile } from '../lib/statistics.mjs';
import { startDefault } from './process.mjs';
import { openAdministration } from './setup.mjs';

export const GRAPHS = ['watched', 'above'];

const [LISTS, QUICK_LISTS] = [240, 24];
const [CHANGES, QUICK_CHANGES] = [10, 3];
const [ABOVE, QUICK_ABOVE] = [10_000, 500];
/** Lists of a level of a diamond: each names all of the level below. */
const ACROSS = 31;
const [POLL_MS, HEAD_START_MS] = [50, 2_000];
const EVENT_TIMEOUT_MS = 120_000;
const TARGETS = { eventMs: 1_000, longestMs: 3_000, changeMs: 5_000 };

/** Runs a section about lists that name lists. */
export function benchGraphs(root, catalogue, kind, options) {
  return kind === 'watched' ? benchWatched(root, catalogue, options) : benchAbove(root, catalogue, options);
}

/**
 * Changes a list on which many watched lists of one organization hang, as fast as the service answers. Meanwhile another
 * organization changes a watched list of its own, and waits for each event.
 */
async function benchWatched(root, { url: databaseUrl }, { quick, signal, title }) {
  const [attacker, victim] = await createOrganizations(root, databaseUrl, 'watchers', 2);
  const service = await startDefault(root, databaseUrl, signal);
  try {
    const [theirs, own] = [client(service, attacker), client(service, victim)];
    const leaf = await theirs.createList('Leaf', treeOf(0));
    for (let number = 0; number < (quick ? QUICK_LISTS : LISTS); number += 1) {
      signal.throwIfAborted();
      await theirs.watch(await theirs.createList(`Above ${number}`, named(leaf)));
    }
    const list = await own.createList('Watched', foundedUntil(1950));
    await own.watch(list);
    const measure = (first) =>
      timesToEvents(own, list, { first, changes: quick ? QUICK_CHANGES : CHANGES, signal });
    const quiet = await measure(1960);
    const { result: times, changes } = await beside(theirs, leaf, async () => {
      await sleep(HEAD_START_MS, undefined, { signal });
      return measure(1980);
    });
    say(`  the attacker changed its list ${changes} times`);
    const median = percentile(times, 0.5);
    return summarize(`${title}, watched lists on one list that changes`, [
      line('median time to an event, undisturbed', percentile(quiet, 0.5), 'ms'),
      line('median time to an event beside the attack', median, 'ms', quick ? undefined : TARGETS.eventMs),
      line('ratio of the two', median / percentile(quiet, 0.5), ''),
      line('longest beside the attack', Math.max(...times), 'ms', quick ? undefined : TARGETS.longestMs),
    ]);
  } finally {
    await service.stop();
  }
}

/** Changes a list that many lists name. They are stored directly: only the change is measured. */
async function benchAbove(root, { url: databaseUrl, pool }, { quick, signal, title }) {
  const [key] = await createOrganizations(root, databaseUrl, 'namers', 1);
  const service = await startDefault(root, databaseUrl, signal);
  const count = quick ? QUICK_ABOVE : ABOVE;
  try {
    const api = client(service, key);
    const leaf = await api.createList('Leaf', treeOf(0));
    const few = await api.createList('Another leaf', treeOf(0));
    await api.createList('The only one above', named(few));
    await nameOften(pool, [leaf], count);
    const crossed = await api.createList('Leaf of a diamond', treeOf(0));
    const middle = await nameOften(pool, await nameOften(pool, [crossed], ACROSS), ACROSS);
    await nameOften(pool, middle, count);
    const change = async (list) => {
      const times = [];
      for (let conditions = 2; conditions <= 6; conditions += 1) {
        const root = { or: Array.from({ length: conditions }, (_, index) => treeOf(index)) };
        times.push((await timed(() => api.replace(list, root))).ms);
      }
      return percentile(times, 0.5);
    };
    const [alone, often, diamond] = [await change(few), await change(leaf), await change(crossed)];
    return summarize(`${title}, a list that many lists name`, [
      line('change of a list that one list names', alone, 'ms'),
      line(`change of a list that ${count} lists name`, often, 'ms', quick ? undefined : TARGETS.changeMs),
      line('ratio of the two', often / alone, ''),
      line(`change below ${count} lists in a diamond`, diamond, 'ms', quick ? undefined : TARGETS.changeMs),
      line('ratio to the list that one list names', diamond / alone, ''),
    ]);
  } finally {
    await service.stop();
  }
}

let created = 0;

/** @returns a key of each new organization */
async function createOrganizations(root, databaseUrl, name, count) {
  const administration = await openAdministration(root, databaseUrl);
  created += 1;
  try {
    const keys = [];
    for (let number = 0; number < count; number += 1) {
      const { userKeys } = await administration.createOrganization(`${name}-${created}-${number}`, 1);
      keys.push(userKeys[0]);
    }
    return keys;
  } finally {
    await administration.close();
  }
}

const condition = (field, operator, values) => ({ condition: { field, operator, values } });
const treeOf = (number) => condition('technology_count', 'gte', [number]);
/** Each year has other members than the one before. */
const foundedUntil = (year) => condition('founded_year', 'lte', [year]);
const named = (list) => ({
  and: [condition('list', 'any_of', [list]), condition('partnership_count', 'gte', [1])],
});

function client({ url }, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const send = async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok && response.status !== 429)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const definition = (root) => ({ registry_version: '2', root });
  return {
    createList: async (name, root) =>
      (await send('POST', '/v1/lists', { name, definition: definition(root) })).body.list_id,
    watch: (list) => send('PUT', `/v1/lists/${list}/watch`),
    replace: (list, root) => send('PUT', `/v1/lists/${list}/definition`, definition(root)),
    events: async (list, cursor) =>
      (await send('GET', `/v1/events?types=list.members_changed&list_id=${list}&cursor=${cursor}`)).body,
  };
}

/** Changes a list, and waits for the event of each change. @returns milliseconds of each */
async function timesToEvents(api, list, { first, changes, signal }) {
  const times = [];
  for (let change = 0; change < changes; change += 1) {
    let { next_cursor: cursor } = await api.events(list, 'now');
    await api.replace(list, foundedUntil(first + change));
    const start = performance.now();
    for (let seen = 0; seen === 0; ) {
      await sleep(POLL_MS, undefined, { signal });
      const page = await api.events(list, cursor);
      seen = page.events.length;
      cursor = page.next_cursor;
      if (performance.now() - start > EVENT_TIMEOUT_MS) throw new Error('a change was not announced');
    }
    times.push(performance.now() - start);
  }
  return times;
}

/** Changes a list as fast as the service answers, until some work is done. */
async function beside(api, list, work) {
  let isOver = false;
  let changes = 0;
  const changing = (async () => {
    while (!isOver) {
      const { status } = await api.replace(list, treeOf(changes % 20));
      if (status === 200) changes += 1;
      else await sleep(1_000);
    }
  })();
  const working = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([working, changing]);
  return { result, changes };
}

/** Stores lists of the owner of some lists that name all of them. @returns their ids */
async function nameOften(pool, lists, count) {
  const { rows } = await pool.query(
    `WITH owner AS (SELECT organization_id, owner_id FROM list WHERE id = ($1::int[])[1]),
      above AS (
        INSERT INTO list (organization_id, owner_id, name, created_at, updated_at)
        SELECT organization_id, owner_id, 'Above ' || number, now(), now()
        FROM owner, generate_series(1, $2) number RETURNING id, owner_id),
      defined AS (
        INSERT INTO list_definition (list_id, version, author_id, created_at, registry_version, root)
        SELECT id, 1, owner_id, now(), '2',
          json_build_object('condition', json_build_object('field', 'list', 'operator', 'any_of', 'values', to_json($1::int[])))
        FROM above),
      referring AS (
        INSERT INTO list_reference (list_id, named_list_id) SELECT id, unnest($1::int[]) FROM above)
      SELECT id FROM above`,
    [lists, count],
  );
  await pool.query('ANALYZE list, list_reference, list_definition');
  return rows.map(({ id }) => id);
}
