import { afterAll, describe, it } from '@jest/globals';
import { OperationTypeNode } from 'graphql';
import { writeEvent } from '../../src/modules/events/write-event.ts';
import { subscribe } from '../harness/events.ts';
import { START } from '../harness/service.ts';
import type { Fixture } from './callers.ts';
import { operationOf, rootFields } from './document.ts';
import { type Expectation, GRAPHQL, valuesOf } from './expectations.ts';
import { type Answer, type Ask, assertEnded, assertRow, startMatrix, textOf } from './rows.ts';

const matrix = await startMatrix();
const { service, people } = matrix;
afterAll(() => service.close());

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
    await assertRow(matrix, name, expectation, isMutation, ask);
    if (isMutation) await assertEnded(matrix, expectation, ask);
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
