import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { subscribe } from '../../../harness/events.ts';
import { startTestService } from '../../../harness/service.ts';
import { createList } from '../operations.ts';
import { change, kindOf, until, useWatching } from './watching.ts';

const { newList, rest, restElsewhere, service, share, stranger, subscriptions, tenant, viewer, watch } =
  useWatching();

/** Opens a subscription and does not read its response. */
async function openUnread(url: string, key: string, query: string) {
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-API-Key': key };
  const req = request(`${url}/graphql`, { method: 'POST', headers });
  req.on('error', () => undefined);
  req.end(JSON.stringify({ query }));
  const [res]: IncomingMessage[] = await once(req, 'response');
  if (!res) throw new Error('no answer');
  return { req, res: res.pause() };
}

describe('subscription streams', () => {
  it('are limited per user, whichever keys they use: one more gets 429 with Retry-After, until one of them ends', async () => {
    const id = await newList('Crowded');
    const { body } = await rest().post('/v1/keys', { kind: 'user' }).expect(201);
    const { key } = body;
    const [first] = await Promise.all([watch(id), watch(id), watch(id, { key })]);
    const refused = await watch(id, { key });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
    expect(await refused.rest()).toEqual([
      {
        errors: [
          {
            message: 'You have 3 open subscriptions, the maximum. End one, then try again.',
            path: ['listChanged'],
            locations: expect.any(Array),
            extensions: { code: 'RATE_LIMITED', retry_after: 10 },
          },
        ],
      },
    ]);
    first?.leave();
    await until(() => subscriptions() === 2);
    expect((await watch(id)).status).toBe(200);
  });

  it('are limited per organization as well', async () => {
    const id = await newList('Popular');
    await share(id, { org_wide: true });
    await Promise.all([watch(id), watch(id), watch(id), watch(id, { key: viewer.userKey })]);
    const refused = await watch(id, { key: viewer.userKey });
    expect([refused.status, await refused.rest()]).toMatchObject([
      429,
      [
        {
          errors: [
            { message: 'Your organization has 4 open subscriptions, the maximum. End one, then try again.' },
          ],
        },
      ],
    ]);
    expect(
      (await watch(await createList(service, stranger.userKey, 'Elsewhere'), { key: stranger.userKey }))
        .status,
    ).toBe(200);
  });

  it('do not count towards the limit when they are refused', async () => {
    const id = await newList('Not mine');
    for (let i = 0; i < 5; i++) await (await watch(id, { key: stranger.userKey })).rest();
    expect(subscriptions()).toBe(0);
  });

  it('are refused with 406 if the client does not accept events, and leave no stream open', async () => {
    const id = await newList('Wrong type');
    for (const Accept of ['application/json', 'application/graphql-response+json', 'text/html']) {
      const refused = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept, 'X-API-Key': tenant.userKey },
        body: JSON.stringify({ query: `subscription { listChanged(listId: ${id}) { kind } }` }),
      });
      expect([Accept, refused.status]).toEqual([Accept, 406]);
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
    }
    expect(subscriptions()).toBe(0);
  });

  it('are not opened for an invalid document', async () => {
    const refused = await watch(1, {
      query: 'subscription ($id: ID!) { listChanged(listId: $id) { nonsense } }',
    });
    expect((await refused.rest())[0]?.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(subscriptions()).toBe(0);
  });

  it('do not make Node warn of a leak of listeners', async () => {
    const warnings: string[] = [];
    const take = ({ name }: Error) => warnings.push(name);
    process.on('warning', take);
    const id = await newList('Quiet');
    const events = await watch(id, {
      headers: { 'Accept-Encoding': 'gzip', Origin: 'http://browser.example' },
    });
    await rest().patch(`/v1/lists/${id}`, { name: 'Renamed' });
    expect(kindOf(await events.next())).toBe('NAME');
    process.off('warning', take);
    expect(warnings).toEqual([]);
  });

  it('are kept alive by comments while nothing changes', async () => {
    const id = await newList('Silence');
    const stream = await watch(id);
    const waiting = stream.next();
    await until(() => stream.comments() >= 3);
    await rest().patch(`/v1/lists/${id}`, { name: 'At last' });
    expect(kindOf(await waiting)).toBe('NAME');
  });

  it('keep only the latest change of each kind while the client does not read', async () => {
    const id = await newList('Unread');
    // About 200 KB an event, 20 MB in all: far more than the two socket buffers hold.
    const fields = Array.from({ length: 1000 }, (_, i) => `a${i}: name`).join(' ');
    const query = `subscription { listChanged(listId: ${id}) { kind list { ${fields} } } }`;
    const { req, res } = await openUnread(service.url, tenant.userKey, query);
    const nameOf = (i: number) => `${i} ${'n'.repeat(190)}`;
    for (let i = 1; i <= 100; i++) {
      await rest().patch(`/v1/lists/${id}`, { name: nameOf(i) });
    }
    // If all changes were kept, this one would arrive after them.
    await rest().post(`/v1/lists/${id}/domains`, { domains: ['acme.example'] });
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

  it('leave nothing behind when a client disconnects, however it does so', async () => {
    const id = await newList('Left');
    for (let i = 0; i < 20; i++) {
      const stream = await watch(id);
      if (i % 2 === 0) await rest().patch(`/v1/lists/${id}`, { name: `Left ${i}` });
      stream.leave();
      await until(() => subscriptions() === 0);
    }
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS listeners FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'company-data listener'`,
    );
    // One listener of this process, however many clients came and left; the other process has had no subscriber.
    expect(rows).toEqual([{ listeners: 1 }]);
  });
});

describe('a listening connection that breaks', () => {
  it('is reopened, and subscribers get a RESYNC event and all later changes', async () => {
    const id = await newList('Interrupted');
    const stream = await watch(id);
    await service.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'company-data listener'`,
    );
    const owned = (name: string) => ({ name, accessLevel: 'OWNER' });
    expect(await stream.next()).toEqual(change('RESYNC', owned('Interrupted'), [1, 1], null));
    await restElsewhere().patch(`/v1/lists/${id}`, { name: 'Resumed' });
    expect(await stream.next()).toEqual(change('NAME', owned('Resumed'), [1, 1]));
  });

  it('sends RESYNC to subscribers that connected before its first connection succeeded', async () => {
    const { pool, url } = service.database;
    const name = new URL(url).pathname.slice(1);
    const role = `late_${process.pid}`;
    const listenUrl = new URL(url);
    listenUrl.searchParams.set('user', role);
    listenUrl.searchParams.set('password', 'x');
    const late = await startTestService({ beside: service, databaseDirectUrl: listenUrl.href });
    try {
      const id = await newList('Early');
      const stream = await subscribe(late.url, { key: tenant.userKey, variables: { id } });
      await pool.query(
        `CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT CONNECT ON DATABASE "${name}" TO ${role}`,
      );
      expect(kindOf(await stream.next())).toBe('RESYNC');
      await rest().patch(`/v1/lists/${id}`, { name: 'Heard' });
      expect(kindOf(await stream.next())).toBe('NAME');
      stream.leave();
    } finally {
      await late.close();
      await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});

describe('a stopping service', () => {
  it('completes every stream, even those opened during the stop', async () => {
    const stopping = await startTestService({ beside: service });
    try {
      const id = await newList('Stopped');
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
