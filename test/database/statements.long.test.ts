import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { compareRows, narrowedColumns } from './statements/compare.ts';
import { type Description, describeStatements } from './statements/describe.ts';
import type { Statement } from './statements/statement.ts';

/**
 * Files whose statements run once a transaction or less often, where a prepared statement has no use: they create an
 * index, import a file, migrate or examine a server.
 */
const ONCE = /^(commands|database|modules\/(doctor|facets|generate|import))\//;

/** Tables that only imports write. */
const CATALOGUE =
  /^(catalogue_import|company|company_domain|company_investor|company_name_terms|company_technology|facet_band|facet_index|facet_posting|facet_stored|facet_rare_words|investor|name_word|partnership|partnership_observation|retired_company|retired_technology|technology)$/;

/** Functions that read tables of the catalogue. */
const FUNCTIONS = /\bfacet_postings_after\(/;

/** Returns whether a statement reads tables of the catalogue and no other, and changes and locks nothing. */
function isReplicable({ text }: Statement): boolean {
  if (/\b(INSERT|UPDATE|DELETE|CREATE|FOR (NO KEY )?(UPDATE|SHARE))\b/.test(text)) return false;
  const read = [...text.matchAll(/\b(?:FROM|JOIN)\s+"?([a-z_]+)"?/g)].map(([, name = '']) => name);
  const tables = read.filter((name) => tableNames.has(name));
  return tables.every((name) => CATALOGUE.test(name)) && (tables.length > 0 || FUNCTIONS.test(text));
}

let tableNames: ReadonlySet<string>;
let database: TestDatabase;
let statements: Statement[];
const descriptions = new Map<Statement, Description>();
const refused: string[] = [];

beforeAll(async () => {
  const program = resolve('test/database/programs/statements.ts');
  const args = ['--import', './test/harness/typescript.mjs', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr);
  statements = JSON.parse(stdout);
  database = await createTestDatabase();
  const tables = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace`,
  );
  tableNames = new Set(tables.rows.map(({ name }) => name));
  const client = await database.pool.connect();
  try {
    for (const [statement, description] of await describeStatements(client, statements)) {
      if (!(description instanceof Error)) descriptions.set(statement, description);
      else refused.push(`${statement.file}, ${statement.owner}: ${description.message}\n${statement.text}`);
    }
  } finally {
    client.release(true);
  }
});

afterAll(() => database.drop());

describe('the statements in the source', () => {
  it('are accepted by the migrated database', () => {
    expect(refused).toEqual([]);
  });

  it('return the types that are declared for their rows', () => {
    const faults = [...descriptions].flatMap(([statement, description]) =>
      compareRows(statement, description).map((fault) => `${statement.file}, ${statement.owner}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('declare these columns without null, because their SQL excludes it', () => {
    const narrowed = [...descriptions].flatMap(([statement, description]) =>
      narrowedColumns(statement, description).map((column) => `${statement.owner}: ${column}`),
    );
    expect([...new Set(narrowed)].toSorted()).toEqual([
      'advance: lease',
      'claimDigests: lease',
      'claimJobs: lease',
      'claimUploads: lease',
      'claimWebhooks: lease',
      'findMany: breakdowns',
      'findMany: columns',
      'findServer: name',
      'insertJob: lease',
      'insertUpload: lease',
      'of: breakdowns',
      'of: columns',
      // The columns of views may be null for PostgreSQL, even if those of their tables may not.
      'readKeys: field',
      'readKeys: value',
      'readKeys: window_days',
      'refuseClaimedEarlier: line',
      'reserve: effects',
      'reserve: owner',
      'save: breakdowns',
      'save: columns',
      'splitIntoParts: action',
      'splitIntoParts: part',
    ]);
  });

  it('are all described if their rows have a type', () => {
    const undescribed = statements.filter(
      (statement) => statement.row && !descriptions.has(statement) && !statement.text.startsWith('FETCH'),
    );
    expect(undescribed.map(({ file, owner, text }) => ({ file, owner, text }))).toEqual([]);
  });

  it('have a name, unless PostgreSQL plans them each time: `{ text }` without a name says so', () => {
    const nameless = statements.filter(
      ({ file, way, form, open, text }) =>
        !ONCE.test(file) &&
        way === 'query' &&
        form === 'text' &&
        !open &&
        /\b(FROM|INTO|UPDATE)\b/.test(text),
    );
    expect(nameless.map(({ file, owner, text }) => ({ file, owner, text }))).toEqual([]);
  });

  it('say where they run if they read nothing but what imports write', () => {
    const silent = statements.filter(
      (each) => !ONCE.test(each.file) && !each.open && isReplicable(each) && each.runsOn === undefined,
    );
    expect(silent.map(({ file, owner, text }) => ({ file, owner, text }))).toEqual([]);
  });

  it('run on a replica only if they read nothing but what imports write', () => {
    const wrong = statements.filter((each) => each.runsOn === 'replica' && !isReplicable(each));
    expect(wrong.map(({ file, owner, text }) => ({ file, owner, text }))).toEqual([]);
    expect(statements.filter(({ runsOn }) => runsOn === 'replica').length).toBeGreaterThan(30);
  });

  it('do not begin names with the schema, by which those of Prisma are told', () => {
    expect(statements.filter(({ text }) => text.includes('"public".'))).toEqual([]);
  });

  it('have unique names: one name always stands for one text', () => {
    const texts = new Map<string, Set<string>>();
    for (const { name, text } of statements) {
      if (name !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(text));
    }
    expect([...texts].filter(([, { size }]) => size > 1).map(([name]) => name)).toEqual([]);
  });
});

describe('the comparison of row types', () => {
  const column = { kind: 'number', nullable: false, optional: false };
  const row = { name: 'Row', columns: { id: column, at: column, label: { ...column, kind: 'string' } } };
  const statement = { row, way: 'query', times: 'Date' } as const;
  const description = [
    { name: 'id', type: 'bigint', nullable: false },
    { name: 'label', type: 'text', nullable: true },
  ];

  it('finds a column of another type, and a missing one', () => {
    expect(compareRows(statement, description)).toEqual(['id is string, declared number', 'no column at']);
  });

  it('finds a column that may be null although its declared type is not', () => {
    expect(narrowedColumns(statement, description)).toEqual(['label']);
  });
});
