import { expect, it } from '@jest/globals';
import { answer, codes } from '../harness/errors.ts';
import { send } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';
import { givePasskey } from '../modules/sign-in/passkey-support.ts';

const { service, tenant, rest, graphql } = useService('creators', {
  tenantPerTest: true,
  credits: 100,
  seed: seedSmallCatalogue,
});

interface Case {
  /** Creates an object. @returns the response to its creation; without one, the id of the object. */
  create: () => Promise<{ location: string; body: object } | { location: string }>;
  /** Reads the page or list that shows the object, as its collection. */
  list: () => Promise<readonly object[]>;
  /** Field of GraphQL that returns it, with the argument `id`. */
  field: (id: string) => string;
  code: string;
}

const created = async (path: string, body: object) => {
  const { status, headers, body: made } = await rest().post(path, body);
  expect([status, made.detail]).toEqual([201, undefined]);
  return { location: String(headers.location), body: made };
};

const page = async (path: string, name: string) => (await rest().get(path)).body[name];

let listId = 0;

const CASES: Readonly<Record<string, Case>> = {
  'an invited person': {
    create: async () => {
      const { location } = await created('/v1/account/users', {
        email: `${tenant.organizationId}@new.example`,
        role: 'member',
      });
      return { location };
    },
    list: () => page('/v1/account/users', 'users'),
    field: (id) => `viewer { organization { found: user(userId: ${id}) { name } } }`,
    code: 'user_not_found',
  },
  'a service account': {
    create: () => created('/v1/account/service-accounts', { name: 'Nightly' }),
    list: () => page('/v1/account/users', 'users'),
    field: (id) => `viewer { organization { found: user(userId: ${id}) { name } } }`,
    code: 'user_not_found',
  },
  'a flag': {
    create: async () => {
      const { location } = await created('/v1/companies/acme/flags', { description: 'Wrong' });
      return { location };
    },
    list: () => page('/v1/account/flags', 'flags'),
    field: (id) => `found: flag(flagId: ${id}) { status }`,
    code: 'flag_not_found',
  },
  'a permission': {
    create: async () => {
      listId = await createList(service, tenant.userKey, 'Shared');
      return created(`/v1/lists/${listId}/permissions`, { org_wide: true, access_level: 'viewer' });
    },
    list: () => page(`/v1/lists/${listId}/permissions`, 'permissions'),
    field: (id) => `list(listId: ${listId}) { found: permission(permissionId: ${id}) { accessLevel } }`,
    code: 'permission_not_found',
  },
  'a passkey': {
    create: async () => {
      const { passkeyId } = await givePasskey(service, tenant.userId);
      return { location: `/v1/account/passkeys/${passkeyId}` };
    },
    list: () => page('/v1/account/passkeys', 'passkeys'),
    field: (id) => `viewer { found: passkey(passkeyId: ${id}) { name } }`,
    code: 'passkey_not_found',
  },
  'an entry of the ledger': {
    create: async () => {
      await rest().post('/v1/enrich/partnerships', { domains: ['acme.example'] });
      const { body } = await rest().get('/v1/account/ledger');
      return { location: `/v1/account/ledger/${body.entries[0].entry_id}` };
    },
    list: () => page('/v1/account/ledger', 'entries'),
    field: (id) => `found: creditEntry(entryId: ${id}) { kind }`,
    code: 'credit_entry_not_found',
  },
};

it.each(Object.entries(CASES))(
  '%s has a path, which the collection and GraphQL agree with',
  async (_what, each) => {
    const made = await each.create();
    const found = await rest().get(made.location);
    expect(found.status).toBe(200);
    if ('body' in made) expect(found.body).toEqual(made.body);
    expect(await each.list()).toContainEqual(found.body);
    const id = made.location.split('/').at(-1) ?? '';
    expect((await graphql(`{ ${each.field(id)} }`)).body.errors).toBeUndefined();

    // Another organization gets the answer of an id that nobody has.
    const missing = made.location.replace(/\d+$/, '2147483647');
    const absent = answer(await rest().get(missing));
    expect(absent).toMatchObject({ status: 404, body: { detail: { error: each.code } } });
    const foreign = await service.createTenant(`elsewhere-${tenant.organizationId}`);
    const hidden = await service.rest(foreign.userKey).get(made.location);
    const ofList = { status: 404, body: { detail: { error: 'list_not_found' } } };
    if (each.code === 'permission_not_found') expect(answer(hidden)).toMatchObject(ofList);
    else expect(answer(hidden)).toEqual(absent);
    const { body } = await graphql(`{ ${each.field('2147483647')} }`);
    expect(codes({ body })).toEqual([each.code.toUpperCase()]);
  },
);

it('the passkey that a browser adds has the path in its Location', async () => {
  const { passkeyId } = await givePasskey(service, tenant.userId);
  const { status, body } = await send(service, `GET /v1/account/passkeys/${passkeyId}`, {
    headers: { 'X-API-Key': tenant.userKey },
  });
  expect([status, body]).toEqual([200, (await rest().get('/v1/account/passkeys')).body.passkeys[0]]);
});

it('a permission is found under its own list alone', async () => {
  const [first, second] = [
    await createList(service, tenant.userKey, 'First'),
    await createList(service, tenant.userKey, 'Second'),
  ];
  const { body } = await rest().post(`/v1/lists/${first}/permissions`, {
    org_wide: true,
    access_level: 'viewer',
  });
  const other = await rest().get(`/v1/lists/${second}/permissions/${body.permission_id}`);
  expect([other.status, other.body.detail.error]).toEqual([404, 'permission_not_found']);
});

it('a disabled user is found by admins alone', async () => {
  const [gone, colleague] = [
    await service.createColleague(tenant, 'gone'),
    await service.createColleague(tenant, 'colleague'),
  ];
  const path = `/v1/account/users/${gone.userId}`;
  const disabled = await rest().patch(path, { disabled: true });
  expect((await rest().get(path)).body).toEqual(disabled.body);
  const { status, body } = await service.rest(colleague.userKey).get(path);
  expect([status, body.detail.error]).toEqual([404, 'user_not_found']);
});

it('an operator reads a grant to another organization, and none of its charges', async () => {
  const other = await service.createTenant(`granted-${tenant.organizationId}`, 5);
  const operator = await service.createColleague(tenant, 'operator');
  await service.admin.setOperator(operator.email, true);
  const asOperator = service.rest(operator.userKey);
  const granted = await asOperator.post(`/v1/installation/organizations/${other.organizationId}/credits`, {
    amount: 7,
  });
  expect([granted.status, granted.body.balance_after]).toEqual([201, 12]);
  const { location = '' } = granted.headers;
  expect(answer(await asOperator.get(location))).toEqual({ status: 200, body: granted.body });
  expect((await service.rest(other.userKey).get(location)).body).toEqual(granted.body);
  expect((await rest().get(location)).body.detail.error).toBe('credit_entry_not_found');

  await service.rest(other.userKey).post('/v1/enrich/partnerships', { domains: ['acme.example'] });
  const { body } = await service.rest(other.userKey).get('/v1/account/ledger?limit=1');
  const charge = await asOperator.get(`/v1/account/ledger/${body.entries[0].entry_id}`);
  expect([charge.status, charge.body.detail.error]).toEqual([404, 'credit_entry_not_found']);
});
