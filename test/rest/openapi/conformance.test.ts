import { afterAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import {
  assertConforms,
  assertGraphQLNames,
  type DocumentedResponse,
  faultsIn,
  faultsOf,
  resolve,
} from '../../harness/conformance.ts';
import { problem } from '../../harness/errors.ts';
import { seedPlain } from '../../harness/seed.ts';
import { startTestService } from '../../harness/service.ts';

const service = await startTestService();
const tenant = await service.createTenant('conformers');
await seedPlain(service.database.pool, 'acme');
afterAll(() => service.close());

const PATH = '/v1/companies/acme';

const SEEN = {
  tech_key: 'a',
  display_name: 'A',
  detection_count: 1,
  first_seen: '2024-01-01T00:00:00.000Z',
  last_seen: '2024-01-01T00:00:00.000Z',
};

async function answered(changes: Partial<Response>): Promise<Response> {
  const { status, type, text, body, headers } = await service.rest(tenant.userKey).get(PATH);
  return { status, type, text, body, headers, ...changes } as Response;
}

describe('a REST response in a test', () => {
  it('passes if it conforms to openapi.json', async () => {
    const response = await answered({});
    expect(() => assertConforms('GET', PATH, response)).not.toThrow();
  });

  it.each<[string, (response: Response) => Partial<Response>, RegExp]>([
    ['an undocumented status', () => ({ status: 418 }), /documents no 418/],
    [
      'an undocumented field',
      ({ body }) => ({ body: { ...body, size: 3 } }),
      /additional properties.*"size"/,
    ],
    [
      'a field of another type',
      ({ body }) => ({ body: { ...body, name: 7 } }),
      /the body\/name must be string/,
    ],
    ['a null', ({ body }) => ({ body: { ...body, investors: null } }), /the body\/investors must be array/],
    ['a missing field', ({ body: { slug, ...body } }) => ({ body }), /required property 'slug'/],
    [
      'no request id',
      ({ headers: { 'x-request-id': _, ...headers } }) => ({ headers }),
      /lacks the header X-Request-Id/,
    ],
    ['another media type', () => ({ type: 'text/html' }), /documents no text\/html/],
    [
      'an error of another route',
      () => problem(404, 'list_not_found', ''),
      /documents no error list_not_found/,
    ],
    [
      'an undocumented field of an error',
      () => problem(404, 'company_not_found', '', { identifier: '', hint: '' }),
      /additional properties.*"hint"/,
    ],
    [
      'an error that names an argument of GraphQL',
      () => problem(404, 'company_not_found', 'Check listId.', { identifier: '' }),
      /names listId of GraphQL/,
    ],
    ...[
      'Choose one of List.materializations.',
      'Must be a MemberOrder.',
      'Use HIGH.',
      'Sort by UPDATED_AT.',
      '$limit is no Int.',
    ].map((message): [string, (response: Response) => Partial<Response>, RegExp] => [
      `a message in the words of GraphQL: ${message}`,
      () => problem(404, 'company_not_found', message, { identifier: '' }),
      /names \$?[\w.]+ of GraphQL/,
    ]),
    [
      'a time without milliseconds',
      ({ body }) => ({ body: { ...body, technologies: [{ ...SEEN, last_seen: '2024-01-01T00:00:00Z' }] } }),
      /last_seen must match pattern/,
    ],
    [
      'a missing field of an error',
      () => problem(404, 'company_not_found', ''),
      /required property 'identifier'/,
    ],
  ])('fails the test with %s', async (_, change, fault) => {
    const good = await answered({});
    const bad = { ...good, ...change(good) } as Response;
    expect(() => assertConforms('GET', PATH, bad)).toThrow(fault);
  });

  it('fails the test on an undocumented path or method, unless it is the usual 404 or 405', async () => {
    const good = await answered({});
    expect(() => assertConforms('GET', '/v1/nothing', good)).toThrow(/should be 404/);
    expect(() => assertConforms('PUT', PATH, good)).toThrow(/should be 405/);
  });

  it('is checked when the test awaits it', async () => {
    await service.database.pool.query(`UPDATE company SET partnership_count = -1 WHERE slug = 'acme'`);
    const ask = async () => service.rest(tenant.userKey).get(PATH);
    await expect(ask()).rejects.toThrow(/not as openapi.json says: the body\/partnership_count must be >= 0/);
  });
});

describe('a GraphQL response in a test', () => {
  it('fails it if an error names a parameter of REST', () => {
    const errors = (message: string) => () =>
      assertGraphQLNames({ body: { errors: [{ message }] } } as Response);
    expect(errors('list_id is missing')).toThrow(/names list_id of REST/);
    expect(errors('listId is missing; "list_id" was sent')).not.toThrow();
  });
});

describe('every example in openapi.json', () => {
  type Content = Record<
    string,
    { example?: unknown; examples?: Record<string, { value: unknown } | { $ref: string }> }
  >;
  const responses = Object.values(openApiDocument.paths as Record<string, Record<string, unknown>>)
    .flatMap((methods) => Object.entries(methods))
    .flatMap(([, operation]) => Object.values((operation as { responses: object }).responses))
    .map((response) => resolve(response as DocumentedResponse));

  it('conforms to its schema', () => {
    const checked = responses.flatMap(({ content = {} }) =>
      Object.entries(content as Content).flatMap(([type, { example, examples = {} }]) =>
        [example, ...Object.values(examples).map((each) => resolve(each).value)]
          .filter((value) => value !== undefined)
          .map((value) => {
            const response = { type, headers: {}, body: value, text: String(value) } as unknown as Response;
            return faultsOf(
              { headers: {}, content: content as NonNullable<DocumentedResponse['content']> },
              response,
            );
          }),
      ),
    );
    expect(checked.length).toBeGreaterThan(100);
    expect(checked.flat()).toEqual([]);
  });

  it('conforms to its schema in requests: parameters and bodies', () => {
    type Example = { name?: string; example?: unknown; schema: { examples?: unknown[] } };
    type Request = { parameters?: Example[]; requestBody?: { content: Record<string, Example> } };
    const requests = Object.values(openApiDocument.paths as Record<string, Record<string, Request>>).flatMap(
      (methods) => Object.values(methods),
    );
    const examples = requests
      .flatMap(({ parameters = [], requestBody }) => [
        ...parameters.map((each) => resolve(each)),
        ...Object.values(requestBody?.content ?? {}),
      ])
      .flatMap(({ name = 'the body', example, schema }) =>
        [example, ...(schema.examples ?? [])]
          .filter((value) => value !== undefined)
          .map((value) => faultsIn(name, schema, value)),
      );
    expect(examples.length).toBeGreaterThan(60);
    expect(examples.flat()).toEqual([]);
  });
});
