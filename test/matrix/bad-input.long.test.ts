import { afterAll, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/routes.ts';
import { resolve } from '../harness/conformance.ts';
import { startTestService } from '../harness/service.ts';
import { type Caller, createFixture, createPeople, discard, type Fixture, type People } from './callers.ts';
import { REST, valuesOf } from './expectations.ts';

const service = await startTestService();
const people: People = await createPeople(service);
afterAll(() => service.close());

interface Schema {
  properties?: object;
  oneOf?: readonly Schema[];
}
interface Operation {
  parameters?: readonly { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const paths = openApiDocument.paths as Record<string, Record<string, Operation>>;

/** Names of the parameters and of the fields of the body of a route, as openapi.json states them. */
function partsOf(method: string, path: string) {
  const operation = paths[`/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] ?? {};
  const { parameters = [], requestBody } = operation;
  const namesIn = (place: string) =>
    parameters.flatMap((each) => {
      const { name, in: where } = resolve(each);
      return where === place ? [name] : [];
    });
  const body = requestBody && resolve(requestBody.content['application/json'].schema);
  const objects = body ? [body, ...(body.oneOf ?? [])] : [];
  const fields = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return { path: namesIn('path'), query: namesIn('query'), body: body && fields };
}

const BAD_TEXTS = [
  '',
  ' ',
  'x',
  '-1',
  '1e3',
  '0',
  '2000000000',
  '99999999999',
  'x'.repeat(9_000),
  'a\0b',
  '☃',
  '{}',
  'a,b',
];
const BAD_VALUES = [
  ...BAD_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  [],
  ['x'],
  [null],
  {},
  { x: 1 },
  { and: [] },
];

/** A caller who may use the route. */
function callerOf(name: string): Caller {
  if (/^\w+ .(flags|installation)/.test(name)) return 'operator without access';
  return /^PATCH .account|^\w+ .fields/.test(name) ? 'admin without access' : 'owner';
}

type Send = (path: string, query: Record<string, string>, body: unknown) => PromiseLike<Response>;

/** Sends a valid request of a route with one part of it changed, for each part and each bad value. */
async function sendBad(name: string, fixture: Fixture, send: Send): Promise<void> {
  const [method = '', template = ''] = name.split(' ');
  const expectation = REST[name];
  const values = { ...valuesOf(fixture), ...expectation?.values?.(fixture) };
  const pathWith = (changed: Record<string, unknown>) =>
    `/v1${template.replace(/:(\w+)/g, (_, each: string) => encodeURIComponent(String({ ...values, ...changed }[each])) || '%20')}`;
  const query = Object.fromEntries(new URLSearchParams(expectation?.query?.(fixture)));
  const body = expectation?.body?.(fixture) ?? {};
  const parts = partsOf(method, template);
  for (const part of parts.path)
    for (const text of BAD_TEXTS) await send(pathWith({ [part]: text }), query, body);
  for (const part of [...parts.query, 'unknown_name'])
    for (const text of BAD_TEXTS) await send(pathWith({}), { ...query, [part]: text }, body);
  for (const part of parts.query) {
    const { [part]: _, ...others } = query;
    await send(pathWith({}), others, body);
  }
  if (!parts.body) return;
  for (const part of [...parts.body, 'unknown_name'])
    for (const value of BAD_VALUES) await send(pathWith({}), query, { ...body, [part]: value });
  for (const value of BAD_VALUES.filter((each) => typeof each === 'object'))
    await send(pathWith({}), query, value);
}

/** The test client compares each response with openapi.json, and each message with the names of GraphQL. */
it.each(routes.map(({ method, path }) => [`${method} ${path}`]))(
  'bad input is refused in the names of REST: %s',
  async (name) => {
    const fixture = await createFixture(service, people);
    const method = (name.split(' ')[0] ?? '').toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const rest = service.rest(people.keys[callerOf(name)]);
    const found = new Map<number, number>();
    const texts: string[] = [];
    try {
      await sendBad(name, fixture, async (path, query, body) => {
        const response = await rest[method](`${path}?${new URLSearchParams(query)}`, body as object);
        found.set(response.status, (found.get(response.status) ?? 0) + 1);
        texts.push(response.text);
        return response;
      });
    } finally {
      await discard(service, fixture);
    }
    expect([...found.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(found.get(422)).toBeGreaterThan(0);
    // The libraries behind the API have words of their own.
    expect(
      texts.filter((text) => /Too (?:big|small)|Invalid|expected|cannot represent|\bint\b/.test(text)),
    ).toEqual([]);
  },
);
