import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WORK_SETTINGS } from '../../../../src/modules/limits/work-settings.ts';
import { lockTables, pause, untilWaiting } from '../../../harness/locks.ts';
import { captureLog } from '../../../harness/log.ts';
import { startServer } from '../../../harness/process.ts';
import { importRows } from '../../../harness/retire.ts';
import { startTestService, testConfig } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { endOf } from '../../events/support.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN } from '../operations.ts';
import { announcedSince, changesOf, untilEvaluated } from './support.ts';

const quotas = { ...testConfig().quotas, watched_lists: 2 };
const { service, tenant, beside, rest } = useService('processes', { seed: seedSmallCatalogue, quotas });
const other = beside();
let listId: number;
let cursor: string;
let imported = 0;

beforeEach(async () => {
  await service.database.pool.query('DELETE FROM list_watch');
  listId = await createList(service, tenant.userKey, 'Watched', GERMAN);
  await rest().put(`/v1/lists/${listId}/watch`).expect(204);
  cursor = await endOf(service, tenant.userKey);
});

const list = (path = '') => `/v1/lists/${listId}${path}`;
const since = () => announcedSince(service, tenant.userKey, listId, cursor);
const importGerman = () => {
  imported += 1;
  const name = `one-${imported}`;
  return importRows(service.database.pool, 'companies', {
    name,
    primary_domain: `${name}.example`,
    country: 'DE',
  });
};

/** Rows about the list, which a process that is killed must not leave half done. */
async function stored(): Promise<number[]> {
  const { rows } = await service.database.pool.query<{ counts: number[] }>(
    `SELECT ARRAY[
       (SELECT count(*) FROM event WHERE list_id = $1 AND type = 'list.members_changed'),
       (SELECT count(*) FROM list_change WHERE list_id = $1),
       (SELECT count(*) FROM list_materialization WHERE list_id = $1)]::int[] AS counts`,
    [listId],
  );
  return rows[0]?.counts ?? [];
}

describe('before any process evaluates watched lists', () => {
  it('imports are merged, and what readers materialize meanwhile changes nothing about it', async () => {
    await importGerman();
    const { body } = await rest().get(list('/members?force_refresh=true')).expect(200);
    await rest().post(list('/materialize')).expect(200);
    await importGerman();
    const restart = await startTestService({ beside: service });
    restart.service.beginWork();
    const [event, ...others] = await since();
    await restart.close();
    expect([event?.data.entered, event?.data.left, others]).toEqual([2, 0, []]);
    expect(event?.data.counts).toMatchObject({ total: body.total + 1 });
    if (event) expect((await changesOf(service, tenant.userKey, event)).entered).toHaveLength(2);
  });

  it('a process that looks for work and finds none sends one statement each for lists, webhooks, jobs and imports', async () => {
    const idle = await startTestService({ beside: service });
    // The other service writes it every few seconds.
    await service.service.flush();
    const { statements } = await recordStatements(async () => {
      idle.service.beginWork();
      for (let time = 0; time < 20; time += 1) await pause();
    });
    await idle.close();
    const kinds = statements.map(
      (sql) => /LISTEN "\w+"|UPDATE (?!OF|SKIP)\w+|FROM job/.exec(sql)?.[0] ?? sql,
    );
    expect(kinds.sort()).toEqual([
      'FROM job',
      'LISTEN "events"',
      'LISTEN "field_values"',
      'LISTEN "jobs"',
      'LISTEN "list_changes"',
      'UPDATE import_upload',
      'UPDATE list_watch',
      'UPDATE webhook',
    ]);
  });

  it('a process that is too busy for requests leaves them to others until it is not', async () => {
    let lag = 10_000;
    const eventLoop = { lagMs: () => lag, close: () => undefined };
    const busy = await startTestService({ beside: service, eventLoop, overload: WORK_SETTINGS });
    busy.service.beginWork();
    await importGerman();
    for (let time = 0; time < 20; time += 1) await pause();
    expect((await stored())[0]).toBe(0);
    lag = 0;
    expect((await since()).map(({ data }) => data.entered)).toEqual([1]);
    await busy.close();
  });

  it('a list that cannot be evaluated is logged, holds up no other list, and is tried again after its lease', async () => {
    const log = captureLog('warn');
    const broken = listId;
    const spoil = (from: string, to: string) =>
      service.database.pool.query(
        'UPDATE list_definition SET root = replace(root::text, $2, $3)::json WHERE list_id = $1',
        [broken, from, to],
      );
    await spoil('country', 'no_field');
    listId = await createList(service, tenant.userKey, 'Sound', GERMAN);
    await rest().put(list('/watch')).expect(204);
    const one = await startTestService({ beside: service, logger: log.logger });
    one.service.beginWork();
    await importGerman();
    while ((await stored())[0] !== 1 || log.lines().length === 0) await pause();
    expect(log.lines()).toEqual([expect.objectContaining({ msg: 'could not evaluate a watched list' })]);
    await spoil('no_field', 'country');
    listId = broken;
    expect((await stored())[0]).toBe(0);
    service.clock.advance({ seconds: 60 });
    await rest()
      .post(list('/domains'), { domains: ['hub.example'] })
      .expect(200);
    expect((await since()).map(({ data }) => data.entered)).toEqual([2]);
    await one.close();
  });

  it('a killed process leaves nothing half done, and another one does its work when the lease has ended', async () => {
    const before = await stored();
    const { server } = await startServer({ DATABASE_URL: service.database.url, PORT: '0' });
    const lock = await lockTables(service.database, 'list_change');
    await importGerman();
    // It has stored the materialization and the event, in a transaction that has not ended.
    await untilWaiting(service.database, 1);
    server.child.kill('SIGKILL');
    await server.finished;
    await lock.release();
    while (await hasBackend()) await pause();
    expect(await stored()).toEqual(before);
    const lease = await leaseEnd();
    expect(lease).toBeInstanceOf(Date);

    // Within the lease, no other process takes the list.
    service.clock.set(new Date((lease?.getTime() ?? 0) - 1).toISOString());
    const next = await startTestService({ beside: service });
    next.service.beginWork();
    await importRows(service.database.pool, 'companies', {
      name: 'French',
      primary_domain: 'fr.example',
      country: 'FR',
    });
    for (let time = 0; time < 20; time += 1) await pause();
    expect(await stored()).toEqual(before);
    service.clock.set((lease ?? new Date()).toISOString());
    await rest()
      .post(list('/domains'), { domains: ['hub.example'] })
      .expect(200);
    const events = await since();
    await next.close();
    expect(events.map(({ data }) => [data.entered, data.left])).toEqual([[2, 0]]);
  });
});

