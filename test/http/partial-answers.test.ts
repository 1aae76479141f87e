import { describe, expect, it } from '@jest/globals';
import { ENRICH, freshKey, keyed, twice, useSender } from './idempotent.ts';

const { books, rest, service, tenant } = useSender();
const graphql = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);

async function listNames(): Promise<string[]> {
  const { body } = await rest().get('/v1/lists');
  return body.lists.map(({ name }: { name: string }) => name).toSorted();
}

const NAME_REFUSED = {
  code: 'VALIDATION_ERROR',
  errors: [{ pointer: '/name', message: expect.any(String) }],
};

describe('a mutation that fails', () => {
  it('is null with an error at its path; those before and after it have run', async () => {
    const { status, body } = await graphql(`mutation {
      a: createList(input: { name: "A" }) { list { name } }
      b: createList(input: { name: "" }) { list { name } }
      c: createList(input: { name: "C" }) { list { name } }
    }`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { a: { list: { name: 'A' } }, b: null, c: { list: { name: 'C' } } },
      errors: [
        { message: expect.any(String), locations: expect.any(Array), path: ['b'], extensions: NAME_REFUSED },
      ],
      extensions: { cost: expect.any(Object) },
    });
    expect(await listNames()).toEqual(['A', 'C']);
  });

  it('does not hide what another one has charged', async () => {
    const before = await books(tenant);
    const { status, body } = await graphql(
      `mutation ($input: EnrichPartnershipsInput!) {
        enrichPartnerships(input: $input) { creditsCharged }
        deleteList(input: { listId: 999999 }) { deletedId }
      }`,
      { input: { domains: ['acme.example'] } },
    );
    expect([status, body.data]).toEqual([
      200,
      { enrichPartnerships: { creditsCharged: 1 }, deleteList: null },
    ]);
    expect(body.errors).toMatchObject([{ path: ['deleteList'], extensions: { code: 'LIST_NOT_FOUND' } }]);
    expect((await books(tenant)).balance).toBe(before.balance - 1);
  });

  it('is answered again with the same bytes, and nothing runs twice', async () => {
    const query = `mutation {
      a: createList(input: { name: "Once" }) { list { listId } }
      b: createList(input: { name: "" }) { list { listId } }
    }`;
    const [first] = await twice((key) => keyed(graphql(query), key));
    expect(first.body).toMatchObject({ data: { b: null }, errors: [{ path: ['b'] }] });
    expect((await listNames()).filter((name) => name === 'Once')).toHaveLength(1);
  });

  it('runs again with the same key if the reason has passed; those that succeeded do not', async () => {
    const poor = await service.createTenant('poor', 0);
    const key = freshKey();
    const send = () =>
      keyed(
        service.graphql(
          poor.userKey,
          `mutation ($input: EnrichPartnershipsInput!) {
            createList(input: { name: "Poor" }) { list { listId } }
            enrichPartnerships(input: $input) { creditsCharged }
          }`,
          { input: { domains: ['acme.example'] } },
        ),
        key,
      );
    const refused = await send();
    expect(refused.body).toMatchObject({
      data: { createList: { list: { listId: expect.any(Number) } }, enrichPartnerships: null },
      errors: [{ path: ['enrichPartnerships'], extensions: { code: 'INSUFFICIENT_CREDITS' } }],
    });
    await service.admin.grantCredits('poor', 5);
    const { body } = await send();
    expect(body.data).toEqual({ ...refused.body.data, enrichPartnerships: { creditsCharged: 1 } });
    expect(body.errors).toBeUndefined();
    expect((await service.rest(poor.userKey).get('/v1/lists')).body.total).toBe(1);
  });

  it('alone is null as well', async () => {
    const { body } = await graphql(ENRICH, { input: { domains: [] } });
    expect(body).toMatchObject({
      data: { enrichPartnerships: null },
      errors: [{ path: ['enrichPartnerships'], extensions: { code: 'VALIDATION_ERROR' } }],
    });
  });
});

