import { afterAll, describe, expect, it } from '@jest/globals';
import { isObjectType, print, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { Response } from 'supertest';
import { schema } from '../../src/api/schema.ts';
import * as saved from '../../src/generated/operations.ts';
import type { RestRequest } from '../../src/rest/input.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { startTestService } from '../harness/service.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import {
  CALLERS,
  type Caller,
  createFixture,
  createListFixture,
  createOtherFixture,
  createPeople,
  discard,
  type Fixture,
  type People,
} from './callers.ts';
import { rootFields } from './document.ts';
import { expectedClass, GRAPHQL, REST, valuesOf } from './expectations.ts';

const service = await startTestService();
const people: People = await createPeople(service);
/** Objects of routes that do not change them. */
const shared: Fixture = await createFixture(service, people);
// An import that runs takes longer at each look.
await service.database.pool.query(`UPDATE catalogue_import SET state = 'finished', finished_at = now()`);
afterAll(() => service.close());

/** Types through which callers reach everything else. */
const TYPES = ['Query', 'Mutation', 'Catalogue', 'Viewer', 'Organization', 'List', 'ApiKey', 'PreviewCount'];

const GLOBAL_ID = 'REST has numeric ids.';
/** Fields that no path of REST reads, and why. */
const EXCEPTIONS: Record<string, string> = {
  'Mutation.createExportJob': 'The path of uploads runs it, with `kind=export`.',
  'Query.node': 'REST has a path for each kind of object.',
  'Query.nodes': 'REST has a path for each kind of object.',
  'Query.operationCost': 'Callers of REST write no documents; headers show what each request takes.',
  'List.id': GLOBAL_ID,
  'ApiKey.id': GLOBAL_ID,
  'Organization.id': GLOBAL_ID,
  'PreviewCount.breakdown': 'REST asks for breakdowns by several fields at once.',
  'PreviewCount.reasons':
    'REST explains one company at a time, also of a list; pages of reasons are for screens.',
  'List.revision': 'Pages of members and materializations show the revision that they are of.',
};

function fieldsOf(type: string): string[] {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.keys(found.getFields()).map((name) => `${type}.${name}`) : [];
}

function reachedByRest(): Set<string> {
  const reached = new Set<string>();
  for (const { document } of routes) {
    const types = new TypeInfo(schema);
    const Field = () => void reached.add(`${types.getParentType()}.${types.getFieldDef()?.name}`);
    visit(document, visitWithTypeInfo(types, { Field }));
  }
  return reached;
}

/** A caller who may use the route, if there is one. */
function callerOf(name: string): Caller {
  const expectation = REST[name];
  const isAllowed = (caller: Caller) => expectation && expectedClass(caller, expectation) === 'ok';
  return isAllowed('owner') ? 'owner' : (CALLERS.find(isAllowed) ?? 'owner');
}

/** Objects that a route may change: a list with what belongs to it, or everything else. */
async function createOwn(path: string): Promise<Fixture> {
  const isOfList = path.includes(':list_id');
  const own = isOfList ? createListFixture(service, people) : createOtherFixture(service, people);
  return { ...shared, ...(await own) };
}

/** The objects of a fixture, and a webhook or a draft of the owner where the path names one. */
async function createObjects({ method, path }: Route, level: string | undefined) {
  const isShared = method === 'GET' || level === 'anyone' || level === 'nobody';
  const fixture = isShared ? shared : await createOwn(path);
  const { post } = service.rest(people.keys.owner);
  const make = async (what: string, id: string, body: object): Promise<object> =>
    path.includes(`:${id}`) ? { [id]: (await post(what, body)).body[id] } : {};
  return {
    fixture,
    ...(await make('/v1/webhooks', 'webhook_id', { url: 'https://hooks.example/' })),
    ...(await make('/v1/drafts', 'draft_id', { definition: {} })),
    ...(path.includes(':job_id')
      ? {
          job_id: await makeJob(
            service,
            { organizationId: people.organizationId, userId: people.owner.userId },
            JOB_FILE,
            { status: 'awaiting_approval' },
          ),
        }
      : {}),
  };
}

type Objects = Awaited<ReturnType<typeof createObjects>>;

function requestOf({ method, path }: Route, { fixture, ...more }: Objects) {
  const expectation = REST[`${method} ${path}`];
  const values: Record<string, unknown> = {
    ...valuesOf(fixture),
    ...more,
    ...expectation?.values?.(fixture),
  };
  const params: Record<string, unknown> = {};
  const at = path.replace(/:(\w+)/g, (_, name: string) => {
    params[name] = String(values[name]);
    return String(values[name]);
  });
  const url = `/v1${at}${expectation?.query?.(fixture) ?? ''}`;
  return { url, params, body: expectation?.body?.(fixture) };
}

interface Answer {
  status: number | 'refused';
  body: unknown;
}

async function overRest(route: Route, key: string | undefined, objects: Objects): Promise<Answer> {
  const { url, body } = requestOf(route, objects);
  const send = service.rest(key)[route.method.toLowerCase() as 'get' | 'post'];
  const response: Response = await send(url, body);
  if (response.status >= 400) return { status: 'refused', body: response.body.detail.error };
  const { location } = response.headers;
  if (location) expect((await service.rest(key).get(location)).status).toBe(200);
  const hasBody = response.status !== 204 && !route.fileTypes;
  return { status: response.status, body: hasBody ? response.body : undefined };
}

/** Sends the saved document of a route as any GraphQL client could, and gives its data the form of REST. */
async function overGraphQL(route: Route, key: string | undefined, objects: Objects): Promise<Answer> {
  const request = { ...requestOf(route, objects), headers: {} };
  const variables = route.readVariables(request as unknown as RestRequest);
  const { body } = await service.graphql(key, print(route.document), variables);
  const [error] = body.errors ?? [];
  if (error) return { status: 'refused', body: error.extensions.code.toLowerCase() };
  const { status, body: answered } = route.reply(body.data, variables);
  return { status, body: answered && JSON.parse(JSON.stringify(answered)) };
}

/** Twins differ in their numbers and in what is drawn: keys, secrets, links and addresses. */
function comparable(answer: Answer): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value) => {
    if (['key', 'secret', 'prefix', 'link', 'cursor'].includes(name)) return '…';
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return 'time';
    if (typeof value === 'string') return value.replace(/\b[0-9a-f]*\d[0-9a-f]*\b/g, '0');
    return typeof value === 'number' ? 0 : value;
  });
}

