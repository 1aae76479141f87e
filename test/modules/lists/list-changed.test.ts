import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStream, type Subscribe, subscribe } from '../../harness/events.ts';
import {
  type Colleague,
  START,
  startTestService,
  type Tenant,
  type TestService,
  testConfig,
} from '../../harness/service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from './operations.ts';

let service: TestService;
/** Another process over the same database. */
let elsewhere: TestService;
let tenant: Tenant;
let stranger: Tenant;
let viewer: Colleague;
let opened: EventStream[] = [];

beforeAll(async () => {
  service = await startTestService({
    subscriptionsPerKey: 3,
    operationLimits: { ...testConfig().operationLimits, maxAliases: 1000 },
  });
  elsewhere = await startTestService({ beside: service });
  tenant = await service.createTenant('watchers');
  stranger = await service.createTenant('strangers');
  viewer = await service.createColleague(tenant, 'Vera');
  await seedSmallCatalogue(service.database.pool);
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});
afterEach(async () => {
  for (const stream of opened) stream.leave();
  opened = [];
  await until(() => service.service.subscriptions() === 0);
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function watch(id: number, options: Subscribe = {}): Promise<EventStream> {
  const stream = await subscribe(service.url, { key: tenant.userKey, variables: { id }, ...options });
  opened.push(stream);
  return stream;
}

async function share(id: number, grantee: object, with_: TestService = service): Promise<string> {
  const { body } = await with_
    .rest(tenant.userKey)
    .post(`/v1/lists/${id}/permissions`, { access_level: 'viewer', ...grantee });
  return `/v1/lists/${id}/permissions/${body.permission_id}`;
}

function change(kind: string, list: object, [definitionVersion, revision]: [number, number], actor = 'Ada') {
  return {
    data: {
      listChanged: {
        kind,
        definitionVersion,
        revision,
        at: START,
        actor: actor ? { name: actor } : null,
        list,
      },
    },
  };
}

const GONE = {
  data: {
    listChanged: {
      kind: 'GONE',
      definitionVersion: null,
      revision: null,
      at: START,
      actor: null,
      list: null,
    },
  },
};

/** A subscription whose answer nobody reads yet. */
async function openUnread(url: string, key: string, query: string) {
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-API-Key': key };
  const req = request(`${url}/graphql`, { method: 'POST', headers });
  req.on('error', () => undefined);
  req.end(JSON.stringify({ query }));
  const [res]: IncomingMessage[] = await once(req, 'response');
  if (!res) throw new Error('no answer');
  return { req, res: res.pause() };
}

const kinds = (results: Array<{ data?: unknown }>) =>
  results.map(({ data }) => (data as { listChanged: { kind: string } }).listChanged.kind);

describe('listChanged', () => {
  it('tells of each kind of change, whichever process made it, with the list as it is then', async () => {
    const id = await createList(service, tenant.userKey, 'Watched');
    const stream = await watch(id);
    expect([stream.status, stream.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    const rest = elsewhere.rest(tenant.userKey);
    const owned = (name: string) => ({ name, accessLevel: 'OWNER' });

    await rest.patch(`/v1/lists/${id}`, { name: 'Renamed' });
    expect(await stream.next()).toEqual(change('NAME', owned('Renamed'), [1, 1]));
    await rest.put(`/v1/lists/${id}/definition`, KUBERNETES);
    expect(await stream.next()).toEqual(change('DEFINITION', owned('Renamed'), [2, 2]));
    await rest.post(`/v1/lists/${id}/definition/versions/1/restore`);
    expect(await stream.next()).toEqual(change('DEFINITION', owned('Renamed'), [3, 3]));
    await rest.post(`/v1/lists/${id}/domains`, { domains: ['acme.example'] });
    expect(await stream.next()).toEqual(change('MEMBERS', owned('Renamed'), [3, 4]));
    await rest.post(`/v1/lists/${id}/excluded-domains`, { domains: ['beta.example'] });
    expect(await stream.next()).toEqual(change('MEMBERS', owned('Renamed'), [3, 5]));
    await share(id, { user_id: viewer.userId }, elsewhere);
    expect(await stream.next()).toEqual(change('SHARING', owned('Renamed'), [3, 5]));
    await rest.delete(`/v1/lists/${id}`);
    expect(await stream.next()).toEqual(GONE);
    expect(await stream.next()).toBeUndefined();
    expect(stream.isComplete()).toBe(true);
  });

  it('shows each subscriber the list with their own access, and who made the change', async () => {
    const id = await createList(service, tenant.userKey, 'Two readers');
    await share(id, { user_id: viewer.userId, access_level: 'editor' });
    const [mine, theirs] = await Promise.all([watch(id), watch(id, { key: viewer.userKey })]);
    await elsewhere.rest(viewer.userKey).patch(`/v1/lists/${id}`, { name: 'By Vera' });
    expect(await mine.next()).toEqual(
      change('NAME', { name: 'By Vera', accessLevel: 'OWNER' }, [1, 1], 'Vera'),
    );
    expect(await theirs.next()).toEqual(
      change('NAME', { name: 'By Vera', accessLevel: 'EDITOR' }, [1, 1], 'Vera'),
    );
  });

  it('says nothing of a change that did not commit, of other lists, and of what leaves the list as it is', async () => {
    const [id, other] = [
      await createList(service, tenant.userKey, 'Quiet', GERMAN),
      await createList(service, tenant.userKey, 'Other'),
    ];
    const stream = await watch(id);
    const rest = service.rest(tenant.userKey);
    const { pool } = service.database;
    await pool.query('ALTER TABLE list ADD CONSTRAINT no_change CHECK (definition_version < 2) NOT VALID');
    try {
      expect((await rest.put(`/v1/lists/${id}/definition`, KUBERNETES)).status).toBe(500);
    } finally {
      await pool.query('ALTER TABLE list DROP CONSTRAINT no_change');
    }
    await pool.query(
      `BEGIN; SELECT pg_notify('list_changes', '{"eventId":999999,"listId":${id},"action":"list_renamed"}'); ROLLBACK`,
    );
    expect((await rest.get(`/v1/lists/${id}/export.csv`)).status).toBe(200);
    await rest.patch(`/v1/lists/${other}`, { name: 'Another' });
    await rest.patch(`/v1/lists/${id}`, { name: 'Quiet' });
    await rest.patch(`/v1/lists/${id}`, { name: 'Loud' });
    expect(await stream.next()).toEqual(change('NAME', { name: 'Loud', accessLevel: 'OWNER' }, [1, 1]));
  });

  it('is not disturbed by nonsense on its channel', async () => {
    const id = await createList(service, tenant.userKey, 'Undisturbed');
    const stream = await watch(id);
    for (const payload of ['', 'nonsense', 'null', '[]', '7', `{"listId":${id}}`]) {
      await service.database.pool.query('SELECT pg_notify($1, $2)', ['list_changes', payload]);
    }
    await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Still here' });
    expect(kinds([(await stream.next()) ?? {}])).toEqual(['NAME']);
  });

  it('gives each event what holds at that moment, also of what loaders have read before', async () => {
    const id = await createList(service, tenant.userKey, 'Fresh', KUBERNETES);
    const stream = await watch(id, {
      query: `subscription ($id: Int!) { listChanged(listId: $id) {
        list { members(first: 1) { totalCount edges { node { company { name } } } } } } }`,
    });
    const rest = service.rest(tenant.userKey);
    await rest.patch(`/v1/lists/${id}`, { name: 'Fresh 1' });
    const first = JSON.stringify(await stream.next());
    const name = /"name":"([^"]*)"/.exec(first)?.[1];
    await service.database.pool.query(`UPDATE company SET name = name || ' Renamed'`);
    await rest.patch(`/v1/lists/${id}`, { name: 'Fresh 2' });
    expect(JSON.stringify(await stream.next())).toBe(first.replace(`${name}`, `${name} Renamed`));
  });
});

describe('who may listen', () => {
  const refusal = (code: string, message: unknown, more: object = {}) => ({
    errors: [expect.objectContaining({ message, extensions: { code, ...more } })],
  });

  it('a list that is invisible is answered as an absent one, byte for byte', async () => {
    const id = await createList(service, tenant.userKey, 'Secret');
    const answers: unknown[] = [];
    for (const each of [id, 999_999, 0, -1]) {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          'X-API-Key': stranger.userKey,
        },
        body: JSON.stringify({
          query: 'subscription ($id: Int!) { listChanged(listId: $id) { kind } }',
          variables: { id: each },
        }),
      });
      answers.push([response.status, (await response.text()).replace(/^(:\n\n)+/, '')]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(JSON.stringify(answers)).toContain('LIST_NOT_FOUND');
  });

  it('needs a personal key', async () => {
    const id = await createList(service, tenant.userKey, 'Personal');
    const nobody = await watch(id, { key: undefined });
    expect(nobody.status).toBe(401);
    const organization = await watch(id, { key: tenant.orgKey });
    expect(await organization.rest()).toEqual([
      refusal('USER_CREDENTIAL_REQUIRED', 'This requires a personal key; an organization key was sent.'),
    ]);
  });

  it('somebody who loses access is told that the list is gone, and nothing of it, and the stream ends', async () => {
    const id = await createList(service, tenant.userKey, 'Withdrawn');
    const permission = await share(id, { user_id: viewer.userId });
    const stream = await watch(id, { key: viewer.userKey });
    await elsewhere.rest(tenant.userKey).delete(permission);
    await elsewhere.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Private now' });
    expect(await stream.rest()).toEqual([GONE]);
    expect(stream.isComplete()).toBe(true);
  });

  it('is asked at each event, even if nobody announced that access was taken', async () => {
    const id = await createList(service, tenant.userKey, 'Silently withdrawn');
    await share(id, { user_id: viewer.userId });
    const stream = await watch(id, { key: viewer.userKey });
    await service.database.pool.query('DELETE FROM list_permission WHERE list_id = $1', [id]);
    await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Private now' });
    expect(await stream.rest()).toEqual([GONE]);
  });

  it.each([
    ['revoked', 'UPDATE api_key SET revoked_at = now() WHERE id = $1'],
    ['expired', `UPDATE api_key SET expires_at = '${START}' WHERE id = $1`],
    ['deleted', 'DELETE FROM api_key WHERE id = $1'],
  ])(
    'the stream of a key that is %s elsewhere ends, without an event that would make it look',
    async (_how, sql) => {
      const id = await createList(service, tenant.userKey, 'Key gone');
      const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
      const [stream, stays] = [await watch(id, { key }), await watch(id)];
      await service.database.pool.query(sql, [apiKey.id]);
      expect(await stream.rest()).toEqual([
        refusal('INVALID_API_KEY', expect.stringContaining('No valid API key')),
      ]);
      expect(stream.isComplete()).toBe(true);
      await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Goes on' });
      expect(kinds([(await stays.next()) ?? {}])).toEqual(['NAME']);
    },
  );

  it('the first event after a revocation is not shown', async () => {
    const id = await createList(service, tenant.userKey, 'Key gone at once');
    const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
    const stream = await watch(id, { key });
    await service.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [apiKey.id]);
    await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Not for them' });
    expect(await stream.rest()).toEqual([refusal('INVALID_API_KEY', expect.any(String))]);
  });
});

