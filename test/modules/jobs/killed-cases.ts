import { expect } from '@jest/globals';
import { readBooks } from '../../harness/ledger.ts';
import { unlockCompanies } from '../../harness/seed.ts';
import type { Tenant, TestService } from '../../harness/service.ts';
import { createList } from '../lists/operations.ts';
import { expectedOf, siteOf } from './numbered-rows.ts';
import { type JobFile, makeJob, storedResults } from './support.ts';

/** A job of a kind, and what it must have done, whatever was killed meanwhile. */
interface KilledJob {
  /** Makes the job. @returns its id */
  begin: () => Promise<number>;
  expectDone: (jobId: number) => Promise<void>;
}

type Case = (service: TestService, tenant: Tenant, file: JobFile) => Promise<KilledJob>;

const CHUNK = 5;
const CREDITS = 1000;

async function match(service: TestService, tenant: Tenant, file: JobFile): Promise<KilledJob> {
  return {
    begin: () => makeJob(service, tenant, file, { chunk: CHUNK, maxCredits: 0 }),
    expectDone: (jobId) => expectMatched(service, jobId, file),
  };
}

async function enrich(service: TestService, tenant: Tenant, file: JobFile): Promise<KilledJob> {
  return {
    begin: () => makeJob(service, tenant, file, { kind: 'enrich', chunk: CHUNK, maxCredits: CREDITS }),
    expectDone: async (jobId) => {
      await expectMatched(service, jobId, file);
      await expectPaidOnce(service, tenant, jobId);
    },
  };
}

async function addToList(service: TestService, tenant: Tenant, file: JobFile): Promise<KilledJob> {
  const rest = service.rest(tenant.userKey);
  const listId = await createList(service, tenant.userKey, 'Killed');
  const before = ['c1.example', 'c5.example'];
  await rest.post(`/v1/lists/${listId}/domains`, { domains: before }).expect(200);
  await rest.post(`/v1/lists/${listId}/excluded-domains`, { domains: ['c2.example'] }).expect(200);
  return {
    begin: () => makeJob(service, tenant, file, { kind: 'add_to_list', listId, chunk: CHUNK, maxCredits: 0 }),
    expectDone: async (jobId) => {
      await expectMatched(service, jobId, file);
      const sites = matchedSites(file);
      const distinct = [...new Set(sites.flatMap((site) => site ?? []))].toSorted();
      const added = distinct.filter((site) => !before.includes(site));
      const already = distinct.length - added.length;
      expect(await jobOf(service, tenant, jobId)).toMatchObject({ report: { added: added.length, already } });
      const { rows } = await service.database.pool.query<{ domain: string; kind: string }>(
        'SELECT domain, kind FROM list_domain WHERE list_id = $1',
        [listId],
      );
      expect(rows.map(({ domain, kind }) => `${kind} ${domain}`).toSorted()).toEqual(
        [...new Set([...distinct, ...before])].map((domain) => `added ${domain}`).toSorted(),
      );
      const outcomes = await outcomesOf<{ list?: string }>(service, jobId);
      expect(outcomes.map(({ list }) => list)).toEqual(
        sites.map((site) => site && (before.includes(site) ? 'already' : 'added')),
      );
      const events = await service.database.pool.query<{ domains: string[] }>(
        `SELECT details -> 'domains' AS domains FROM list_event WHERE list_id = $1 AND action = 'domains_added' ORDER BY id`,
        [listId],
      );
      expect(events.rows.map(({ domains }) => domains.toSorted())).toEqual([before, added]);
    },
  };
}

/** What a row says of a score: nothing, what is no number, or a number. */
const scoreOf = (n: number) => (n % 3 === 0 ? '' : n % 11 === 0 ? 'n/a' : String(n));
/** What it says of an owner: that there is none, nothing, or one of three. */
const ownerOf = (n: number) => (n % 5 === 0 ? '\\N' : n % 4 === 0 ? '' : `Owner ${n % 3}`);

