import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConsole } from '../../src/http/console/files.ts';
import { SignInCode } from '../../src/modules/access/sign-in-code.ts';
import { buildConsole } from '../harness/console.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

const PATH = '/app/sign-in-code';
const EXPIRED = {
  detail: {
    error: 'sign_in_code_expired',
    message:
      'This code works once, for ten minutes, and no longer does. Restart the demo for a new link, or sign in with a key that its terminal shows.',
  },
};

let build: Awaited<ReturnType<typeof buildConsole>>;
let log: CapturedLog;
/** Has a console and no code, like `npm start`. */
let service: TestService;
let tenant: Tenant;
let demo: TestService;
let signInCode: SignInCode;

beforeAll(async () => {
  build = await buildConsole();
  service = await startTestService({ consoleFiles: loadConsole(build.folder) });
  tenant = await service.createTenant('demo');
});
afterAll(async () => {
  await demo.close();
  await service.close();
  await build.remove();
});

/** Starts a service with a new code. */
async function startDemo(): Promise<void> {
  await demo?.close();
  log = captureLog('trace');
  signInCode = new SignInCode({ key: tenant.userKey, name: 'Ada' }, service.clock);
  demo = await startTestService({
    beside: service,
    consoleFiles: loadConsole(build.folder),
    signInCode,
    corsOrigins: ['*'],
    logger: log.logger,
  });
}

interface Send {
  headers?: Record<string, string>;
  body?: string;
  method?: string;
  at?: TestService;
}

async function send({ headers = {}, body, method = 'POST', at = demo }: Send = {}) {
  const response = await fetch(at.url + PATH, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' && { body: body ?? JSON.stringify({ code: signInCode.code }) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
const guess = (code: string) => send({ body: JSON.stringify({ code }) });
const answerOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body];

describe('the one-time code of the demo', () => {
  beforeEach(startDemo);

  it('has at least 128 bits, and only characters that stand in a fragment as they are', () => {
    const codes = Array.from(
      { length: 50 },
      () => new SignInCode({ key: 'k', name: 'n' }, service.clock).code,
    );
    expect(new Set(codes).size).toBe(50);
    for (const code of codes) {
      expect(code).toMatch(/^[\w-]+$/);
      expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(16);
    }
  });

  it('is exchanged once for a key that works', async () => {
    const first = await send({ headers: { Origin: demo.url, 'Sec-Fetch-Site': 'same-origin' } });
    expect(answerOf(first)).toEqual([200, { key: tenant.userKey, user: { name: 'Ada' } }]);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    expect(first.headers.get('Set-Cookie')).toBeNull();
    expect((await demo.rest(first.body.key).get('/v1/account')).status).toBe(200);
    expect(answerOf(await send())).toEqual([410, EXPIRED]);
  });

  it('is exchanged once, however many requests arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(9);
  });

  it('works until ten minutes have passed', async () => {
    service.clock.advance({ minutes: 9, seconds: 59 });
    expect((await guess('wrong')).status).toBe(410);
    expect((await send()).status).toBe(200);
  });

  it('has expired after ten minutes', async () => {
    service.clock.advance({ minutes: 10 });
    expect(answerOf(await send())).toEqual([410, EXPIRED]);
  });

  it('survives nineteen wrong codes', async () => {
    for (let i = 0; i < 19; i++) expect(answerOf(await guess(`wrong${i}`))).toEqual([410, EXPIRED]);
    expect((await send()).status).toBe(200);
  });

  it('is gone after twenty wrong codes', async () => {
    for (let i = 0; i < 20; i++) expect((await guess(`wrong${i}`)).status).toBe(410);
    expect(answerOf(await send())).toEqual([410, EXPIRED]);
  });

  it.each(['', ' ', 'x'.repeat(900), '\u0000', '🔑'])('is not %j', async (code) => {
    expect(answerOf(await guess(code))).toEqual([410, EXPIRED]);
    expect(answerOf(await guess(`${signInCode.code} `))).toEqual([410, EXPIRED]);
    expect((await send()).status).toBe(200);
  });

  it('appears neither in the log nor under a label, nor does the key', async () => {
    const { headers } = await send();
    const line = await log.ofRequest(String(headers.get('X-Request-Id')));
    expect(line).toMatchObject({ route: PATH, status: 200 });
    await log.ofRequest(String((await guess('secret-guess')).headers.get('X-Request-Id')));
    expect(log.text()).toContain('sign_in_code_expired');
    for (const secret of [signInCode.code, tenant.userKey, 'secret-guess'])
      expect(log.text()).not.toContain(secret);
  });
});

describe('a request for the key that does not come from the console', () => {
  beforeAll(startDemo);

  const CROSS_SITE = {
    detail: {
      error: 'cross_site_request',
      message: 'Only the console of this service may send this request. Open the link that the demo printed.',
    },
  };

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ])('is refused, and is no attempt: %j', async (headers) => {
    for (let i = 0; i < 20; i++) {
      const answer = await send({ headers, body: '{"code": "wrong"}' });
      expect(answerOf(answer)).toEqual([403, CROSS_SITE]);
    }
    expect((await send({ headers })).status).toBe(403);
  });

  it('gets no CORS header, and no preflight succeeds, also with CORS_ORIGINS=*', async () => {
    const origin = { Origin: 'https://evil.example' };
    const preflight = await send({
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('Allow')]).toEqual([405, 'POST']);
    for (const { headers } of [preflight, await guess('wrong'), await send({ headers: origin })]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json', ''])(
    'must be JSON by its Content-Type: %j',
    async (type) => {
      const { status, body } = await send({ headers: { 'Content-Type': type } });
      expect([status, body.detail.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['[]', 'null', '{}', '{"code": 7}', '{"code": ["x"]}', '{"code": "x", "more": 1}', '""'])(
    'must be an object with a code: %s',
    async (text) => {
      const { status, body } = await send({ body: text });
      expect([status, body.detail.error]).toEqual([422, 'validation_error']);
    },
  );

  it('has at most 1 kB', async () => {
    const { status, body } = await send({ body: JSON.stringify({ code: 'x'.repeat(1024) }) });
    expect([status, body.detail]).toEqual([
      413,
      { error: 'body_too_large', message: 'The body is over 1024 bytes. Send less at a time.' },
    ]);
    expect((await send({ body: '{' })).body.detail.error).toBe('malformed_json');
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])(
    'is a POST: %s is refused, also for a browser',
    async (method) => {
      const { status, headers } = await send({ method, headers: { Accept: 'text/html' } });
      expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
    },
  );
});

describe('a service that is not the demo', () => {
  it.each(['POST', 'GET', 'DELETE'])('has no such path: %s', async (method) => {
    const { status, body } = await send({ method, at: service, headers: { Accept: 'text/html' } });
    expect([status, body]).toEqual([
      404,
      { detail: { error: 'not_found', message: `There is nothing at ${method} ${PATH}.` } },
    ]);
  });
});
