import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { restoreBackup } from '../../../src/database/backup/restore-backup.ts';
import { writeBackup } from '../../../src/database/backup/write-backup.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { answer, problem } from '../../harness/errors.ts';
import { START, startTestService, type TestService } from '../../harness/service.ts';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { createList } from '../lists/operations.ts';
import { endOf, readAll, readEvents } from './support.ts';

const { service, tenant, rest, graphql } = useService('keepers');

const MESSAGE =
  'The events after this cursor are not all kept: they are older than 30 days, or the database was restored. Begin again without a cursor, or with "now", and read again what you follow.';
const EXPIRED = problem(409, 'cursor_expired', MESSAGE);

/** Does what every process does once a minute. */
const sweep = () => believeClock(service);

/** Creates and deletes a list, which writes an event. @returns its id. */
async function deleteList(by: TestService = service): Promise<number> {
  const id = await createList(by, tenant.userKey, 'Short-lived');
  await by.rest(tenant.userKey).delete(`/v1/lists/${id}`);
  return id;
}

const idsOf = (events: readonly { list_id?: number }[]) => events.map(({ list_id }) => list_id);

describe('an event', () => {
  it('is kept for 30 days; then cursors before it have expired, over both APIs', async () => {
    service.clock.set(START);
    const before = await endOf(service, tenant.userKey);
    const old = await deleteList();
    const between = await endOf(service, tenant.userKey);
    service.clock.advance({ days: 15 });
    const recent = await deleteList();
    service.clock.advance({ days: 15 });
    await sweep();
    expect(idsOf(await readAll(service, tenant.userKey, before))).toEqual([old, recent]);

    service.clock.advance({ seconds: 1 });
    await sweep();
    expect(idsOf(await readAll(service, tenant.userKey))).toEqual([recent]);
    expect(idsOf(await readAll(service, tenant.userKey, between))).toEqual([recent]);
    expect(answer(await rest().get(`/v1/events?cursor=${before}`))).toEqual(EXPIRED);
    const { body } = await graphql('query ($after: String) { events(after: $after) { nextCursor } }', {
      after: before,
    });
    const expired = {
      data: { events: null },
      errors: [{ message: MESSAGE, extensions: { code: 'CURSOR_EXPIRED' } }],
    };
    expect(body).toMatchObject(expired);
    const older = await graphql(
      'query ($before: String) { events(last: 1, before: $before) { nextCursor } }',
      {
        before,
      },
    );
    expect(older.body).toMatchObject(expired);
  });

  it('that nobody reads gets its position all the same, and is deleted in time with many others', async () => {
    const { pool } = service.database;
    await pool.query(
      `INSERT INTO event (organization_id, type, at, data)
       SELECT $1, 'credits.low', $2, '{"balance": 1, "threshold": 2}' FROM generate_series(1, 2500)`,
      [tenant.organizationId, service.clock.now()],
    );
    await sweep();
    const unplaced = await pool.query('SELECT FROM event WHERE position IS NULL');
    expect(unplaced.rowCount).toBe(0);
    service.clock.advance({ days: 31 });
    await sweep();
    expect((await pool.query('SELECT FROM event')).rowCount).toBe(0);
    const { events, next_cursor } = await readEvents(service, tenant.userKey);
    expect(events).toEqual([]);
    const id = await deleteList();
    expect(idsOf(await readAll(service, tenant.userKey, next_cursor))).toEqual([id]);
  });
});

describe('a restored database', () => {
  let target: TestDatabase;
  let restored: TestService;
  let cursor: string;
  let kept: number;

  beforeAll(async () => {
    kept = await deleteList();
    cursor = await endOf(service, tenant.userKey);
    target = await createTestDatabase({ migrated: false });
    const file = new PassThrough();
    const writing = writeBackup(service.database.url, file, { now: service.clock.now() });
    const epoch = { operator: 'ops', now: service.clock.now(), keepKeys: true };
    await Promise.all([writing, restoreBackup(target.url, file.pipe(createGunzip()), epoch)]);
    restored = await startTestService({ on: target });
  });
  afterAll(async () => {
    await restored.close();
  });

  it('begins a new epoch: cursors of before have expired, also once as many events were written', async () => {
    const path = `/v1/events?cursor=${cursor}`;
    expect(answer(await restored.rest(tenant.userKey).get(path))).toEqual(EXPIRED);
    await deleteList(restored);
    await deleteList(restored);
    expect(answer(await restored.rest(tenant.userKey).get(path))).toEqual(EXPIRED);
    expect((await readEvents(service, tenant.userKey, { cursor })).events).toEqual([]);
  });

  it('has the events of the backup before those that are written to it', async () => {
    const later = await deleteList(restored);
    const ids = idsOf(await readAll(restored, tenant.userKey));
    expect([ids.includes(kept), ids.at(-1)]).toEqual([true, later]);
  });

  it('refuses a cursor ahead of its events, as after a recovery to an earlier time', async () => {
    const end = await endOf(restored, tenant.userKey);
    await target.pool.query('UPDATE event_feed SET position = position - 1');
    expect(answer(await restored.rest(tenant.userKey).get(`/v1/events?cursor=${end}`))).toEqual(EXPIRED);
  });
});
