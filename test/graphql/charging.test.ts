import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { routes } from '../../src/rest/routes.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedTriedImport } from '../harness/seed.ts';
import { startTestService, testConfig } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { givePasskey } from '../modules/sign-in/passkey-support.ts';

/** The mutations that spend credits. All other operations are free. */
const CHARGING = ['enrichPartnerships', 'exportList'];
const SPENDS = /(INSERT INTO|UPDATE) (company_unlock|credit_entry|organization)\b/;

// `node` and `nodes` name each field of each type.
const operationLimits = { ...testConfig().operationLimits, maxAliases: 1_000 };
const service = await startTestService({ operationLimits });
const tenant = await service.createTenant('spenders', 1000);
await service.admin.setOperator(tenant.email, true);
const acme: number = (await seedSmallCatalogue(service.database.pool)).acme ?? 0;
const listId: number = await createList(service, tenant.userKey, 'Members', KUBERNETES);
await service.rest(tenant.userKey).post(`/v1/lists/${listId}/materialize`);
const webhook = await service.rest(tenant.userKey).post('/v1/webhooks', { url: 'https://hooks.example/' });
const webhookId: number = webhook.body.webhook_id;
const jobId = await makeJob(service, tenant, JOB_FILE, { status: 'awaiting_approval' });
const draft = await service.rest(tenant.userKey).post('/v1/drafts', { definition: KUBERNETES });
const draftId: number = draft.body.draft_id;
const flag = await service.rest(tenant.userKey).post('/v1/companies/acme/flags');
const flagId: number = flag.body.flag_id;
const permission = await service
  .rest(tenant.userKey)
  .post(`/v1/lists/${listId}/permissions`, { org_wide: true, access_level: 'viewer' });
const permissionId: number = permission.body.permission_id;
const fieldKey = 'org.score';
await service.rest(tenant.userKey).post('/v1/fields', { key: fieldKey, label: 'Score', type: 'number' });
const { passkeyId } = await givePasskey(service, tenant.userId);
const ledger = await service.rest(tenant.userKey).get('/v1/account/ledger');
const entryId: number = ledger.body.entries[0].entry_id;
const importId = await seedTriedImport(service.database.pool, tenant);
afterAll(() => service.close());

const books = () => readBooks(service.database.pool, tenant.organizationId);
const unspent = { balance: 1000, ledger: 1000, paidFor: [], unlocked: [] };

/** Values by name for the arguments that fields of the schema may require. */
function argumentOf(name: string): string {
  const values: Record<string, unknown> = {
    identifier: 'acme',
    techKey: 'kubernetes',
    search: 'acme',
    q: 'acme',
    listId,
    version: 1,
    first: 2,
    id: globalId('Company', acme),
    ids: [globalId('Company', acme), globalId('List', listId)],
    domains: ['acme.example', 'beta.example', 'gamma.example'],
    query: '{ __typename }',
    sinceMaterializationId: '1',
    keyId: '1',
    webhookId,
    draftId,
    jobId,
    importId,
    flagId,
    permissionId,
    passkeyId,
    entryId,
    userId: tenant.userId,
    organizationId: tenant.organizationId,
    key: fieldKey,
    fields: ['partner', 'country'],
    from: 'kubernetes',
    to: 'postgresql',
    category: 'Containers',
  };
  if (name === 'field') return '"partner"';
  if (name === 'rows') return '[{domain: "acme.example", name: "Acme"}]';
  if (name === 'sets') return `[{listId: "${listId}"}, {listId: "${listId}"}]`;
  if (name === 'definitionJson')
    return '{registry_version: "1", root: {condition: {field: "country", operator: "any_of", values: ["DE"]}}}';
  if (!(name in values)) throw new Error(`no value for the argument ${name}: add one`);
  return JSON.stringify(values[name]);
}
const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

/** Whether a list is reached from another object: then it is not selected as a whole, as it is below `list` and `lists`. */
const isFartherList = (type: GraphQLObjectType, above: readonly GraphQLNamedType[]) =>
  type.name === 'List' &&
  above.some((each) => isObjectType(each) && each.getInterfaces().some(({ name }) => name === 'Node'));

/** Selects everything below a field: of an interface one type a query, since all of them together exceed a document. */
function queriesFor(field: GraphQLField<unknown, unknown>): string[] {
  const type = getNamedType(field.type);
  return isInterfaceType(type)
    ? objectsOf(type).map((object) => `{ ${select(field, [], [object])} }`)
    : [`{ ${select(field)} }`];
}

/** Selects everything below a field, each type once on the way down. */
function select(
  field: GraphQLField<unknown, unknown>,
  above: readonly GraphQLNamedType[] = [],
  objects = objectsOf(getNamedType(field.type)),
): string {
  const wanted = field.args.filter(
    (arg: GraphQLArgument) =>
      isRequiredArgument(arg) || ['definitionJson', 'domains', 'first', 'search'].includes(arg.name),
  );
  const args = wanted.map(({ name }) => `${name}: ${argumentOf(name)}`).join(', ');
  return `${field.name}${args && `(${args})`}${selectionOf(getNamedType(field.type), above, objects)}`;
}

