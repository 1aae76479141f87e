import { describe, expect, it } from '@jest/globals';
import { START } from '../../../harness/service.ts';
import { GERMAN, KUBERNETES } from '../operations.ts';
import { change, kindOf, useWatching } from './watching.ts';

const { elsewhere, newList, rest, restElsewhere, service, share, tenant, viewer, watch } = useWatching();

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

describe('listChanged', () => {
  it('reports each kind of change, made in any process, with the list after the change', async () => {
    const id = await newList('Watched');
    const stream = await watch(id);
    expect([stream.status, stream.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    const owner = restElsewhere();
    const owned = (name: string) => ({ name, accessLevel: 'OWNER' });

    await owner.patch(`/v1/lists/${id}`, { name: 'Renamed' });
    expect(await stream.next()).toEqual(change('NAME', owned('Renamed'), [1, 1]));
    await owner.put(`/v1/lists/${id}/definition`, KUBERNETES);
    expect(await stream.next()).toEqual(change('DEFINITION', owned('Renamed'), [2, 2]));
    await owner.post(`/v1/lists/${id}/definition/versions/1/restore`);
    expect(await stream.next()).toEqual(change('DEFINITION', owned('Renamed'), [3, 3]));
    await owner.post(`/v1/lists/${id}/domains`, { domains: ['acme.example'] });
    expect(await stream.next()).toEqual(change('MEMBERS', owned('Renamed'), [3, 4]));
    await owner.post(`/v1/lists/${id}/excluded-domains`, { domains: ['beta.example'] });
    expect(await stream.next()).toEqual(change('MEMBERS', owned('Renamed'), [3, 5]));
    await share(id, { user_id: viewer.userId }, elsewhere);
    expect(await stream.next()).toEqual(change('SHARING', owned('Renamed'), [3, 5]));
    await owner.delete(`/v1/lists/${id}`);
    expect(await stream.next()).toEqual(GONE);
    expect(await stream.next()).toBeUndefined();
    expect(stream.isComplete()).toBe(true);
  });

  it('shows each subscriber the list with their own access level, and who made the change', async () => {
    const id = await newList('Two readers');
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

  it('reports no change that rolled back, of another list, or that left the list as it was', async () => {
    const [id, other] = [await newList('Quiet', GERMAN), await newList('Other')];
    const stream = await watch(id);
    const owner = rest();
    const { pool } = service.database;
    await pool.query('ALTER TABLE list ADD CONSTRAINT no_change CHECK (definition_version < 2) NOT VALID');
    try {
      expect((await owner.put(`/v1/lists/${id}/definition`, KUBERNETES)).status).toBe(500);
    } finally {
      await pool.query('ALTER TABLE list DROP CONSTRAINT no_change');
    }
    await pool.query(
      `BEGIN; SELECT pg_notify('list_changes', '{"eventId":999999,"listId":${id},"action":"list_renamed"}'); ROLLBACK`,
    );
    expect((await owner.get(`/v1/lists/${id}/export.csv`)).status).toBe(200);
    await owner.patch(`/v1/lists/${other}`, { name: 'Another' });
    await owner.patch(`/v1/lists/${id}`, { name: 'Quiet' });
    await owner.patch(`/v1/lists/${id}`, { name: 'Loud' });
    expect(await stream.next()).toEqual(change('NAME', { name: 'Loud', accessLevel: 'OWNER' }, [1, 1]));
  });

  it('ignores invalid payloads on its channel', async () => {
    const id = await newList('Undisturbed');
    const stream = await watch(id);
    for (const payload of ['', 'nonsense', 'null', '[]', '7', `{"listId":${id}}`]) {
      await service.database.pool.query('SELECT pg_notify($1, $2)', ['list_changes', payload]);
    }
    await rest().patch(`/v1/lists/${id}`, { name: 'Still here' });
    expect(kindOf(await stream.next())).toBe('NAME');
  });

  it('reads fresh data for each event, even data that loaders have read before', async () => {
    const id = await newList('Fresh', KUBERNETES);
    const stream = await watch(id, {
      query: `subscription ($id: ID!) { listChanged(listId: $id) {
        list { members(first: 1) { totalCount edges { node { company { name } } } } } } }`,
    });
    const owner = rest();
    await owner.patch(`/v1/lists/${id}`, { name: 'Fresh 1' });
    const first = JSON.stringify(await stream.next());
    const name = /"name":"([^"]*)"/.exec(first)?.[1];
    await service.database.pool.query(`UPDATE company SET name = name || ' Renamed'`);
    await owner.patch(`/v1/lists/${id}`, { name: 'Fresh 2' });
    expect(JSON.stringify(await stream.next())).toBe(first.replace(`${name}`, `${name} Renamed`));
  });
});

describe('access to listChanged', () => {
  const refusal = (code: string, message: unknown, more: object = {}) => ({
    errors: [expect.objectContaining({ message, extensions: { code, ...more } })],
  });

  it('is lost with a GONE event, which shows nothing of the list, and the end of the stream', async () => {
    const id = await newList('Withdrawn');
    const permission = await share(id, { user_id: viewer.userId });
    const stream = await watch(id, { key: viewer.userKey });
    await restElsewhere().delete(permission);
    await restElsewhere().patch(`/v1/lists/${id}`, { name: 'Private now' });
    expect(await stream.rest()).toEqual([GONE]);
    expect(stream.isComplete()).toBe(true);
  });

  it('is checked at each event, even if the loss of access was not announced', async () => {
    const id = await newList('Silently withdrawn');
    await share(id, { user_id: viewer.userId });
    const stream = await watch(id, { key: viewer.userKey });
    await service.database.pool.query('DELETE FROM list_permission WHERE list_id = $1', [id]);
    await rest().patch(`/v1/lists/${id}`, { name: 'Private now' });
    expect(await stream.rest()).toEqual([GONE]);
  });

  it.each([
    ['revoked', 'UPDATE api_key SET revoked_at = now() WHERE id = $1'],
    ['expired', `UPDATE api_key SET expires_at = '${START}' WHERE id = $1`],
    ['deleted', 'DELETE FROM api_key WHERE id = $1'],
  ])(
    'is lost when the key is %s in another process: the stream ends, without an event as a trigger',
    async (_how, sql) => {
      const id = await newList('Key gone');
      const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
      const [stream, stays] = [await watch(id, { key }), await watch(id)];
      await service.database.pool.query(sql, [apiKey.id]);
      expect(await stream.rest()).toEqual([
        refusal('INVALID_API_KEY', expect.stringContaining('no valid API key')),
      ]);
      expect(stream.isComplete()).toBe(true);
      await rest().patch(`/v1/lists/${id}`, { name: 'Goes on' });
      expect(kindOf(await stays.next())).toBe('NAME');
    },
  );

  it('is lost before the first event after a revocation of the key', async () => {
    const id = await newList('Key gone at once');
    const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
    const stream = await watch(id, { key });
    await service.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [apiKey.id]);
    await rest().patch(`/v1/lists/${id}`, { name: 'Not for them' });
    expect(await stream.rest()).toEqual([refusal('INVALID_API_KEY', expect.any(String))]);
  });
});
