import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { line, say, summarize } from '../filters/report.mjs';
import { residentMb } from '../filters/server.mjs';
import { printTable, row } from '../lib/report.mjs';
import { alternate } from '../lib/statistics.mjs';

const [TARGET, TARGET_MB] = [{ atLeast: 0.8 }, 50];
const SAMPLE_MS = 50;

const COLUMNS = `c.id, c.name, c.slug, c.primary_domain, 'high', 'definition', c.partnership_count, c.industry,
  c.employee_range, c.country, c.founded_year`;
const DOMAINS = `string_agg(d.domain, ' ' ORDER BY d.is_primary DESC, d.position, d.domain)`;

/** Statements that return the bytes of an export without its header. The peer runs its faster form. */
const FORMS = {
  'a subquery a company': `SELECT ${COLUMNS}, (SELECT ${DOMAINS} FROM company_domain d WHERE d.company_id = c.id)
    FROM company c WHERE c.technology_count >= 0 ORDER BY c.id`,
  'domains grouped': `SELECT ${COLUMNS}, k.domains FROM company c LEFT JOIN (
      SELECT d.company_id, ${DOMAINS} AS domains FROM company_domain d GROUP BY d.company_id) k ON k.company_id = c.id
    WHERE c.technology_count >= 0 ORDER BY c.id`,
};

/** Measures exports of a list of all companies against a bare COPY, and the growth of the server's memory. */
export async function benchExport(root, api, server, listId, { url, companies }, { quick, signal }) {
  const rounds = quick ? 2 : 5;
  const { copy, download, end } = await openExport(root, api, listId, url, signal);
  try {
    const first = await watch(server, () => download(true));
    const form = await chooseForm(copy, first);
    const later = await watch(server, () => download(false));
    const measure = async ({ run }) => {
      signal.throwIfAborted();
      const { seconds, streaming } = await run();
      return { whole: companies / seconds, streaming: companies / streaming };
    };
    const result = await alternate(
      rounds,
      { label: 'ours', run: () => download(false) },
      { label: 'peer', run: () => copy(form, false) },
      measure,
    );
    const rows = [
      row('rows a second of the whole answer', '', result.whole, TARGET),
      row('from the first byte on', '', result.streaming),
    ];
    printTable(`lists, export: ${rounds} rounds, paid for already; COPY with ${form}`, rows);
    const memory = summarize('lists, export: the server', [
      line('first download, which is charged', first.seconds, 's'),
      ...(first.grownMb === undefined
        ? []
        : [
            line('memory grows by, first download', first.grownMb, 'MiB', TARGET_MB),
            line('memory grows by, a later one', later.grownMb, 'MiB', TARGET_MB),
          ]),
    ]);
    return rows.every(({ met }) => met) && memory;
  } finally {
    await end();
  }
}

/** @returns functions that read the export of a list, and the same rows by COPY in one of the forms */
export async function openExport(root, api, listId, url, signal) {
  const { to: copyTo } = createRequire(join(root, 'package.json'))('pg-copy-streams');
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  const copy = (form, hashed) =>
    consume(async () => client.query(copyTo(`COPY (${FORMS[form]}) TO STDOUT (FORMAT csv)`)), { hashed });
  const path = `/v1/lists/${listId}/export.csv`;
  const download = (hashed) =>
    consume(() => open(api.url + path, api.headers, signal), { hashed, hasHeader: true });
  return { copy, download, end: () => client.end() };
}

export async function chooseForm(copy, { digest }) {
  const found = [];
  for (const form of Object.keys(FORMS)) {
    const { digest: theirs } = await copy(form, true);
    const { seconds } = await copy(form, false);
    if (theirs !== digest) throw new Error(`the export and COPY with ${form} differ`);
    found.push({ form, seconds });
  }
  say('  the export and every form of COPY have the same bytes');
  return found.toSorted((a, b) => a.seconds - b.seconds)[0].form;
}

/** Reads a stream and discards it, or hashes it, without its first line if that is a header. */
async function consume(start, { hashed = false, hasHeader = false }) {
  const begun = performance.now();
  const hash = createHash('sha1');
  let firstByte;
  let header = hasHeader;
  for await (const bytes of await start()) {
    firstByte ??= performance.now();
    if (!hashed) continue;
    const from = header ? bytes.indexOf(10) + 1 : 0;
    header = false;
    hash.update(bytes.subarray(from));
  }
  const end = performance.now();
  return { seconds: (end - begun) / 1000, streaming: (end - firstByte) / 1000, digest: hash.digest('hex') };
}

function open(url, headers, signal) {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, signal }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`export.csv: ${response.statusCode}`));
    });
    request.once('error', reject);
  });
}

/** @returns the result of `work`, and the maximum growth of the server's memory. */
export async function watch({ pid }, work) {
  const before = await residentMb(pid);
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, (await residentMb(pid)) ?? 0);
  }, SAMPLE_MS);
  try {
    const found = await work();
    return { ...found, grownMb: before === undefined ? undefined : most - before };
  } finally {
    clearInterval(timer);
  }
}