describe('a field that is refused', () => {
  it('for the kind of the key leaves the fields beside it alone', async () => {
    const query = `{
      viewer { organization { name } }
      rateLimit { limited }
      list(listId: 1) { name }
      lists { totalCount }
      filterFields { registryVersion }
      company(identifier: "acme") { name }
    }`;
    const { status, body } = await service.graphql(tenant.orgKey, query);
    expect([status, body.data]).toEqual([
      200,
      {
        viewer: { organization: { name: 'tenant' } },
        rateLimit: { limited: false },
        list: null,
        lists: null,
        filterFields: null,
        company: { name: 'Acme Cloud' },
      },
    ]);
    const refused = body.errors.map(({ path, extensions }: { path: string[]; extensions: object }) => ({
      path,
      extensions,
    }));
    expect(refused).toHaveLength(3);
    for (const field of ['list', 'lists', 'filterFields'])
      expect(refused).toContainEqual({ path: [field], extensions: { code: 'USER_CREDENTIAL_REQUIRED' } });
  });

  it.each([
    ['viewer', 'organization'],
    ['catalogue', 'facet_index'],
  ])('at the root leaves the others alone: %s', async (field, table) => {
    const { pool } = service.database;
    const query = `{ viewer { organization { name } } catalogue { companyCount } rateLimit { limited } }`;
    const answered = {
      viewer: { organization: { name: 'tenant' } },
      catalogue: { companyCount: 5 },
      rateLimit: { limited: false },
    };
    // A document is compiled at its third use.
    for (let use = 1; use <= 4; use += 1) expect((await graphql(query)).body.data).toEqual(answered);
    await pool.query(`ALTER TABLE ${table} RENAME TO gone`);
    try {
      const { status, body } = await graphql(query);
      expect([status, body.data]).toEqual([200, { ...answered, [field]: null }]);
      expect(body.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR' } }]);
    } finally {
      await pool.query(`ALTER TABLE gone RENAME TO ${table}`);
    }
  });

  it('for its arguments leaves the fields beside it alone, interpreted and compiled', async () => {
    const { body } = await rest().post('/v1/lists', { name: 'Parts' });
    const query = `query ($id: ID!) {
      list(listId: $id) {
        name
        version(version: 99) { version }
        members(first: 0) { totalCount }
        changes(sinceMaterializationId: 1) { entered { totalCount } }
        explain(identifier: "nobody.example") { member }
        previewDefinition { count }
        versions(first: 1) { totalCount }
      }
      company(identifier: "nobody.example") { name }
      nothing: list(listId: 999999) { name }
      counted: previewCount { count }
    }`;
    const codes = [
      ['company', 'COMPANY_NOT_FOUND'],
      ['counted', 'VALIDATION_ERROR'],
      ['list.changes', 'VALIDATION_ERROR'],
      ['list.explain', 'COMPANY_NOT_FOUND'],
      ['list.members', 'VALIDATION_ERROR'],
      ['list.previewDefinition', 'VALIDATION_ERROR'],
      ['list.version', 'VERSION_NOT_FOUND'],
      ['nothing', 'LIST_NOT_FOUND'],
    ];
    // A document is compiled at its third use.
    for (let use = 1; use <= 4; use += 1) {
      const answer = await graphql(query, { id: body.list_id });
      expect(answer.body.data).toEqual({
        list: {
          name: 'Parts',
          version: null,
          members: null,
          changes: null,
          explain: null,
          previewDefinition: null,
          versions: { totalCount: 1 },
        },
        company: null,
        nothing: null,
        counted: null,
      });
      const errors: { path: string[]; extensions: { code: string } }[] = answer.body.errors;
      const found = errors.map(({ path, extensions }) => [path.join('.'), extensions.code]);
      expect(found.toSorted()).toEqual(codes);
    }
  });
});
