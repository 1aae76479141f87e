import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { openApiDocument } from '../../../src/rest/openapi/served.ts';
import { assertConforms, type DocumentedResponse, faultsOf, resolve } from '../../harness/conformance.ts';
import { seedPlain } from '../../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('conformers');
  await seedPlain(service.database.pool, 'acme');
});
afterAll(() => service.close());

const PATH = '/v1/companies/acme';

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
      () => ({ status: 404, body: { detail: { error: 'list_not_found', message: '' } } }),
      /must be equal to constant/,
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

describe('every example in openapi.json', () => {
  type Content = Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
  const responses = Object.values(openApiDocument.paths as Record<string, Record<string, unknown>>)
    .flatMap((methods) => Object.entries(methods))
    .flatMap(([, operation]) => Object.values((operation as { responses: object }).responses))
    .map((response) => resolve(response as DocumentedResponse));

  it('conforms to its schema', () => {
    const checked = responses.flatMap(({ content = {} }) =>
      Object.entries(content as Content).flatMap(([type, { example, examples = {} }]) =>
        [example, ...Object.values(examples).map(({ value }) => value)]
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
});
