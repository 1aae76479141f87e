import { line, say, summarize } from '../filters/report.mjs';
import { createHistogram, describe } from './histogram.mjs';
import { createSender } from './http.mjs';
import { startDefault } from './process.mjs';
import { openAdministration } from './setup.mjs';
import { startThread } from './threads.mjs';

export const OVERLOADS = ['evaluation', 'enrichment'];

const [ORGANIZATIONS, USERS] = [10, 2];
/** The best goodput is the maximum over these numbers of clients. */
const CLIENTS = [2, 4, 8, 16];
const FACTOR = 5;
const LOOK_UPS_A_SECOND = 50;
const LOOK_UP_P99_MS = 100;
/** A share of the best goodput. */
const MAY_BE_LOST = 0.1;
const BATCH = 100;
const BATCHES = 50;
/** Rate limits would hide the behaviour under more work than the service can do. */
const SETTINGS = { RATE_LIMIT: 'off' };

const PREVIEW = `query ($definition: JSON!) { previewCount(definitionJson: $definition) { count exactCount
  tierCounts { high medium exploratory total } funnel { pointer exactCount }
  countries: breakdown(field: COUNTRY, first: 20) { value count }
  industries: breakdown(field: INDUSTRY, first: 20) { value count }
  technologies: breakdown(field: TECHNOLOGY, first: 20) { value count } } }`;

const condition = (field, operator, ...values) => ({ condition: { field, operator, values } });

/** Trees of 50 nodes over columns and counts: the size of drafts for which the default limit of previews is made. */
function trees() {
  const company = (n) => ({
    and: [
      condition('technology_count', 'gte', n % 5),
      condition('founded_year', 'between', 1970 + n, 2000 + n),
      condition('country', 'any_of', 'US', 'DE'),
      {
        or: [condition('partnership_count', 'gte', n % 4), condition('founded_year', 'gte', 2000 + (n % 20))],
      },
    ],
  });
  // The root, and seven branches of seven nodes.
  return Array.from({ length: 20 }, (_, n) => ({
    or: Array.from({ length: 7 }, (_, branch) => company(n + branch)),
  }));
}

/** Sends five times as much as the service can do, at an even rate, beside look-ups of another organization. */
export async function benchOverload(root, catalogue, kind, { quick, signal, title }) {
  const [searchSeconds, seconds] = quick ? [2, 4] : [6, 20];
  const organizations = await createOrganizations(root, catalogue);
  const { identifiers, batches } = await readIdentifiers(catalogue.pool);
  const service = await startDefault(root, catalogue.url, signal, SETTINGS);
  const { url } = service;
  try {
    const keys = organizations.flatMap(({ userKeys }) => userKeys);
    const calls = kind === 'evaluation' ? toPreviews(keys) : toEnrichments(keys, batches);
    await sendEach(url, calls);
    const load = (clients) =>
      startThread('saturating', { url, calls, clients, seconds: searchSeconds }, signal).result;
    await load(CLIENTS[0]);
    let best = 0;
    for (const clients of CLIENTS) {
      const { goodput, answers } = await load(clients);
      say(`  ${clients} clients: ${goodput.toFixed(1)} a second; answers ${describe(answers)}`);
      best = Math.max(best, goodput);
    }
    const floor = await measureFloor(service, calls, best, { seconds: searchSeconds, signal });
    const { key } = organizations.at(-1).victim;
    const victim = startThread('victim', { url, keys: [key], identifiers, rate: LOOK_UPS_A_SECOND }, signal);
    const rate = best * FACTOR;
    const flood = await startThread('openLoop', { url, calls, rate, seconds }, signal).result;
    victim.stop();
    const lookUps = await victim.result;
    return report(`${title}, overload by ${kind}`, { best, floor, rate, flood, lookUps, seconds });
  } finally {
    await service.stop();
  }
}

/**
 * The peer: the best number of clients, while another server in the same process refuses as many requests as the
 * service must refuse, and does nothing else. This goodput loss is caused by Node's HTTP and by the sender, which
 * shares the processors.
 */
