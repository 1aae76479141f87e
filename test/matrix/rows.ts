import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import { hashApiKey } from '../../src/modules/access/key-format.ts';
import { startTestService, type TestService, testConfig } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import {
  CALLERS,
  type Caller,
  createFixture,
  createPeople,
  discard,
  type Fixture,
  hiddenFrom,
  type People,
} from './callers.ts';
import { type Expectation, expectedClass } from './expectations.ts';

// An operation that selects everything exceeds the limits of one operation.
const operationLimits = {
  ...testConfig().operationLimits,
  maxAliases: 5_000,
  maxCost: 1e9,
  maxNodes: 1e9,
  maxDepth: 50,
};
export interface Matrix {
  service: TestService;
  people: People;
  /** The fixture of operations that do not change it. */
  shared: Fixture;
}

export async function startMatrix(): Promise<Matrix> {
  const service = await startTestService({ operationLimits });
  const people = await createPeople(service);
  return { service, people, shared: await createFixture(service, people) };
}

/** The operations that spend credits. All others are free for every caller. */
const CHARGING = [
  'Mutation.enrichPartnerships',
  'Mutation.exportList',
  'POST /enrich/partnerships',
  'POST /lists/:list_id/export',
  'GET /lists/:list_id/export.csv',
];
/** The operations that add credits. They are for operators. */
const GRANTING = ['Mutation.grantCredits', 'POST /installation/organizations/:organization_id/credits'];
const SPENDS = /(INSERT INTO|UPDATE) (company_unlock|credit_entry|organization)\b/;

export interface Answer {
  class: string;
  /** Head and body. */
  text: string;
}

export type Ask = (key: string | undefined, fixture: Fixture) => Promise<Answer>;

/**
 * Sends the operation as every caller and compares the kinds of the results. Refused callers come first, with one
 * fixture, and change nothing. Each of the others gets a new fixture if the operation may change or delete it. None of them spends credits,
 * unless the operation charges.
 */
export async function assertRow(
  { service, people, shared }: Matrix,
  name: string,
  expectation: Expectation,
  changes: boolean,
  ask: Ask,
): Promise<void> {
  const expected = new Map(CALLERS.map((caller) => [caller, expectedClass(caller, expectation)]));
  const isOk = (caller: Caller) => expected.get(caller) === 'ok';
  const inOrder = [...CALLERS.filter((caller) => !isOk(caller)), ...CALLERS.filter(isOk)];
  const needsOwn = changes && expectation.level !== 'anyone';
  const own: Fixture[] = [];
  const makeOwn = async () => {
    const made = await createFixture(service, people);
    own.push(made);
    return made;
  };
  let fixture = needsOwn ? await makeOwn() : shared;
  let isUsed = false;
  let before = changes ? await contents(service.database) : undefined;
  const assertUnchanged = async () => {
    if (before !== undefined) expect(await contents(service.database)).toBe(before);
    before = undefined;
  };
  const found = new Map<Caller, string>();
  const leaks: string[] = [];
  for (const caller of inOrder) {
    if (isOk(caller)) await assertUnchanged();
    if (needsOwn && isUsed) fixture = await makeOwn();
    isUsed = isOk(caller);
    const { result: answer, statements } = await recordStatements(() => ask(people.keys[caller], fixture));
    const mayChangeCredits = CHARGING.includes(name) || (GRANTING.includes(name) && isOk(caller));
    if (!mayChangeCredits) expect(statements.filter((sql) => SPENDS.test(sql))).toEqual([]);
    found.set(caller, answer.class);
    for (const marker of hiddenFrom(caller, ['operator', 'reporter'].includes(expectation.level))) {
      if (answer.text.includes(marker))
        leaks.push(`${caller} is shown ${marker}: ${answer.text.slice(0, 500)}`);
    }
  }
  await assertUnchanged();
  for (const each of own) await discard(service, each);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(leaks).toEqual([]);
}

/** Sums of all tables but those of the catalogue, caches, counts of use and what the service itself writes. */
async function contents({ pool }: TestService['database']): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND relname !~ '^(_prisma|api_key_usage|list_materialization|idempotency_record|event$|event_feed|last_sweep|facet_|technology|partnership|investor|retired_|company($|_(domain|investor|technology)))' ORDER BY 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(row, '' ORDER BY row), '')) AS sum
       FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${name}" t) rows`,
  );
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' UNION ALL '));
  return rows
    .map(({ name, sum }) => `${name} ${sum}`)
    .sort()
    .join('\n');
}

/** Sends a mutation with a key that ends after the process has authenticated it, and before the change takes its lock. */
export async function assertEnded(
  { service, people, shared }: Matrix,
  expectation: Expectation,
  ask: Ask,
): Promise<void> {
  const caller = CALLERS.find((each) => expectedClass(each, expectation) === 'ok');
  const key = caller && people.keys[caller];
  if (!key) return;
  const { pool } = service.database;
  const ended = (at: string) =>
    pool.query(`UPDATE api_key SET revoked_at = ${at} WHERE hash = $1`, [hashApiKey(key)]);
  expect((await service.graphql(key, '{ __typename }')).status).toBe(200);
  await ended('now()');
  try {
    const before = await contents(service.database);
    // Nothing changes, so that all mutations share a fixture.
    expect((await ask(key, shared)).class).toBe('invalid_api_key');
    expect(await contents(service.database)).toBe(before);
  } finally {
    await ended('NULL');
  }
}

export const textOf = ({ headers, text }: Response) => `${JSON.stringify(headers)}\n${text}`;
