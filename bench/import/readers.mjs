import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../lib/statistics.mjs';

const EVERY_MS = 5;
/** Connections of readers. While some wait, the others go on. */
const READERS = 8;

const LOOK_UP = {
  name: 'look_up',
  text: `SELECT c.id, c.name, c.slug FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = $1`,
};
const SEARCH = {
  name: 'search',
  text: `SELECT company_id FROM facet_rare_words WHERE words LIKE '% ' || $1 || '%' LIMIT 10`,
};

/**
 * Looks up a company by its domain every 5 ms while `work` runs, and searches names as often. A time begins when the
 * statement was due, so that a wait counts for all statements that it delays.
 *
 * @param path file of companies, of which the first is looked up
 * @returns times in milliseconds, and the result of `work`
 */
export async function readMeanwhile(root, url, path, work) {
  const pg = createRequire(join(root, 'package.json'))('pg');
  const pool = new pg.Pool({ connectionString: url, max: READERS, min: READERS });
  const { primary_domain: domain, name } = JSON.parse(await readFirstLine(path));
  const times = [];
  let found = 0;
  const read = async (due, statement, value) => {
    const { rowCount } = await pool.query({ ...statement, values: [value] });
    times.push(performance.now() - due);
    found += rowCount;
  };
  // Connections and plans exist before the first time counts.
  await Promise.all(Array.from({ length: READERS }, () => read(0, LOOK_UP, domain)));
  times.length = 0;
  const pending = [];
  let isRunning = true;
  const reading = (async () => {
    for (let due = performance.now(); isRunning; due += EVERY_MS) {
      await sleep(Math.max(0, due - performance.now()));
      pending.push(read(due, LOOK_UP, domain), read(due, SEARCH, name.split(' ')[0].toLowerCase()));
    }
  })();
  try {
    const result = await work();
    isRunning = false;
    await reading;
    await Promise.all(pending);
    if (found === 0) throw new Error('no reader found a company after the import');
    return { times: summarize(times), result };
  } finally {
    isRunning = false;
    await Promise.allSettled([reading, ...pending]);
    await pool.end();
  }
}

function summarize(times) {
  return { reads: times.length, p99: percentile(times, 0.99), longest: Math.max(...times) };
}

async function readFirstLine(path) {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) return line;
    throw new Error(`${path} is empty`);
  } finally {
    await file.close();
  }
}