/** Leaves out how much of the disk is free: other tests write to it. */
const withoutFreeSpace = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replace(/[\d.]+ GB of/g, 'GB of'));

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

describe('REST', () => {
  it('has one route for each saved document', () => {
    // The path of uploads runs it.
    const operations = Object.keys(saved).filter(
      (name) => name.endsWith('Document') && name !== 'CreateExportJobDocument',
    );
    expect(routes.map(({ name }) => `${name}Document`).toSorted()).toEqual(operations.toSorted());
  });

  it('reaches every field of the main types, except those of a short list', () => {
    const reached = reachedByRest();
    const missing = TYPES.flatMap(fieldsOf).filter((field) => !reached.has(field));
    expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });

  const rows = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

  it.each(rows)('answers what its document returns over GraphQL: %s', async (name, route) => {
    const key = people.keys[callerOf(name)];
    const level = REST[name]?.level;
    const objects = await createObjects(route, level);
    const rest = await overRest(route, key, objects);
    const isRead = route.method === 'GET';
    const twin = isRead ? objects : await createObjects(route, level);
    const graphql = await overGraphQL(route, key, twin);
    for (const { fixture } of [objects, twin])
      if (fixture.keyId !== shared.keyId) await discard(service, fixture);
    if (isRead) expect(withoutFreeSpace(rest)).toEqual(withoutFreeSpace(graphql));
    else expect(comparable(rest)).toEqual(comparable(graphql));
  });
});