/** The types to select of a field. Of those behind an interface below `Node`, one stands for all: they differ in leaves. */
function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  if (!isInterfaceType(type)) return [];
  const nameOf = (each: GraphQLObjectType) =>
    each.getInterfaces().find(({ name }) => name !== 'Node')?.name ?? each.name;
  return [...new Map(schema.getPossibleTypes(type).map((each) => [nameOf(each), each])).values()];
}

function selectionOf(
  type: GraphQLNamedType,
  above: readonly GraphQLNamedType[],
  objects: readonly GraphQLObjectType[],
): string {
  if (isLeafType(type)) return '';
  const parts = objects.map((object) => {
    const fields = Object.values(object.getFields())
      .filter((each) => !above.includes(getNamedType(each.type)) || isLeafType(getNamedType(each.type)))
      .filter((each) => !isFartherList(object, above) || isLeafType(getNamedType(each.type)))
      // Documents would have too many tokens with it at each company.
      .filter(({ name }) => name !== 'similar' || above.length === 0)
      .map((each) => select(each, [...above, object]));
    if (!isInterfaceType(type)) return fields.join(' ');
    // Types of one interface may have fields with the same name and different types.
    return `... on ${object.name} { ${fields.map((each) => `${object.name}_${each.replace(/\W.*/s, '')}: ${each}`).join(' ')} }`;
  });
  return ` { __typename ${parts.join(' ')} }`;
}

describe('a request that must not charge', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});

  it.each(fields.map(({ name }) => [name]))(
    'spends no credits: query %s, with everything that can be selected below it',
    async (name) => {
      const field = fields.find((each) => each.name === name);
      for (const query of field ? queriesFor(field) : []) {
        const { result, statements } = await recordStatements(() => service.graphql(tenant.userKey, query));
        expect(result.body.errors).toBeUndefined();
        expect(statements.filter((sql) => SPENDS.test(sql))).toEqual([]);
      }
      expect(await books()).toEqual(unspent);
    },
  );

  it('spends no credits: a charging mutation by GET or HEAD, which is refused', async () => {
    const query = `mutation { enrichPartnerships(input: { domains: ["acme.example"] }) { creditsCharged } }`;
    const url = `${service.url}/graphql?query=${encodeURIComponent(query)}`;
    for (const method of ['GET', 'HEAD']) {
      const { status } = await fetch(url, { method, headers: { 'X-API-Key': tenant.userKey } });
      expect(status).toBe(405);
    }
    expect(await books()).toEqual(unspent);
  });
});

describe('a REST route', () => {
  const rootFields = ({ document }: (typeof routes)[number]) =>
    document.definitions.flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION
        ? each.selectionSet.selections.flatMap((selection) =>
            selection.kind === Kind.FIELD ? [selection.name.value] : [],
          )
        : [],
    );

  it('declares that it charges if its document does', () => {
    const declared = routes.filter(({ charges }) => charges);
    const charging = routes.filter((route) => rootFields(route).some((name) => CHARGING.includes(name)));
    expect(declared).toEqual(charging);
    expect(declared.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /enrich/partnerships',
      'POST /lists/:list_id/export',
      'GET /lists/:list_id/export.csv',
    ]);
  });

  it.each(routes.filter(({ method }) => method === 'GET').map(({ path }) => [path]))(
    'charges nothing for HEAD: %s',
    async (path) => {
      const { charges } = routes.find((route) => route.path === path && route.method === 'GET') ?? {};
      const url = `${service.url}/v1${path
        .replace(':identifier', 'acme')
        .replace(':list_id', String(listId))
        .replace(':field', 'partner')
        .replace(':key_id', '1')
        .replace(':key', fieldKey)
        .replace(':webhook_id', String(webhookId))
        .replace(':job_id', String(jobId))
        .replace(':import_id', String(importId))
        .replace(':draft_id', String(draftId))
        .replace(':tech_key', 'kubernetes')
        .replace(':flag_id', String(flagId))
        .replace(':permission_id', String(permissionId))
        .replace(':passkey_id', String(passkeyId))
        .replace(':entry_id', String(entryId))
        .replace(':organization_id', String(tenant.organizationId))
        .replace(':user_id', String(tenant.userId))
        .replace(':version', '1')}`;
      const { result, statements } = await recordStatements(() =>
        fetch(url, { method: 'HEAD', headers: { 'X-API-Key': tenant.userKey } }),
      );
      if (charges) {
        expect([result.status, result.headers.get('Allow')]).toEqual([405, 'GET']);
        expect(statements).toEqual([]);
      } else expect([200, 422]).toContain(result.status);
      expect(await books()).toEqual(unspent);
    },
  );

  it('that charges refuses HEAD even for a paid export, and only GET is in Allow', async () => {
    const url = `${service.url}/v1/lists/${listId}/export.csv`;
    for (const [method, query] of [
      ['HEAD', '?materialization=1'],
      ['PUT', ''],
      ['DELETE', '?materialization=1'],
    ] as const) {
      const { status, headers } = await fetch(url + query, {
        method,
        headers: { 'X-API-Key': tenant.userKey },
      });
      expect([status, headers.get('Allow')]).toEqual([405, 'GET']);
    }
    expect(await books()).toEqual(unspent);
  });
});
