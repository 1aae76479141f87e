import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes, problem } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

const ENRICH =
  'mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged } }';
const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { flagId } } }';
const COMPANY = 'query ($identifier: String!) { company(identifier: $identifier) { name } }';
const PATH = '/v1/enrich/partnerships';

const service = useTestService();
const tenant = useTenant(service, 'rich');
beforeAll(() => seedPlain(service.database.pool, 'acme'));

const enrich = (body?: object | string) => service.rest(tenant.userKey).post(PATH, body);
const enrichGraphQL = (input: object) => service.graphql(tenant.userKey, ENRICH, { input });

describe('400 batch_too_large: more than 100 domains, counted before cleaning', () => {
  const domains = Array.from({ length: 101 }, () => 'acme.example');
  const message = 'A batch holds at most 100 domains; 101 were sent. Split it into smaller batches.';

  it('is sent over REST', async () => {
    expect(answer(await enrich({ domains }))).toEqual(problem(400, 'batch_too_large', message));
  });

  it('is sent over GraphQL', async () => {
    const { body } = await enrichGraphQL({ domains });
    expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'BATCH_TOO_LARGE' } });
  });

  it('is not sent for 100 domains', async () => {
    expect((await enrich({ domains: domains.slice(1) })).status).toBe(200);
  });
});

describe('400 malformed_json', () => {
  it.each(['{"domains": [', 'domains', '{"a":1}}', '{"a":\u0000}'])('is sent over REST: %j', async (text) => {
    expect(answer(await enrich(text))).toEqual(problem(400, 'malformed_json', 'The body is not valid JSON.'));
  });

  it('is sent over GraphQL', async () => {
    const response = await service.rest(tenant.userKey).post('/graphql', '{"query": ');
    expect(answer(response)).toEqual({
      status: 400,
      body: { errors: [{ message: 'The body is not valid JSON.', extensions: { code: 'MALFORMED_JSON' } }] },
    });
  });
});

describe('413 body_too_large: over 1 MiB', () => {
  const huge = { domains: ['x'.repeat(1024 * 1024)] };

  it('is sent over REST', async () => {
    expect(answer(await enrich(huge))).toEqual(
      problem(413, 'body_too_large', 'The body is over 1 MiB. Send less at a time.'),
    );
  });

  it('is sent over GraphQL', async () => {
    const response = await enrichGraphQL(huge);
    expect([response.status, codes(response)]).toEqual([413, ['BODY_TOO_LARGE']]);
  });
});

