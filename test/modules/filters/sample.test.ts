import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedPlain } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { createList } from '../lists/operations.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'samplers');
beforeAll(async () => {
  const { pool } = service.database;
  await seedSmallCatalogue(pool);
  for (let n = 10; n < 50; n += 1) await seedPlain(pool, `plain${n}`);
  await rebuildIndex(pool);
});

const ANY = condition('technology_count', 'gte', [0]);
const KUBERNETES_OR_UNSEEN = {
  or: [
    condition('technology', 'any_of', ['kubernetes']),
    { and: [ANY, condition('technology', 'none_of', ['kubernetes'])] },
  ],
};

async function sample(root: unknown, argument = '', fields = 'slug') {
  const query = `query ($json: JSON) { previewCount(definitionJson: $json) { sample${argument} { ${fields} } } }`;
  return (await service.graphql(tenant.userKey, query, { json: definition(root) })).body;
}
const slugsOf = async (root: unknown, argument?: string) =>
  (await sample(root, argument)).data.previewCount.sample.map(({ slug }: { slug: string }) => slug);

describe('previewCount { sample }', () => {
  it('has the first members of a list with the definition, in their order', async () => {
    for (const root of [KUBERNETES_OR_UNSEEN, condition('technology', 'any_of', ['kubernetes']), ANY]) {
      const id = await createList(service, tenant.userKey, 'Sampled', definition(root));
      const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${id}/members?limit=25`);
      const members = body.members.map(({ slug }: { slug: string }) => slug);
      expect(await slugsOf(root, '(first: 25)')).toEqual(members);
      expect(await slugsOf(root)).toEqual(members.slice(0, 10));
      expect(await slugsOf(root, '(first: 1)')).toEqual(members.slice(0, 1));
    }
  });

  it.each(['(first: 0)', '(first: 26)', '(first: -1)'])('refuses %s', async (argument) => {
    expect((await sample(ANY, argument)).errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/first', message: 'must be 1 to 25' }],
    });
  });

  it('reads its companies, and what is selected below them, in as many statements for one as for 25', async () => {
    const fields = 'slug technologies { totalCount edges { cursor } } partnerships { access }';
    const read = async (first: number) => {
      await sample(ANY, `(first: ${first})`, fields);
      return (await recordStatements(() => sample(ANY, `(first: ${first})`, fields))).statements.length;
    };
    expect(await read(25)).toBe(await read(1));
  });
});

describe('previewCount { reasons }', () => {
  const FIELDS = 'reasons { pointer condition negated met firstSeen lastSeen window }';
  const reasons = async (root: unknown, argument = '', fields = `companyId ${FIELDS}`) => {
    const query = `query ($json: JSON) { previewCount(definitionJson: $json) { reasons${argument} { ${fields} } } }`;
    return (await service.graphql(tenant.userKey, query, { json: definition(root) })).body;
  };

  it('has the reasons of the first members of a list with the definition, in their order', async () => {
    const root = { and: [KUBERNETES_OR_UNSEEN, condition('country', 'any_of', ['DE', 'AT'])] };
    const id = await createList(service, tenant.userKey, 'Reasoned', definition(root));
    const query = `query ($id: ID!) { list(listId: $id) { members(first: 25) { edges { node { companyId ${FIELDS} } } } } }`;
    const { body } = await service.graphql(tenant.userKey, query, { id });
    const members = body.data.list.members.edges.map(({ node }: { node: object }) => node);
    expect(members.length).toBeGreaterThan(2);
    expect((await reasons(root, '(first: 25)')).data.previewCount.reasons).toEqual(members);
    expect((await reasons(root, '(first: 2)')).data.previewCount.reasons).toEqual(members.slice(0, 2));
    expect(members[0].reasons[0]).toMatchObject({ pointer: '/root/and/0/or/0', met: true, window: 'HIGH' });
  });

  it('takes as many statements for one company as for 25, and none where it is not selected', async () => {
    const root = KUBERNETES_OR_UNSEEN;
    const read = (first: number) => recordStatements(() => reasons(root, `(first: ${first})`));
    await read(1);
    const [one, many] = [await read(1), await read(25)];
    expect(many.result.data.previewCount.reasons).toHaveLength(25);
    expect(many.statements).toEqual(one.statements);
    const counted = await recordStatements(() => sample(root));
    const isSighting = (sql: string) => sql.includes('first_seen');
    expect([one.statements.filter(isSighting).length, counted.statements.filter(isSighting).length]).toEqual([
      1, 0,
    ]);
  });

  it('refuses more than 25', async () => {
    expect((await reasons(ANY, '(first: 26)')).errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/first', message: 'must be 1 to 25' }],
    });
  });
});