async function setFields(service: TestService, tenant: Tenant, { rows }: JobFile): Promise<KilledJob> {
  const rest = service.rest(tenant.userKey);
  for (const [key, type] of [
    ['org.score', 'number'],
    ['org.owner', 'category'],
  ])
    await rest.post('/v1/fields', { key, label: key, type }).expect(201);
  const before = {
    'c0.example': { 'org.score': 5, 'org.owner': 'Owner 1' },
    'c3.example': { 'org.score': 7 },
  };
  const values = Object.entries(before).map(([identifier, fields]) => ({ identifier, fields }));
  await rest.post('/v1/fields/values', { values }).expect(200);
  const file = {
    header: ['Site', 'Score', 'Owner'],
    fields: ['domain', 'org.score', 'org.owner'],
    rows: rows.map((row, n) => [siteOf(row), scoreOf(n), ownerOf(n)]),
  };
  return {
    begin: () => makeJob(service, tenant, file, { kind: 'set_fields', chunk: CHUNK, maxCredits: 0 }),
    expectDone: async (jobId) => {
      await expectMatched(service, jobId, file);
      const model = new Map<string, Record<string, string | number>>(Object.entries(before));
      const report = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };
      const each = matchedSites(file).map((site, n) => {
        if (site === undefined) return undefined;
        const counts = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };
        const fields = { ...model.get(site) };
        for (const [key, cell] of [
          ['org.score', scoreOf(n)],
          ['org.owner', ownerOf(n)],
        ] as const) {
          if (cell === '') continue;
          const value = key === 'org.score' ? Number(cell) : cell;
          if (Number.isNaN(value)) counts.invalid += 1;
          else if (value === '\\N' ? !(key in fields) : fields[key] === value) counts.unchanged += 1;
          else counts[value === '\\N' ? 'cleared' : 'set'] += 1;
          if (value === '\\N') delete fields[key];
          else if (!Number.isNaN(value)) fields[key] = value;
        }
        model.set(site, fields);
        for (const name of ['set', 'cleared', 'unchanged', 'invalid'] as const) report[name] += counts[name];
        return counts;
      });
      expect(await jobOf(service, tenant, jobId)).toMatchObject({ report });
      const outcomes = await outcomesOf<typeof report>(service, jobId);
      expect(
        outcomes.map(({ set, cleared, unchanged, invalid }) => ({ set, cleared, unchanged, invalid })),
      ).toEqual(each.map((counts) => counts ?? {}));
      for (const site of new Set(matchedSites(file).flatMap((found) => found ?? []))) {
        const { body } = await rest.get(`/v1/companies/${site}?include=fields`).expect(200);
        expect([site, body.fields]).toEqual([site, model.get(site)]);
      }
    },
  };
}

/** Members of the list that is exported, and those of them that are unlocked before. */
const [MEMBERS, UNLOCKED] = [20, 5];

async function exportList(service: TestService, tenant: Tenant): Promise<KilledJob> {
  const rest = service.rest(tenant.userKey);
  const { pool } = service.database;
  const listId = await createList(service, tenant.userKey, 'Exported');
  const domains = Array.from({ length: MEMBERS }, (_, n) => `c${n}.example`);
  await rest.post(`/v1/lists/${listId}/domains`, { domains }).expect(200);
  const found = await pool.query<{ id: number }>(
    'SELECT id FROM company WHERE primary_domain = ANY ($1) ORDER BY id',
    [domains],
  );
  const ids = found.rows.map(({ id }) => id);
  await unlockCompanies(pool, tenant.organizationId, ids.slice(0, UNLOCKED));
  const due = ids.slice(UNLOCKED);
  return {
    begin: async () => (await rest.post(`/v1/jobs?kind=export&list_id=${listId}`).expect(202)).body.job_id,
    expectDone: async (jobId) => {
      expect(await jobOf(service, tenant, jobId)).toMatchObject({
        counts: { rows: MEMBERS, matched: MEMBERS },
        credits_charged: due.length,
        estimate: { credit_balance: CREDITS - due.length },
      });
      const entries = await pool.query(
        'SELECT amount::int, company_ids AS companies FROM credit_entry WHERE job_id = $1',
        [jobId],
      );
      expect(entries.rows).toEqual([{ amount: -due.length, companies: due }]);
      const { balance, ledger, paidFor, unlocked } = await readBooks(pool, tenant.organizationId);
      expect([balance, ledger, paidFor, unlocked]).toEqual([
        CREDITS - due.length,
        CREDITS - due.length,
        due,
        ids,
      ]);
      const payments = await pool.query('SELECT credits FROM list_export WHERE list_id = $1', [listId]);
      expect(payments.rows).toEqual([{ credits: due.length }]);
      const { text } = await rest.get(`/v1/jobs/${jobId}/result`).expect(200);
      expect(text.trimEnd().split('\n')).toHaveLength(MEMBERS + 1);
      const again = await rest.post(`/v1/lists/${listId}/export`).expect(200);
      expect(again.body.credits_charged).toBe(0);
    },
  };
}