describe('bounds', () => {
  it('a key has so many streams and no more: 429 with Retry-After, until one ends', async () => {
    const id = await createList(service, tenant.userKey, 'Crowded');
    const [first] = await Promise.all([watch(id), watch(id), watch(id)]);
    const refused = await watch(id);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
    expect(await refused.rest()).toEqual([
      {
        errors: [
          {
            message: 'This key has 3 open subscriptions, the maximum. End one, then try again.',
            path: ['listChanged'],
            locations: expect.any(Array),
            extensions: { code: 'RATE_LIMITED', retry_after: 10 },
          },
        ],
      },
    ]);
    first?.leave();
    await until(() => service.service.subscriptions() === 2);
    expect((await watch(id)).status).toBe(200);
  });

  it('refusals take no place', async () => {
    const id = await createList(service, tenant.userKey, 'Not mine');
    for (let i = 0; i < 5; i++) await (await watch(id, { key: stranger.userKey })).rest();
    expect(service.service.subscriptions()).toBe(0);
  });

  it('who cannot take events is refused with 406, and no stream stays open', async () => {
    const id = await createList(service, tenant.userKey, 'Wrong type');
    for (const Accept of ['application/json', 'application/graphql-response+json', 'text/html']) {
      const refused = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept, 'X-API-Key': tenant.userKey },
        body: JSON.stringify({ query: `subscription { listChanged(listId: ${id}) { kind } }` }),
      });
      expect([Accept, refused.status]).toEqual([Accept, 406]);
      if (Accept !== 'text/html') {
        expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
      }
    }
    expect(service.service.subscriptions()).toBe(0);
  });

  it('a document that is wrong is refused before anything opens', async () => {
    const refused = await watch(1, {
      query: 'subscription ($id: Int!) { listChanged(listId: $id) { nonsense } }',
    });
    expect((await refused.rest())[0]?.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(service.service.subscriptions()).toBe(0);
  });

  it('comments keep the connection alive while nothing happens', async () => {
    const id = await createList(service, tenant.userKey, 'Silence');
    const stream = await watch(id);
    const waiting = stream.next();
    await until(() => stream.comments() >= 3);
    await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'At last' });
    expect(kinds([(await waiting) ?? {}])).toEqual(['NAME']);
  });

  it('a client that does not read makes the service keep the latest change of a kind, not all of them', async () => {
    const id = await createList(service, tenant.userKey, 'Unread');
    // About 200 KB an event: 20 MB in all, far more than the sockets between the two hold.
    const fields = Array.from({ length: 1000 }, (_, i) => `a${i}: name`).join(' ');
    const query = `subscription { listChanged(listId: ${id}) { kind list { ${fields} } } }`;
    const { req, res } = await openUnread(service.url, tenant.userKey, query);
    const nameOf = (i: number) => `${i} ${'n'.repeat(190)}`;
    for (let i = 1; i <= 100; i++) {
      await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: nameOf(i) });
    }
    // Comes after all of them, if they were all kept.
    await service.rest(tenant.userKey).post(`/v1/lists/${id}/domains`, { domains: ['acme.example'] });
    let text = '';
    res.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    res.resume();
    await until(() => text.includes('"kind":"MEMBERS"'));
    expect(text).toContain(`"kind":"NAME","list":{"a0":"${nameOf(100)}"`);
    expect(text.split('"kind":"NAME"').length - 1).toBeLessThan(100);
    req.destroy();
  });

  it('a client that goes away leaves nothing behind, however it goes', async () => {
    const id = await createList(service, tenant.userKey, 'Left');
    for (let i = 0; i < 20; i++) {
      const stream = await watch(id);
      if (i % 2 === 0) await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: `Left ${i}` });
      stream.leave();
      await until(() => service.service.subscriptions() === 0);
    }
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS listeners FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'company-data listener'`,
    );
    // One of this process, whoever came and went; the other process has had no subscriber.
    expect(rows).toEqual([{ listeners: 1 }]);
  });
});

describe('a listening connection that breaks', () => {
  it('is made again; subscribers are told that they may have missed something, and hear on', async () => {
    const id = await createList(service, tenant.userKey, 'Interrupted');
    const stream = await watch(id);
    await service.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'company-data listener'`,
    );
    const owned = (name: string) => ({ name, accessLevel: 'OWNER' });
    expect(await stream.next()).toEqual(change('RESYNC', owned('Interrupted'), [1, 1], ''));
    await elsewhere.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Resumed' });
    expect(await stream.next()).toEqual(change('NAME', owned('Resumed'), [1, 1]));
  });

  it('subscribers who come before it was ever made are told once it is', async () => {
    const { pool, url } = service.database;
    const name = new URL(url).pathname.slice(1);
    const role = `late_${process.pid}`;
    const listenUrl = new URL(url);
    listenUrl.searchParams.set('user', role);
    listenUrl.searchParams.set('password', 'x');
    const late = await startTestService({ beside: service, databaseListenUrl: listenUrl.href });
    try {
      const id = await createList(service, tenant.userKey, 'Early');
      const stream = await subscribe(late.url, { key: tenant.userKey, variables: { id } });
      await pool.query(
        `CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT CONNECT ON DATABASE "${name}" TO ${role}`,
      );
      expect(kinds([(await stream.next()) ?? {}])).toEqual(['RESYNC']);
      await service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name: 'Heard' });
      expect(kinds([(await stream.next()) ?? {}])).toEqual(['NAME']);
      stream.leave();
    } finally {
      await late.close();
      await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});

describe('a stop', () => {
  it('completes every stream, also those that come meanwhile', async () => {
    const stopping = await startTestService({ beside: service });
    try {
      const id = await createList(service, tenant.userKey, 'Stopped');
      const open = await subscribe(stopping.url, { key: tenant.userKey, variables: { id } });
      stopping.service.beginStop();
      const late = await subscribe(stopping.url, { key: tenant.userKey, variables: { id } });
      expect([await open.rest(), await late.rest()]).toEqual([[], []]);
      expect([open.isComplete(), late.isComplete()]).toEqual([true, true]);
      expect(stopping.service.subscriptions()).toBe(0);
    } finally {
      await stopping.close();
    }
  });
});
