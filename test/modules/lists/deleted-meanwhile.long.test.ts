import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { pause, waitingStatements } from '../../harness/locks.ts';
import { type DatabaseProxy, startProxy } from '../../harness/proxy.ts';
import { passageOf } from '../../harness/statement-gate.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from './operations.ts';

const { service, tenant, rest, beside } = useService('vanishing', { seed: seedSmallCatalogue });

/** Runs before each statement of the process that the tests ask. */
let beforeStatement: ((statement: string) => Promise<void>) | undefined;
let proxy: DatabaseProxy | undefined;
afterAll(() => proxy?.stop());
const reader = beside({
  through: async (url) => {
    proxy = await startProxy(url, () => passageOf({ before: (met) => beforeStatement?.(met) }));
    return proxy.url;
  },
});

/** Statements that are sent every few seconds, and those that begin or end what the others do. */
const BESIDE_READS = /^(find_api_key|BEGIN|COMMIT|ROLLBACK|SAVEPOINT)|api_key_usage/;

/** Reads while the list is deleted before a statement of it. @returns the answer; undefined if it sends fewer statements. */
async function readWithout<Answer>(read: () => PromiseLike<Answer>, listId: number, place: number) {
  let met = 0;
  let deletion: PromiseLike<unknown> | undefined;
  beforeStatement = async (statement) => {
    if (BESIDE_READS.test(statement)) return;
    met += 1;
    if (met !== place) return;
    let isDeleted = false;
    deletion = rest()
      .delete(`/v1/lists/${listId}`)
      .expect(204)
      .then(() => {
        isDeleted = true;
      });
    // An export locks its list: the deletion follows it.
    while (!isDeleted && (await waitingStatements(service.database)).length === 0) await pause();
  };
  try {
    const answer = await read();
    await deletion;
    return deletion && answer;
  } finally {
    beforeStatement = undefined;
  }
}

async function createVanishing(tree: object): Promise<number> {
  const listId = await createList(service, tenant.userKey, 'Vanishing', tree);
  await rest()
    .post(`/v1/lists/${listId}/domains`, { domains: ['acme.example'] })
    .expect(200);
  return listId;
}

/** Reads once for each statement that the read sends, and deletes the list before it. */
async function answersOf<Answer>(
  read: (listId: number) => PromiseLike<Answer>,
  tree: object = GERMAN,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let place = 1; ; place += 1) {
    const listId = await createVanishing(tree);
    const answer = await readWithout(() => read(listId), listId, place);
    if (answer === undefined) {
      await rest().delete(`/v1/lists/${listId}`).expect(204);
      return answers;
    }
    answers.push(answer);
  }
}

const codesOf = ({ body }: Response): string[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);

describe('a list that is deleted while it is read', () => {
  it.each([
    '',
    '/audit-log',
    '/definition',
    '/definition/versions',
    '/domains',
    '/excluded-domains',
    '/explain?company=acme.example',
    '/export.csv',
    '/export/estimate',
    '/materializations',
    '/members',
    '/members?include=firmographics,technologies&sort=-name',
    '/members?include=reasons',
    '/permissions',
    '/used-by',
  ])('is read, or not found: GET /v1/lists/{id}%s', async (path) => {
    const answers = await answersOf((listId) =>
      reader.rest(tenant.userKey).get(`/v1/lists/${listId}${path}`),
    );
    const told = answers.map(({ status, body }) =>
      status === 200 ? 'read' : `${status} ${body.detail.error}`,
    );
    expect(told[0]).toBe('404 list_not_found');
    // An export that was paid for ends with its list.
    const expected = ['read', '404 list_not_found', path === '/export.csv' ? '410 export_expired' : ''];
    expect(told.filter((each) => !expected.includes(each))).toEqual([]);
  });

  it('is on a page of lists with its definition, or not there', async () => {
    const answers = await answersOf(() => reader.rest(tenant.userKey).get('/v1/lists'));
    const shown = answers.map(({ status, body }) => [
      status,
      body.lists.map((list: { name: string; definition: unknown }) => [list.name, list.definition]),
    ]);
    expect(shown).toEqual([
      [200, []],
      [200, [['Vanishing', GERMAN]]],
    ]);
  });

  it.each([
    ['versions', '{ edges { node { version definition } } }'],
    ['members', '{ totalCount }'],
  ])('is an error of GraphQL that says so: lists { %s }', async (field, selected) => {
    const query = `{ lists { edges { node { name ${field} ${selected} } } } }`;
    const answers = await answersOf(() => reader.graphql(tenant.userKey, query));
    expect(answers[0]?.body.data).toEqual({ lists: { edges: [] } });
    expect(answers.flatMap(codesOf).filter((code) => code !== 'LIST_NOT_FOUND')).toEqual([]);
  });

  it('is an error of GraphQL that says so where it uses another one', async () => {
    const named = await createList(service, tenant.userKey, 'Named', GERMAN);
    const query = `{ list(listId: ${named}) { usedBy { edges { node { name definition } } } } }`;
    const answers = await answersOf(
      () => reader.graphql(tenant.userKey, query),
      definition(condition('list', 'any_of', [named])),
    );
    await rest().delete(`/v1/lists/${named}`).expect(204);
    // It is there when the page is read, and gone when its definition is.
    expect(new Set(answers.flatMap(codesOf))).toEqual(new Set(['LIST_NOT_FOUND']));
  });
});

describe('a list that is deleted while it is changed', () => {
  beforeAll(async () => {
    await service.createColleague(tenant, 'Grace');
  });

  it.each<['put' | 'post' | 'patch' | 'delete', string, object | undefined]>([
    ['put', '/definition', GERMAN],
    ['patch', '', { name: 'Renamed', tags: ['x'] }],
    ['post', '/domains', { domains: ['beta.example'] }],
    ['delete', '/domains/acme.example', undefined],
    ['post', '/excluded-domains', { domains: ['beta.example'] }],
    ['put', '/watch', undefined],
    ['put', '/favourite', undefined],
    ['post', '/permissions', { email: 'grace@vanishing.example', access_level: 'viewer' }],
    ['post', '/export', undefined],
    ['post', '/materialize', undefined],
  ])('is changed before, or not found: %s /v1/lists/{id}%s', async (method, path, body) => {
    const send = reader.rest(tenant.userKey)[method];
    const answers = await answersOf((listId) => send(`/v1/lists/${listId}${path}`, body));
    const told = answers.map(({ status, body }) => body.detail?.error ?? `${Math.floor(status / 100)}xx`);
    expect(told[0]).toBe('list_not_found');
    expect(told.filter((each) => each !== '2xx' && each !== 'list_not_found')).toEqual([]);
  });
});
