import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import {
  type Client,
  type components,
  createClient,
  type FieldKey,
  type FieldValue,
  TypedDocumentString,
} from '../../clients/typescript/src/client.ts';
import type { BuiltInKey } from '../../clients/typescript/src/fields.ts';
import { BUILT_IN_KEYS } from '../../src/modules/filters/registry.ts';

declare module '../../clients/typescript/src/client.ts' {
  interface OwnFields {
    'custom.revenue_of_types': number;
    'org.stage_of_types': 'new' | 'won';
  }
}

it('the types of REST match openapi.json (npm run openapi writes them)', () => {
  const command = [resolve('tools/rest-types.mjs'), '--check'];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** Is never called. `npm run typecheck` shows that each marked line does not compile. */
async function misuse({
  rest,
  graphql,
  subscribe,
  lists,
  companies,
  enrich,
  filters,
}: Client): Promise<void> {
  // @ts-expect-error the path does not exist
  await rest.GET('/v1/nothing');
  // @ts-expect-error the path has no such method
  await rest.GET('/v1/enrich/partnerships', { body: { domains: [] } });
  // @ts-expect-error the identifier is missing
  await rest.GET('/v1/companies/{identifier}');
  // @ts-expect-error the id of a list is a number
  await rest.GET('/v1/lists/{list_id}', { params: { path: { list_id: 'one' } } });
  // @ts-expect-error the parameter does not exist
  await rest.GET('/v1/lists', { params: { query: { page: 2 } } });
  // @ts-expect-error the body is missing
  await rest.POST('/v1/enrich/partnerships');
  // @ts-expect-error the field does not exist
  await rest.POST('/v1/lists', { body: { name: 'x', color: 'red' } });
  // @ts-expect-error ownership cannot be granted
  const owner: components['schemas']['GrantPermissionInput']['access_level'] = 'owner';
  // @ts-expect-error the route has no pages
  rest.pages('/v1/lists/filter-fields');
  // @ts-expect-error the id of a list is a number
  await lists.get('one');
  // @ts-expect-error the name is missing
  await lists.create({});
  // @ts-expect-error the parameter does not exist
  await lists.members(1, { level: 'high' });
  // @ts-expect-error the text to search for is missing
  await companies.suggest();
  // @ts-expect-error the estimate of an export has no pages
  lists.estimateExport.pages(1);
  // What has a default may be left out.
  await filters.preview({ definition: { registry_version: '1', root: null } });
  // @ts-expect-error creating a list has no pages
  lists.create.pages({ name: 'x' });
  // @ts-expect-error results have no such field
  (await enrich({ domains: [] }, { include: ['inputs'] })).data.results[0]?.owner;
  for await (const member of lists.members.pages(1, { tier: 'high' })) {
    // @ts-expect-error a member has no such field
    member.owner;
    member.slug.trim();
  }
  const typed = new TypedDocumentString<{ a: string }, { id: number }>('query ($id: Int!) { a(id: $id) }');
  // @ts-expect-error the variables are missing
  await graphql(typed);
  // @ts-expect-error the field does not exist in the result
  (await graphql(typed, { id: 1 })).b;
  // @ts-expect-error the field does not exist in the partial result
  (await graphql.partial(typed, { id: 1 })).data.b;
  // @ts-expect-error `a` is no connection
  graphql.connection(typed, { id: 1 }, ({ a }) => a);
  const numbered = new TypedDocumentString<{ n: { kind: 'NUMBER'; n: number } }, { id: number }>('');
  // @ts-expect-error the variables are missing
  subscribe(numbered);
  for await (const event of subscribe(numbered, { id: 1 })) {
    // @ts-expect-error RESYNC has no number
    event.n;
    if (event.kind !== 'RESYNC') event.n.toFixed();
  }
  const { fields = {} } = (await companies.get('a', { include: ['fields'] })).data;
  fields['custom.revenue_of_types']?.toFixed();
  // @ts-expect-error the field holds numbers
  fields['custom.revenue_of_types']?.trim();
  // @ts-expect-error a company may have no value
  fields['custom.revenue_of_types'].toFixed();
  // @ts-expect-error the field has no such value
  fields['org.stage_of_types'] === 'lost';
  // @ts-expect-error a field that was not declared holds values of any type
  fields['custom.city']?.trim();
  // @ts-expect-error a built-in field is none of these
  fields.country;
  for (const value of Object.values<FieldValue>(fields)) if (typeof value === 'number') value.toFixed();
  for await (const member of lists.members.pages(1, { sort: '-custom.revenue_of_types' }))
    member.fields?.['org.stage_of_types']?.trim();
  // @ts-expect-error a key is a text
  await lists.members(1, { sort: 1 });
  // The keys that editors suggest are those of the service.
  const suggested: readonly BuiltInKey[] = BUILT_IN_KEYS;
  const served: readonly (typeof BUILT_IN_KEYS)[number][] = [] as BuiltInKey[];
  const keys: FieldKey[] = ['country', 'custom.revenue_of_types', 'org.anything', 'of_a_later_version'];
  const { data } = await rest.GET('/v1/companies/{identifier}', { params: { path: { identifier: 'a' } } });
  // @ts-expect-error firmographics may be absent
  data.firmographics.country;
  // @ts-expect-error a role of a request is one of the known ones
  const role: components['schemas']['InviteUserInput']['role'] = 'auditor';
  const later: components['schemas']['ManagedUser']['role'] = 'auditor';
  const problem = {} as components['schemas']['Problem'];
  // @ts-expect-error a problem of another code has no identifier
  problem.identifier;
  if (problem.error === 'company_not_found') problem.identifier.trim();
  return void [owner, role, later, keys, suggested, served];
}

describe('the client', () => {
  it('has the functions that the type checks above call', () => {
    const { rest, graphql } = createClient({ baseUrl: 'https://data.example', apiKey: 'k' });
    expect(misuse).toHaveLength(1);
    expect(Object.keys(rest).sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'pages']);
    expect(graphql).toBeInstanceOf(Function);
  });

  it('names itself on servers, and in browsers leaves their own name', async () => {
    const nameOf = async () => {
      let headers = new Headers();
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        headers = new Headers(init?.headers);
        return Response.json({});
      };
      await createClient({ baseUrl: 'https://data.example', apiKey: 'k', fetch }).account.get();
      return headers.get('User-Agent');
    };
    const { version } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));
    expect(await nameOf()).toBe(`company-data-client/${version}`);
    jest.spyOn(globalThis, 'process', 'get').mockReturnValue({ versions: {} } as NodeJS.Process);
    expect(await nameOf().finally(() => jest.restoreAllMocks())).toBe(null);
  });
});