async function measureFloor({ url, openRefuser }, calls, best, { seconds, signal }) {
  const rate = best * (FACTOR - 1);
  const refused = startThread('openLoop', { url: await openRefuser(), calls, rate, seconds }, signal);
  const good = startThread('saturating', { url, calls, clients: CLIENTS.at(-1), seconds }, signal);
  const { goodput } = await good.result;
  const { answers } = await refused.result;
  say(
    `  beside ${rate.toFixed(0)} bare refusals a second: ${goodput.toFixed(1)} a second; ${describe(answers)}`,
  );
  return goodput;
}

function report(title, { best, floor, rate, flood, lookUps, seconds }) {
  const failed = Object.values(lookUps.failed).reduce((sum, count) => sum + count, 0);
  const refusals = Object.entries(flood.answers).filter(([name]) => name !== '200');
  const others = refusals.filter(([name]) => name !== '429 overloaded');
  say(`  ${rate.toFixed(0)} a second for ${seconds} s: ${describe(flood.answers)}`);
  return summarize(title, [
    line('best goodput', best, 'a second'),
    line('goodput lost where Node only refuses as many', Math.max(0, 1 - floor / best), ''),
    // The target of a line is a maximum: at most a tenth of the best goodput may be lost.
    line('goodput lost at five times the rate', Math.max(0, 1 - flood.goodput / best), '', MAY_BE_LOST),
    line('p50 of what was answered', flood.p50 ?? 0, 'ms'),
    line('p99 of what was answered', flood.p99 ?? 0, 'ms'),
    line(
      'refusals that are not 429 overloaded',
      others.reduce((sum, [, count]) => sum + count, 0),
      '',
      0,
    ),
    line('refusals without Retry-After', flood.withoutRetryAfter, '', 0),
    line('look-ups that failed', failed, `of ${lookUps.sent}`, 0),
    line('p50 of look-ups', lookUps.p50, 'ms'),
    line('p99 of look-ups', lookUps.p99, 'ms', LOOK_UP_P99_MS),
  ]);
}

let created = 0;

/** Creates an organization for each kind, so that each can pay. The key of the last one only looks up. */
async function createOrganizations(root, { url }) {
  const administration = await openAdministration(root, url);
  created += 1;
  try {
    const found = [];
    for (let number = 0; number < ORGANIZATIONS; number++) {
      found.push(await administration.createOrganization(`load-${created}-${number}`, USERS));
    }
    const { orgKey } = await administration.createOrganization(`look-ups-${created}`, 0);
    found.at(-1).victim = { key: orgKey };
    return found;
  } finally {
    await administration.close();
  }
}

/** Companies with many partners for the batches, and any companies for the look-ups. */
async function readIdentifiers(pool) {
  const { rows: any } = await pool.query('SELECT slug FROM company ORDER BY id LIMIT 2000');
  const { rows: hubs } = await pool.query(
    'SELECT primary_domain AS domain FROM company ORDER BY partnership_count DESC, id LIMIT $1',
    [BATCH * BATCHES],
  );
  const batches = [];
  for (let start = 0; start + BATCH <= hubs.length; start += BATCH) {
    batches.push(hubs.slice(start, start + BATCH).map(({ domain }) => domain));
  }
  return { identifiers: any.map(({ slug }) => slug), batches };
}

const toPreviews = (keys) =>
  trees().flatMap((root) =>
    keys.map((key) => ({
      method: 'POST',
      path: '/graphql',
      key,
      body: JSON.stringify({
        query: PREVIEW,
        variables: { definition: { registry_version: '1', root } },
      }),
    })),
  );

const toEnrichments = (keys, batches) =>
  batches.flatMap((domains) =>
    keys.map((key) => ({
      method: 'POST',
      path: '/v1/enrich/partnerships',
      key,
      body: JSON.stringify({ domains }),
    })),
  );

/** Sends each call once before the measurement, so that batches are paid for and postings are in memory. */
async function sendEach(url, calls) {
  const histogram = createHistogram();
  const sender = createSender(url, histogram);
  for (const call of calls) await sender.send(call);
  sender.close();
  const { 200: good = 0 } = histogram.counts;
  if (good !== calls.length) throw new Error(`preparing: ${describe(histogram.counts)}`);
}