/** The kinds of jobs, each with what must be true at its end. */
export const CASES = {
  match,
  enrich,
  add_to_list: addToList,
  set_fields: setFields,
  export: exportList,
} as const satisfies Record<string, Case>;

export type KilledKind = keyof typeof CASES;

/** Returns the domain of each row; undefined where no company has it. */
function matchedSites(file: JobFile): (string | undefined)[] {
  const expected = expectedOf(file);
  return file.rows.map((row, index) => (expected[index]?.verdict === 'matched' ? siteOf(row) : undefined));
}

async function jobOf(service: TestService, tenant: Tenant, jobId: number) {
  return (await service.rest(tenant.userKey).get(`/v1/jobs/${jobId}`).expect(200)).body;
}

/** Reads what running the rows of a job gave. */
async function outcomesOf<Values>({ database: { pool } }: TestService, jobId: number): Promise<Values[]> {
  const { rows } = await pool.query<{ outcomes: string }>(
    'SELECT outcomes FROM job_outcome WHERE job_id = $1 ORDER BY first_row',
    [jobId],
  );
  return rows.flatMap(({ outcomes }) => JSON.parse(outcomes).map(({ values }: { values: Values }) => values));
}

/** Expects that each row has its result, and that the numbers of the job count it once. */
async function expectMatched(service: TestService, jobId: number, file: JobFile): Promise<void> {
  const expected = expectedOf(file);
  const results = await storedResults(service, jobId);
  expect(results.map(({ verdict, isDuplicate }) => ({ verdict, isDuplicate }))).toEqual(expected);
  const matched = expected.filter(({ verdict }) => verdict === 'matched').length;
  const { rows } = await service.database.pool.query(
    'SELECT row_count AS rows, matched, unmatched, duplicates, done FROM job WHERE id = $1',
    [jobId],
  );
  expect(rows).toEqual([
    {
      ...{ rows: expected.length, done: expected.length, matched, unmatched: expected.length - matched },
      duplicates: expected.filter(({ isDuplicate }) => isDuplicate).length,
    },
  ]);
}

/** What is stored of a row that was enriched. */
interface Receipt {
  company_id?: number;
  credits: number;
  free_because?: string | null;
  entry_id?: number;
}

/** Expects that ledger, unlocks, balance, the job and the receipts of its rows agree on one credit for each company. */
async function expectPaidOnce(service: TestService, tenant: Tenant, jobId: number): Promise<void> {
  const { pool } = service.database;
  const results = await storedResults(service, jobId);
  const receipts = await outcomesOf<Receipt>(service, jobId);
  expect(
    receipts.map(({ company_id, credits, free_because }) => [company_id, credits, free_because ?? undefined]),
  ).toEqual(
    results.map(({ companyId, isDuplicate }) => {
      if (companyId === null) return [undefined, 0, 'no_match'];
      return isDuplicate ? [companyId, 0, 'duplicate'] : [companyId, 1, undefined];
    }),
  );
  const entries = await pool.query<{ id: number; companies: number[] }>(
    'SELECT id::int, company_ids AS companies FROM credit_entry WHERE job_id = $1 ORDER BY id',
    [jobId],
  );
  const paidBy = receipts.flatMap(({ entry_id, company_id }) => (entry_id ? [[entry_id, company_id]] : []));
  expect(paidBy.toSorted()).toEqual(
    entries.rows.flatMap(({ id, companies }) => companies.map((companyId) => [id, companyId])).toSorted(),
  );
  const due = [...new Set(results.flatMap(({ companyId }) => companyId ?? []))].toSorted((a, b) => a - b);
  const { balance, ledger, paidFor, unlocked } = await readBooks(pool, tenant.organizationId);
  expect([balance, ledger]).toEqual([CREDITS - due.length, CREDITS - due.length]);
  expect(paidFor.toSorted((a, b) => a - b)).toEqual(due);
  expect(unlocked).toEqual(due);
  const { rows } = await pool.query('SELECT credits_charged, credits_required FROM job WHERE id = $1', [
    jobId,
  ]);
  expect(rows).toEqual([{ credits_charged: due.length, credits_required: 0 }]);
}