describe('422 validation_error with a pointer to each fault', () => {
  it.each<[string, object | string | undefined, object[]]>([
    ['no body', undefined, [{ pointer: '/domains', message: 'is missing; it must be an array' }]],
    ['an array', [], [{ pointer: '', message: 'must be a JSON object' }]],
    ['null', 'null', [{ pointer: '', message: 'must be a JSON object' }]],
    ['no domains', {}, [{ pointer: '/domains', message: 'is missing; it must be an array' }]],
    ['a string for domains', { domains: 'a.b' }, [{ pointer: '/domains', message: 'must be an array' }]],
    ['an empty batch', { domains: [] }, [{ pointer: '/domains', message: 'must contain 1 to 100 domains' }]],
    [
      'entries that are not strings',
      { domains: ['a.b', 1, 'c.d', null, ['e.f']] },
      [1, 3, 4].map((i) => ({ pointer: `/domains/${i}`, message: 'must be a string' })),
    ],
    [
      'unknown fields',
      { domains: ['a.b'], 'x/y~z': 1 },
      [{ pointer: '/x~1y~0z', message: 'is not a known parameter' }],
    ],
    [
      'a __proto__ key',
      '{"domains": ["a.b"], "__proto__": {"admin": true}}',
      [{ pointer: '/__proto__', message: 'is not a known parameter' }],
    ],
  ])('is sent over REST: %s', async (_name, body, errors) => {
    const response = await enrich(body);
    expect(answer(response)).toEqual(problem(422, 'validation_error', expect.any(String), { errors }));
  });

  it('is sent over GraphQL: an empty batch', async () => {
    const { body } = await enrichGraphQL({ domains: [] });
    expect(body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/domains', message: 'must contain 1 to 100 domains' }],
    });
  });

  it('is sent over GraphQL: an entry that is not a string', async () => {
    const { body } = await enrichGraphQL({ domains: ['a.b', 1] });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/input/domains/1', message: expect.stringContaining('String cannot represent') }],
    });
  });

  it('is sent over GraphQL: also if the document is repeated and runs compiled', async () => {
    for (let use = 0; use < 4; use++) {
      const response = await enrichGraphQL({ domains: ['a.b', 1] });
      expect(codes(response)).toEqual(['VALIDATION_ERROR']);
    }
  });

  it('gives way to GRAPHQL_VALIDATION_FAILED over GraphQL for an unknown field', async () => {
    const response = await service.graphql(tenant.userKey, '{ nonsense }');
    expect(codes(response)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  it('gives way to GRAPHQL_PARSE_FAILED over GraphQL for a syntax error', async () => {
    const response = await service.graphql(tenant.userKey, '{ viewer {');
    expect(codes(response)).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it.each([
    ['include=wrong', '/include', '"wrong" is not known here; use technologies, firmographics, fields'],
    ['include=technologies,', '/include', '"" is not known here; use technologies, firmographics, fields'],
    ['include=technologies&include=firmographics', '/include', 'must be given once'],
    ['includes=technologies', '/includes', 'is not a known parameter'],
  ])('is sent over REST: ?%s', async (query, pointer, message) => {
    const response = await service.rest(tenant.userKey).get(`/v1/companies/acme?${query}`);
    expect(answer(response)).toEqual(
      problem(422, 'validation_error', `${pointer}: ${message}`, { errors: [{ pointer, message }] }),
    );
  });

  it('is sent over REST: a path with a broken percent-encoding', async () => {
    const response = await service.rest(tenant.userKey).get('/v1/companies/%E0%A4%A');
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
  });
});

describe('404 company_not_found with the identifier as it was sent', () => {
  const message = 'No tracked company has this domain or slug. Check the spelling, or search by name.';
  const unknown = ['nobody', 'Nobody.Example', 'x\u0000y', 'x\u0000.y', '%', "'; DROP TABLE company; --"];

  it.each(unknown)('is sent over REST: GET %j', async (identifier) => {
    const response = await service
      .rest(tenant.userKey)
      .get(`/v1/companies/${encodeURIComponent(identifier)}`);
    expect(answer(response)).toEqual(problem(404, 'company_not_found', message, { identifier }));
  });

  it.each(unknown)('is sent over REST: POST flags %j', async (identifier) => {
    const path = `/v1/companies/${encodeURIComponent(identifier)}/flags`;
    expect(answer(await service.rest(tenant.userKey).post(path))).toEqual(
      problem(404, 'company_not_found', message, { identifier }),
    );
  });

  it.each(unknown)('is sent over GraphQL: company(identifier: %j)', async (identifier) => {
    const { body } = await service.graphql(tenant.userKey, COMPANY, { identifier });
    expect(body).toMatchObject({
      data: { company: null },
      errors: [{ message, path: ['company'], extensions: { code: 'COMPANY_NOT_FOUND', identifier } }],
    });
  });

  it('is sent over GraphQL: flagCompany', async () => {
    const response = await service.graphql(tenant.userKey, FLAG, { input: { identifier: 'nobody' } });
    expect(response.body.errors[0].extensions).toEqual({ code: 'COMPANY_NOT_FOUND', identifier: 'nobody' });
  });
});

describe('404 not_found and 405 method_not_allowed, with or without a key', () => {
  it.each(['/v1', '/v1/nothing', '/v1/company', '/nothing', '/v1/Companies/acme'])(
    'are sent for unknown paths: GET %s',
    async (path) => {
      expect(answer(await service.rest().get(path))).toEqual(
        problem(404, 'not_found', `There is nothing at GET ${path}.`),
      );
    },
  );

  it('name the methods that a path has', async () => {
    const response = await service.rest().get(PATH);
    expect(response.headers.allow).toBe('POST');
    expect(answer(response)).toEqual(problem(405, 'method_not_allowed', 'GET is not allowed; use POST.'));
  });

  it('count HEAD among them where there is GET', async () => {
    const response = await service.rest().post('/v1/companies/acme');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('500 internal_error', () => {
  it('reveals nothing about the cause, over both APIs', async () => {
    const { pool } = service.database;
    await pool.query('ALTER TABLE company RENAME TO elsewhere');
    try {
      const rest = await service.rest(tenant.userKey).get('/v1/companies/acme');
      const graphql = await service.graphql(tenant.userKey, COMPANY, { identifier: 'acme' });
      const message = 'Something went wrong on our side. Try again; the request id finds it in our logs.';
      expect(answer(rest)).toEqual(problem(500, 'internal_error', message));
      expect(graphql.body.errors).toMatchObject([{ message, extensions: { code: 'INTERNAL_ERROR' } }]);
      expect(rest.text + graphql.text).not.toMatch(/relation|elsewhere|stack|node_modules/);
    } finally {
      await pool.query('ALTER TABLE elsewhere RENAME TO company');
    }
  });
});
