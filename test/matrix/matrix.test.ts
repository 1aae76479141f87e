import { afterAll, describe, expect, it } from '@jest/globals';
import { OperationTypeNode } from 'graphql';
import type { Response } from 'supertest';
import { hashApiKey } from '../../src/modules/access/key-format.ts';
import { writeEvent } from '../../src/modules/events/write-event.ts';
import { routes } from '../../src/rest/routes.ts';
import { subscribe } from '../harness/events.ts';
import { START, startTestService, testConfig } from '../harness/service.ts';
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
import { operationOf, rootFields } from './document.ts';
import { type Expectation, expectedClass, GRAPHQL, REST, valuesOf } from './expectations.ts';

// An operation that selects everything exceeds the limits of one operation.
const operationLimits = {
  ...testConfig().operationLimits,
  maxAliases: 5_000,
  maxCost: 1e9,
  maxNodes: 1e9,
  maxDepth: 50,
};
const service = await startTestService({ operationLimits });
const people: People = await createPeople(service);
/** The fixture of operations that do not change it. */
const shared: Fixture = await createFixture(service, people);
afterAll(() => service.close());

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

interface Answer {
  class: string;
  /** Head and body. */
  text: string;
}

type Ask = (key: string | undefined, fixture: Fixture) => Promise<Answer>;

/**
 * Sends the operation as every caller and compares the kinds of the results. Refused callers come first, with one
 * fixture, and change nothing. Each of the others gets a new fixture if the operation may change or delete it. None of them spends credits,
 * unless the operation charges.
 */
async function assertRow(name: string, expectation: Expectation, changes: boolean, ask: Ask): Promise<void> {
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
  let before = changes ? await contents() : undefined;
  const assertUnchanged = async () => {
    if (before !== undefined) expect(await contents()).toBe(before);
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
async function contents(): Promise<string> {
  const { pool } = service.database;
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
async function assertEnded(expectation: Expectation, ask: Ask): Promise<void> {
  const caller = CALLERS.find((each) => expectedClass(each, expectation) === 'ok');
  const key = caller && people.keys[caller];
  if (!key) return;
  const { pool } = service.database;
  const ended = (at: string) =>
    pool.query(`UPDATE api_key SET revoked_at = ${at} WHERE hash = $1`, [hashApiKey(key)]);
  expect((await service.graphql(key, '{ __typename }')).status).toBe(200);
  await ended('now()');
  try {
    const before = await contents();
    // Nothing changes, so that all mutations share a fixture.
    expect((await ask(key, shared)).class).toBe('invalid_api_key');
    expect(await contents()).toBe(before);
  } finally {
    await ended('NULL');
  }
}

const textOf = ({ headers, text }: Response) => `${JSON.stringify(headers)}\n${text}`;

describe('the table of expectations', () => {
  it('has every root field of the schema and nothing else', () => {
    expect(Object.keys(GRAPHQL).toSorted()).toEqual([...rootFields().keys()].toSorted());
  });

  it('has every route and nothing else', () => {
    expect(Object.keys(REST).toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});

describe('access over GraphQL', () => {
  const rows = Object.entries(GRAPHQL).flatMap(([name, entry]): Array<[string, string, Expectation]> => {
    if (isExpectation(entry)) return [[name, name, entry]];
    return Object.entries(entry).map(([thing, expectation]) => [`${name} of ${thing}`, name, expectation]);
  });

  it.each(rows)('is as expected for each caller: %s', async (_title, name, expectation) => {
    const root = rootFields().get(name);
    // The first test reports an unknown name.
    if (!root) return;
    const kind = root.kind;
    const isMutation = kind === OperationTypeNode.MUTATION;
    const ask: Ask = async (key, fixture) => {
      const values = { ...valuesOf(fixture), ...expectation.values?.(fixture) };
      const { query, variables } = operationOf(name, values);
      if (kind === OperationTypeNode.SUBSCRIPTION)
        return askSubscription(name, key, query, variables, fixture);
      const response = await service.graphql(key, query, variables);
      return { class: classOfResult(response.body, name), text: textOf(response) };
    };
    await assertRow(name, expectation, isMutation, ask);
    if (isMutation) await assertEnded(expectation, ask);
  });
});

function isExpectation(entry: Expectation | Record<string, Expectation>): entry is Expectation {
  return typeof entry.scope === 'string';
}

interface Result {
  data?: Record<string, unknown> | null;
  errors?: Array<{ extensions?: Record<string, unknown> }>;
}

/**
 * A root field with a value is `ok`, even if a field below it is withheld. Otherwise the first code is the result: an
 * operation with one root field has one reason to be refused.
 */
function classOfResult({ data, errors }: Result, name: string): string {
  const value = data?.[name.split('.')[1] ?? ''];
  const isEmpty = Array.isArray(value) && value.length > 0 && value.every((each) => each === null);
  if (value !== null && value !== undefined && !isEmpty) return 'ok';
  const [first] = errors ?? [];
  return first ? String(first.extensions?.code).toLowerCase() : 'null';
}

let renamed = 0;

const IMPORTED = {
  organizationId: null,
  type: 'catalogue.imported',
  at: new Date(START),
  userIds: null,
  data: { index_version: 1, as_of: null, rows: {} },
} as const;

/** Reads the first event of a subscription, after a change of its list, and an event that everybody sees. */
async function askSubscription(
  root: string,
  key: string | undefined,
  query: string,
  variables: object,
  { listId }: Fixture,
): Promise<Answer> {
  const stream = await subscribe(service.url, { key, query, variables });
  const ownerKey = people.keys.owner;
  const isRefused = stream.status !== 200;
  // A list does not change if it already has the name.
  const name = `mark-list ${++renamed}`;
  if (!isRefused) {
    await service.rest(ownerKey).patch(`/v1/lists/${listId}`, { name });
    await writeEvent(service.database.pool, IMPORTED);
  }
  const result = await stream.next();
  stream.leave();
  if (!result) return { class: stream.status === 401 ? 'invalid_api_key' : `${stream.status}`, text: '' };
  return { class: classOfResult(result, root), text: JSON.stringify(result) };
}

describe('access over REST', () => {
  it.each(Object.entries(REST))('is as expected for each caller: %s', async (name, expectation) => {
    const [method = '', template = ''] = name.split(' ');
    await assertRow(name, expectation, method !== 'GET', async (key, fixture) => {
      const values = { ...valuesOf(fixture), ...expectation.values?.(fixture) };
      const path = template.replace(/:(\w+)/g, (_, parameter: string) => String(values[parameter]));
      const rest = service.rest(key);
      const send = { GET: rest.get, POST: rest.post, PUT: rest.put, PATCH: rest.patch, DELETE: rest.delete };
      const response = await send[method as keyof typeof send](
        `/v1${path}${expectation.query?.(fixture) ?? ''}`,
        expectation.body?.(fixture),
      );
      const code: string | undefined = response.body?.detail?.error;
      return { class: code ?? (response.status < 300 ? 'ok' : `${response.status}`), text: textOf(response) };
    });
  });
});
