import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { loadService } from '../filters/data.mjs';
import { ATTACKS } from './attacks/index.mjs';
import { createCatalogues } from './catalogues.mjs';
import { judge, printAttacks, sayOutcome } from './judge.mjs';
import { startDefault } from './process.mjs';
import { prepareAttacks } from './setup.mjs';
import { startThread } from './threads.mjs';
import { warmUp } from './warm-up.mjs';

const [SECONDS, QUICK_SECONDS] = [16, 5];
/** Look-ups per second, with three keys of one organization, each far below its own limit. */
const RATE = 40;
/** Changes per second of a victim that writes, below the budget of one user. */
const WRITE_RATE = 4;
/** Time before an attack that the attack is compared with. */
const [COMPARED_MS, QUICK_COMPARED_MS] = [5_000, 2_000];
const SAMPLE_MS = 100;
const [HEAD_START_MS, TAIL_MS] = [1_000, 2_000];
/** Time after an attack within which memory must be released. */
const SETTLE_MS = 20_000;
const HELD_MB = 50;
/** Time limit of preparations: an export of a million companies takes more than half a minute on a slow machine. */
const WITHOUT_LIMITS = {
  RATE_LIMIT: 'off',
  OVERLOAD: 'off',
  LOG_LEVEL: 'error',
  GRAPHQL_TIMEOUT_SECONDS: '600',
};

/**
 * Runs attacks of one organization beside look-ups of another, at the default limits.
 *
 * @param only name of an attack or `finding:N`, optionally after a catalogue and a colon
 */
export async function benchFairness({ root, quick, only, catalogues, catalogue: folder, signal }) {
  const service = await loadService(root);
  const { HTTP_STATUS } = await import(pathToFileURL(join(root, 'dist/lib/fault.js')).href);
  const known = createCatalogues(root, service, { quick, folder });
  const chosen = choose(only, catalogues, Object.keys(known));
  let met = true;
  for (const name of chosen.catalogues) {
    const catalogue = await known[name].create();
    if (!catalogue) continue;
    try {
      const options = { quick, signal, statusOf: HTTP_STATUS, title: `fairness, ${name}` };
      met = (await benchAttacks(root, catalogue, chosen.attacks, options)) && met;
    } finally {
      await catalogue.drop();
    }
  }
  return met;
}

/** @throws Error with the existing names if nothing has the given name */
function choose(only, catalogues, known) {
  const [first, ...rest] = (only ?? '').split(':');
  const wanted = known.includes(first) ? rest.join(':') : (only ?? '');
  const attacks = ATTACKS.filter(
    ({ name, finding }) => wanted === '' || wanted === name || wanted === `finding:${finding}`,
  );
  const named = known.includes(first) ? [first] : (catalogues?.split(',') ?? known);
  if (attacks.length === 0 || !named.every((name) => known.includes(name)))
    throw new Error(`fairness has ${ATTACKS.map(({ name }) => name).join(', ')} on ${known.join(', ')}`);
  return { attacks, catalogues: named };
}

async function prepare(root, catalogue, attacks, { quick, signal }) {
  const unlimited = await startDefault(root, catalogue.url, signal, WITHOUT_LIMITS);
  try {
    return await prepareAttacks(root, catalogue, unlimited, { quick, attacks });
  } finally {
    await unlimited.stop();
  }
}

async function benchAttacks(root, catalogue, attacks, { quick, signal, statusOf, title }) {
  const setup = await prepare(root, catalogue, attacks, { quick, signal });
  const judged = [];
  for (const attack of attacks) {
    signal.throwIfAborted();
    const outcome = await runAttack(root, catalogue, attack, setup, { quick, signal });
    judged.push(judge(attack, outcome, statusOf));
    sayOutcome(attack, outcome, judged.at(-1));
  }
  printAttacks(`${title}: ${catalogue.companies.toLocaleString('en-US')} companies`, judged);
  return judged.every(({ faults }) => faults.length === 0);
}

/** Runs one attack on a newly started service. */
async function runAttack(root, catalogue, attack, setup, { quick, signal }) {
  const { prepared, attackerKeys, warmKeys, identifiers } = setup;
  const service = await startDefault(root, catalogue.url, signal, attack.settings);
  const { url } = service;
  try {
    if (!attack.fresh) await warmUp(url, warmKeys, identifiers);
    const [before, cachedBefore] = [await service.measure(), await service.facetCacheMb()];
    const samples = sampleMemory(service);
    const role = victimOf(attack, setup, url);
    const usual = attack.fresh ? undefined : await withoutAttack(role, quick, signal);
    const victim = startThread('victim', role, signal);
    if (!attack.fresh) await sleep(HEAD_START_MS);
    const seconds = quick ? QUICK_SECONDS : SECONDS;
    const { name } = attack;
    const attacker = startThread('attack', { name, url, keys: attackerKeys, prepared, seconds }, signal);
    const { answers } = await attacker.result;
    await sleep(TAIL_MS);
    victim.stop();
    const lookUps = await victim.result;
    const mostMb = samples.stop();
    const held = await untilSettled(service, before, cachedBefore);
    return { lookUps, usual, answers, grownMb: mostMb - before.rss, heldMb: held, ended: service.hasEnded() };
  } finally {
    await service.stop();
  }
}

/** A victim looks companies up, or changes a list of its first user. */
function victimOf({ victim }, { victimKeys, victimList, identifiers }, url) {
  if (victim !== 'writes') return { url, keys: victimKeys, identifiers, rate: RATE };
  return { url, keys: victimKeys.slice(1), identifiers, rate: WRITE_RATE, list: victimList };
}

/** Measures the victim before an attack, to compare with. */
async function withoutAttack(role, quick, signal) {
  const victim = startThread('victim', role, signal);
  await sleep(quick ? QUICK_COMPARED_MS : COMPARED_MS);
  victim.stop();
  return victim.result;
}

function sampleMemory(service) {
  let most = 0;
  const timer = setInterval(async () => {
    most = Math.max(most, (await service.residentMb()) ?? 0);
  }, SAMPLE_MS);
  // An interrupted attack stops no samples, and must not keep the process alive.
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/**
 * Returns the growth of heap and external memory after a collection, without the cache of postings: FACET_CACHE_MB
 * limits that, and a metric shows its bytes. Measures again while the growth is too large, because accepted work may
 * still be running.
 */
async function untilSettled(service, before, cachedBefore) {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const after = await service.measure();
    if (!after) return undefined;
    const held = after.held - before.held - ((await service.facetCacheMb()) - cachedBefore);
    if (held <= HELD_MB || Date.now() >= end) return held;
    await sleep(1_000);
  }
}