/** Whether a connection of a killed process still has a transaction. */
async function hasBackend(): Promise<boolean> {
  const { rows } = await service.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       OR (datname = current_database() AND state LIKE 'idle in transaction%')`,
  );
  return rows.length > 0;
}

async function leaseEnd(): Promise<Date | undefined> {
  const { rows } = await service.database.pool.query<{ end: Date }>(
    'SELECT lease_until AS end FROM list_watch WHERE list_id = $1',
    [listId],
  );
  return rows[0]?.end;
}

describe('two processes that evaluate one list', () => {
  beforeAll(() => {
    service.service.beginWork();
    other.service.beginWork();
  });

  it('announce each change once, also when the lease of the first has ended', async () => {
    // It is evaluating: it waits for the domains of the list.
    const lock = await lockTables(service.database, 'list_domain');
    await importGerman();
    await untilWaiting(service.database, 1);
    await service.database.pool.query("UPDATE list_watch SET lease_until = '2000-01-01'");
    await importGerman();
    await untilWaiting(service.database, 2);
    await lock.release();
    // Whichever is faster: what has read the older catalogue tells nothing after the other one.
    const events = await since();
    const sum = (key: string) => events.reduce((all, { data }) => all + Number(data[key]), 0);
    expect([sum('entered'), sum('left')]).toEqual([2, 0]);
    expect((await stored()).slice(0, 2)).toEqual([events.length, events.length]);
  });

  it('announce a change that was made while they evaluated, by itself', async () => {
    const lock = await lockTables(service.database, 'list_domain');
    await importGerman();
    await untilWaiting(service.database, 1);
    const changed = rest().put(list('/definition'), definition(condition('country', 'any_of', ['US'])));
    await changed.expect(200);
    await lock.release();
    const events = await since();
    // Nothing is announced of the definition that is no longer the list's.
    expect(events.map(({ data }) => data.entered)).toEqual([2]);
  });

  it('are refused more lists than the quota has', async () => {
    const create = () => createList(service, tenant.userKey, 'More', GERMAN);
    const [second, third] = [await create(), await create()];
    const watch = (id: number) => rest().put(`/v1/lists/${id}/watch`);
    const statuses = (await Promise.all([watch(second), watch(third)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 403]);
    const { status, body } = await watch(await create());
    expect([status, body.detail]).toEqual([
      403,
      {
        error: 'quota_exceeded',
        message:
          'Your organization watches 2 lists; the limit is 2. Stop watching lists whose changes nobody needs.',
        quota: 'watched_lists',
        limit: 2,
        used: 2,
      },
    ]);
    await rest().delete(list('/watch')).expect(204);
    await untilEvaluated(service);
    const limits = (await rest().get('/v1/account/limits').expect(200)).body.quotas;
    expect(limits).toContainEqual({ quota: 'watched_lists', limit: 2, used: 1 });
  });
});
