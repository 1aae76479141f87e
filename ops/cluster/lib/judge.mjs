// Compares what was acknowledged with what the database holds.
import pg from 'pg';
import { CREDITS, ORGANIZATION } from './catalogue.mjs';
import { URLS } from './database.mjs';
import { judgeSubscribers } from './subscribers.mjs';

/** @returns faults in words; none if nothing was lost, done twice or charged wrongly. */
export async function judge({ lists, enriched, wrong, unexpected, renames, subscribers }) {
  const client = new pg.Client({ connectionString: URLS.primary });
  await client.connect();
  const read = async (text, values = []) => (await client.query(text, values)).rows;
  const told = judgeSubscribers(subscribers, renames);
  try {
    const faults = [
      ...told.faults,
      ...wrong.slice(0, 5).map(({ domain }) => `wrong answer about ${domain}`),
      ...unexpected.slice(0, 5).map(({ what, status, body }) => `${what} returned ${status}: ${body}`),
    ];
    const stored = await read('SELECT name, count(*)::int AS count, min(id) AS id FROM list GROUP BY name');
    const byName = new Map(stored.map((row) => [row.name, row]));
    const lost = [...lists].filter(([name, { id }]) => byName.get(name)?.id !== id);
    if (lost.length > 0) faults.push(describeLost(lost, byName));
    const twice = stored.filter(({ count }) => count > 1);
    if (twice.length > 0) faults.push(`${twice.length} lists were created more than once`);
    const [{ balance, sum }] = await read(
      `SELECT o.credit_balance AS balance, (SELECT sum(amount)::int FROM credit_entry WHERE organization_id = o.id) AS sum
       FROM organization o WHERE name = $1`,
      [ORGANIZATION],
    );
    const unlocked = new Set(
      (await read('SELECT company_id FROM company_unlock')).map((row) => row.company_id),
    );
    if (balance !== sum)
      faults.push(`the balance is ${balance}, but the entries of the ledger add up to ${sum}`);
    if (CREDITS - balance !== unlocked.size)
      faults.push(`${CREDITS - balance} credits were charged for ${unlocked.size} companies`);
    const unpaid = [...enriched].filter(([, id]) => !unlocked.has(id));
    if (unpaid.length > 0) faults.push(`${unpaid.length} acknowledged enrichments are not there`);
    return {
      faults,
      lists: lists.size,
      enriched: enriched.size,
      renames: renames.length,
      toldWithin: told.longest,
    };
  } finally {
    await client.end();
  }
}

/** Says how many lists are lost, how many of them exist with another id, and when they were acknowledged. */
function describeLost(lost, byName) {
  const times = lost.map(([, { at }]) => at / 1000);
  const others = lost.filter(([name]) => byName.has(name)).length;
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(1));
  return `${lost.length} acknowledged lists are not there (${others} with another id), acknowledged ${first} to ${last} s after the start`;
}
