import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { resolve } from '../../harness/conformance.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../modules/filters/support.ts';
import { createList, KUBERNETES } from '../../modules/lists/operations.ts';

const { service, tenant, rest } = useService('writers', { seed: seedSmallCatalogue });

interface Schema {
  type?: string | readonly string[];
  enum?: unknown;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}
interface Operation {
  parameters?: readonly { name: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/** Every text below a part of a request, by its place. */
function textsIn(part: Schema, place: string, seen = new Set<Schema>()): [string, Schema][] {
  const schema = resolve(part);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const isText = [type].flat().includes('string') && !schema.enum;
  return [
    ...(isText ? [[place, schema] as [string, Schema]] : []),
    ...Object.entries(properties).flatMap(([name, each]) => textsIn(each, `${place}/${name}`, seen)),
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((each) => textsIn(each, place, seen)),
  ];
}

const operations = Object.entries(openApiDocument.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ place: `${method} ${path}`, operation })),
);
const texts = operations.flatMap(({ place, operation: { parameters = [], requestBody } }) => [
  ...parameters.flatMap((each) => {
    const { name, schema } = resolve(each);
    return textsIn(schema, `${place} ${name}`);
  }),
  // Files are bounded by their bytes.
  ...(requestBody?.content['application/json']
    ? textsIn(requestBody.content['application/json'].schema, place)
    : []),
]);

describe('a text of a request', () => {
  it('has a maximum length in openapi.json, wherever it stands', () => {
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter(([, { maxLength }]) => maxLength === undefined).map(([place]) => place)).toEqual([]);
  });
});

/** A character that is two units of a JavaScript string, and one of JSON Schema. */
const WIDE = '𝒳';

type Answer = PromiseLike<{ status: number; body: { detail?: { errors?: { pointer: string }[] } } }>;

/** How a request with a text at each place is sent. Each stores nothing, or may be stored twice. */
const SENT: Record<string, (text: string) => Promise<Answer> | Answer> = {
  'get /v1/companies q': (text) => rest().get(`/v1/companies?q=${encodeURIComponent(text)}`),
  'get /v1/lists search': (text) => rest().get(`/v1/lists?search=${encodeURIComponent(text)}`),
  'get /v1/lists/{list_id}/members search_name_or_domain': async (text) => {
    const id = await createList(service, tenant.userKey, 'Searched', KUBERNETES);
    return rest().get(`/v1/lists/${id}/members?search_name_or_domain=${encodeURIComponent(text)}`);
  },
  'post /v1/companies/{identifier}/flags/description': (text) =>
    rest().post('/v1/companies/acme/flags', { description: text }),
  'post /v1/keys/label': (text) => rest().post('/v1/keys', { kind: 'user', label: text }),
  'post /v1/lists/name': (text) => rest().post('/v1/lists', { name: text }),
};

describe('the length that openapi.json states', () => {
  const rows = Object.keys(SENT).map((place) => [place] as const);

  it.each(rows)('is that of the service, in characters and not in units of a string: %s', async (place) => {
    const [, { maxLength = 0, minLength = 0 } = {}] = texts.find(([each]) => each === place) ?? [];
    const send = SENT[place];
    if (!send || maxLength === 0) throw new Error(`openapi.json has no text at ${place}`);
    for (const character of ['x', WIDE]) {
      for (const length of [minLength, maxLength])
        expect([length, (await send(character.repeat(length))).status < 300]).toEqual([length, true]);
      const { status, body } = await send(character.repeat(maxLength + 1));
      expect([status, body.detail?.errors?.map(({ pointer }) => pointer)]).toEqual([
        422,
        [`/${place.split(/[ /]/).at(-1)}`],
      ]);
    }
    // A blank around a text does not count.
    expect((await send(` ${'x'.repeat(maxLength)} `)).status).toBeLessThan(300);
  });

  it('is that of an Idempotency-Key and of the value of a condition', async () => {
    const flag = (key: string) => rest().post('/v1/companies/acme/flags').set('Idempotency-Key', key);
    expect([(await flag('k'.repeat(255))).status, (await flag('k'.repeat(256))).status]).toEqual([201, 422]);
    const count = async (value: string) => {
      const condition = { field: 'investor', operator: 'any_of', values: [value] };
      const { body } = await rest().post('/v1/lists/preview-count', {
        registry_version: '1',
        root: { condition },
      });
      return body.detail.errors[0].code;
    };
    expect([await count(WIDE.repeat(1_000)), await count(WIDE.repeat(1_001))]).toEqual([
      'unknown_value',
      'out_of_range',
    ]);
  });
});
