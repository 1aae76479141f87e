import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../src/rest/routes.ts';
import { describeInBrowser, openAnyOrigin } from '../harness/browser.ts';
import { seedPlain } from '../harness/seed.ts';
import { ORIGIN, send, signIn } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';

const { service, tenant } = useService('surfers', {
  credits: 100,
  seed: async (pool) => ({ paid: await seedPlain(pool, 'paid') }),
});

const FOREIGN = 'https://evil.example';

let cookie: string;
let listId: number;

beforeAll(async () => {
  cookie = await signIn(service, { key: tenant.userKey });
  const rest = service.rest(tenant.userKey);
  listId = (await rest.post('/v1/lists', { name: 'Mine' }).expect(201)).body.list_id;
  await rest.post(`/v1/lists/${listId}/domains`, { domains: ['paid.example'] }).expect(200);
});

/** Ways in which another site, or a program, sends the cookie of a person. `null` takes a header away. */
const FOREIGN_WAYS: Record<string, { headers: Record<string, string>; type?: string }> = {
  'a script of another origin': { headers: { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site' } },
  'a script of another port': { headers: { Origin: 'http://localhost:4001', 'Sec-Fetch-Site': 'same-site' } },
  'a sandboxed frame': { headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } },
  'a form': {
    headers: { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    type: 'application/x-www-form-urlencoded',
  },
  'a form of plain text': {
    headers: { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    type: 'text/plain',
  },
  'a link': { headers: { Origin: '', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' } },
  'an image': { headers: { Origin: '', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' } },
  'the address bar': { headers: { Origin: '', 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' } },
  'no header at all': { headers: { Origin: '' } },
};

const TARGETS = [
  ...routes.map(({ method, path }) => `${method} /v1${path.replace(/:list_id/, '1').replace(/:\w+/g, '1')}`),
  'DELETE /v1/session',
  'POST /graphql',
  `GET /graphql?query=${encodeURIComponent('{viewer{user{name}}}')}`,
];

const CODES = /cross_site_request|CROSS_SITE_REQUEST/;

/** Sends a request to a path, with a body where the method may have one. */
function request(target: string, { headers, type = 'application/json' }: { headers: object; type?: string }) {
  const withBody = /^(?:POST|PUT|PATCH)/.test(target);
  const sent = Object.entries({ ...headers, ...(withBody ? { 'Content-Type': type } : {}) });
  // An empty value stands for a header that is not sent.
  const given = Object.fromEntries(sent.filter(([, value]) => value !== ''));
  return fetch(service.url + target.split(' ')[1], {
    method: target.split(' ')[0] ?? 'GET',
    headers: { Cookie: cookie, Accept: 'application/json', ...given },
    ...(withBody ? { body: '{}' } : {}),
    redirect: 'manual',
  });
}

async function contents(): Promise<unknown> {
  const { rows } = await service.database.pool.query(`
    SELECT (SELECT count(*)::int FROM list) AS lists, (SELECT count(*)::int FROM api_key WHERE revoked_at IS NULL) AS keys,
      (SELECT count(*)::int FROM admin_event) AS events, (SELECT sum(credit_balance)::int FROM organization) AS credits,
      (SELECT count(*)::int FROM "user" WHERE disabled_at IS NULL) AS users, (SELECT count(*)::int FROM list_event) AS changes`);
  return rows;
}

describe.each(Object.entries(FOREIGN_WAYS))('a session that is sent by %s', (_way, sent) => {
  it('opens no path of either API, and changes nothing', async () => {
    const before = await contents();
    const open: string[] = [];
    for (const target of TARGETS) {
      const response = await request(target, sent);
      const text = await response.text();
      if (response.status !== 403 || !CODES.test(text))
        open.push(`${target}: ${response.status} ${text.slice(0, 80)}`);
    }
    expect(open).toEqual([]);
    expect(await contents()).toEqual(before);
  });
});

describe('a session that is sent by a page of the service', () => {
  it.each([
    ['says where it comes from', { Origin: '', 'Sec-Fetch-Site': 'same-origin' }],
    ['comes from PUBLIC_URL', { Origin: ORIGIN }],
  ])('is accepted where the request %s', async (_how, headers) => {
    const reads = TARGETS.filter((target) => target.startsWith('GET /v1'));
    for (const target of reads) {
      const response = await request(target, { headers });
      expect([target, response.status === 401 || CODES.test(await response.text())]).toEqual([target, false]);
    }
    const query = await send(service, 'POST /graphql', { cookie, body: { query: '{viewer{user{name}}}' } });
    expect(query.status).toBe(200);
  });

  it('runs no GraphQL by GET, of which a link could be made', async () => {
    const target = `GET /graphql?query=${encodeURIComponent('{viewer{user{name}}}')}`;
    const { status, body } = await send(service, target, { cookie, headers: { Accept: 'application/json' } });
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('by POST only')]);
    const withKey = await send(service, target, {
      headers: { 'X-API-Key': tenant.userKey, Accept: 'application/json' },
    });
    expect(withKey.status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'needs a body that no form can send, unlike %j',
    async (type) => {
      for (const target of TARGETS.filter((each) => /^(?:POST|PUT|PATCH)/.test(each))) {
        const response = await fetch(service.url + target.split(' ')[1], {
          method: target.split(' ')[0] ?? '',
          headers: { Cookie: cookie, Origin: ORIGIN, 'Content-Type': type },
          body: new TextEncoder().encode('{}'),
        });
        const text = (await response.text()).toLowerCase();
        expect([target, response.status, text.includes('unsupported_media_type')]).toEqual([
          target,
          415,
          true,
        ]);
      }
    },
  );

  it('gets no credential for another origin', async () => {
    const open = await fetch(`${service.url}/v1/session`, {
      headers: { Cookie: cookie, Origin: ORIGIN },
    });
    expect(open.headers.get('Access-Control-Allow-Credentials')).toBe(null);
  });

  it('never pays by GET: an export is paid by POST, and its file is then free', async () => {
    const path = `/v1/lists/${listId}/export.csv`;
    const refused = await send(service, `GET ${path}`, { cookie });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        detail: {
          error: 'validation_error',
          message:
            '/materialization: must be there with a session, because a link never spends credits: pay by POST, and download what its answer names',
          errors: [
            {
              pointer: '/materialization',
              message:
                'must be there with a session, because a link never spends credits: pay by POST, and download what its answer names',
            },
          ],
        },
      },
    ]);
    const paid = await send(service, `POST /v1/lists/${listId}/export`, { cookie, body: {} });
    expect(paid.headers.get('X-Credits-Charged')).toBe('1');
    const file = await send(service, `GET ${(paid.body as { url: string }).url}`, { cookie });
    expect([file.status, file.headers.get('X-Credits-Charged')]).toEqual([200, '0']);
    expect(file.body).toContain('paid.example');
  });
});

describe('signing in', () => {
  it.each(Object.entries(FOREIGN_WAYS).filter(([, { headers }]) => 'Sec-Fetch-Site' in headers))(
    'is refused when %s sends it, so that nobody is signed in as somebody else',
    async (_way, sent) => {
      const response = await request('POST /v1/session', sent);
      expect([response.status, CODES.test(await response.text())]).toEqual([403, true]);
      expect(response.headers.get('Set-Cookie')).toBe(null);
    },
  );
});

describeInBrowser('a page of another site', () => {
  it('reaches nothing by a link, a form, an image, a frame or a script', async () => {
    const evil = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<body></body>'));
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const { port } = evil.address() as AddressInfo;
    try {
      const context = await openAnyOrigin();
      const [name = '', value = ''] = cookie.split('=');
      const url = service.url.replace('127.0.0.1', 'localhost');
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
      const before = await contents();
      const page = await context.newPage();
      // Another site: the host name differs.
      await page.goto(`http://127.0.0.1:${port}/`);
      const answers: [string, number][] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(url)) answers.push([response.request().method(), response.status()]);
      });
      await page.evaluate(
        async ([service, list]) => {
          const image = new Image();
          image.src = `${service}/v1/lists`;
          const frame = document.createElement('iframe');
          frame.src = `${service}/v1/lists/${list}/export.csv`;
          document.body.append(image, frame);
          await fetch(`${service}/v1/lists`, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            body: '{"name": "Planted"}',
          });
          await new Promise((resolve) => setTimeout(resolve, 300));
        },
        [url, String(listId)],
      );
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${url}/v1/lists"><input name='{"name":"Planted","x":"' value='"}'><button>Go</button></form>`,
      );
      await page.getByRole('button').click();
      await page.waitForLoadState();
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.setContent(`<a href="${url}/v1/lists/${listId}/export.csv">Prize</a>`);
      // The browser sends the cookie with a link.
      await Promise.all([
        page.waitForResponse((response) => response.url().startsWith(url)),
        page.getByRole('link').click(),
      ]);
      expect(
        answers.map(([, status]) => status).filter((status) => status !== 401 && status !== 403),
      ).toEqual([]);
      expect(answers).toContainEqual(['GET', 403]);
      expect(await contents()).toEqual(before);
    } finally {
      evil.close();
    }
  });
});
