import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { line, say, summarize } from '../filters/report.mjs';
import { turnsOf } from '../lib/turns.mjs';
import { watch } from '../lists/export.mjs';
import { lookUpsOf, RATE } from './beside.mjs';

/** Nine of ten rows have a domain or an e-mail address; every tenth has a name alone. */
const ROWS = 100_000;
const [MOST_SECONDS, MOST_MIB] = [180, 150];

/** What somebody would write without names, credits, verdicts or results a row: one join in PostgreSQL. */
const PEER = `SELECT count(*)::int AS matched, count(*) FILTER (WHERE c.partnership_count > 0)::int AS billable
  FROM (SELECT DISTINCT d.company_id FROM bench_row r JOIN company_domain d ON d.domain = r.domain) found
  JOIN company c ON c.id = found.company_id`;

/** Matches and enriches a file, beside look-ups of another caller, and compares what was charged with SQL. */
export async function benchEnrich({ server, key, pool, turnsFile }, { quick, signal, rows: stated }) {
  const count = Number(stated ?? (quick ? 2_000 : ROWS));
  const { rows } = await pool.query(
    'SELECT name, slug, primary_domain AS domain FROM company ORDER BY md5(id::text) LIMIT $1',
    [count],
  );
  const file = ['Account,Website,Contact,Owner', ...rows.map(rowOf)].join('\r\n');
  const lookUp = lookUpsOf({ server, key }, rows.slice(0, 2_000), signal);
  await lookUp(quick ? 1 : 3);
  await turnsOf(server, turnsFile);
  const alone = await lookUp(quick ? 2 : 15);
  const turnsAlone = await turnsOf(server, turnsFile);
  await sleep(quick ? 0 : 5_000);
  const { job, seconds, during, grownMb } = await watch(server, async () => {
    const start = performance.now();
    const during = lookUp(quick ? 2 : 40);
    const job = await runJob(server, key, file, signal);
    return { job, seconds: (performance.now() - start) / 1000, during };
  });
  const turns = await turnsOf(server, turnsFile);
  const beside = await during;
  const { peer, billable } = await runPeer(pool, rows);
  assert.equal(job.counts.rows, count);
  assert.ok(job.credits_charged >= billable, 'every company with partners is charged once');
  assert.deepEqual(await ledgerOf(pool), { charged: job.credits_charged, companies: job.credits_charged });
  const results = await (await ask(server, key, `/v1/jobs/${job.job_id}/result`)).text();
  assert.equal(results.trimEnd().split('\n').length, count + 1);
  say(`  ${JSON.stringify(job.counts)}, ${job.credits_charged} credits`);
  return summarize(`jobs, enrich: ${count.toLocaleString('en-US')} rows, beside ${RATE} look-ups a second`, [
    line('upload, match, enrich and charge', seconds, 's', MOST_SECONDS),
    line('a join of the domains in SQL', peer, 's'),
    line('memory above idle', grownMb, 'MiB', MOST_MIB),
    line('p99 of the look-ups, to the same without', beside.p99 / alone.p99, ''),
    line('p50 of the look-ups, to the same without', beside.p50 / alone.p50, ''),
    line('p99 of the look-ups without', alone.p99, 'ms'),
    line('longest turn of the event loop, in processor time', turns.longest, 'ms'),
    line('one turn of 1,000', turns.p999, 'ms'),
    line('turns over 10 ms', turns.over10, ''),
    line('longest turn without the job', turnsAlone.longest, 'ms'),
  ]);
}

function rowOf({ name, domain }, index) {
  const account = `"${name.replaceAll('"', '""')}"`;
  if (index % 10 === 9) return `${account},,,Jane`;
  return index % 3 === 2 ? `${account},,jane@${domain},Jane` : `${account},https://www.${domain}/about,,Jane`;
}

async function ask(server, key, path, init = {}) {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { 'X-API-Key': key, ...init.headers },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  return response;
}

async function runJob(server, key, file, signal) {
  const sent = await ask(server, key, '/v1/jobs?kind=enrich&max_credits=1000000', {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body: file,
  });
  let job = await sent.json();
  while (['receiving', 'matching', 'running'].includes(job.status)) {
    await sleep(250, undefined, { signal });
    job = await (await ask(server, key, `/v1/jobs/${job.job_id}`)).json();
  }
  assert.equal(job.status, 'done', JSON.stringify(job));
  return job;
}

async function runPeer(pool, rows) {
  const client = await pool.connect();
  try {
    await client.query('CREATE TEMP TABLE bench_row (domain text)');
    const start = performance.now();
    await client.query('INSERT INTO bench_row SELECT unnest($1::text[])', [
      rows.filter((_, index) => index % 10 !== 9).map(({ domain }) => domain),
    ]);
    const { rows: found } = await client.query(PEER);
    const peer = (performance.now() - start) / 1000;
    return { peer, billable: found[0].billable };
  } finally {
    await client.query('DROP TABLE IF EXISTS bench_row');
    client.release();
  }
}

/** What the ledger says was paid: credits, and different companies. */
async function ledgerOf(pool) {
  const { rows } = await pool.query(
    `SELECT (SELECT -sum(amount)::int FROM credit_entry WHERE kind <> 'grant') AS charged,
       (SELECT count(DISTINCT c.id)::int FROM credit_entry, unnest(company_ids) AS c (id)) AS companies`,
  );
  return rows[0];
}
