import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { captureGauges } from '../harness/gauges.ts';
import { lockTables, pause, waitingStatements } from '../harness/locks.ts';
import { captureLog } from '../harness/log.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { WORK } from './limit-support.ts';

const log = captureLog('warn');
const gauges = captureGauges();
const { service, tenant, rest } = useService('abandoned', {
  logger: log.logger,
  observability: gauges.observability,
  overload: WORK,
  seed: seedSmallCatalogue,
});

const EVENTS = { query: 'subscription { events { cursor } }' };
const changesOf = (listId: number) => ({ query: `subscription { listChanged(listId: ${listId}) { kind } }` });

/** Sends a request, and leaves once a statement of it waits for a table. Then the table is free again. */
async function leaveWhileWaiting(table: string, body: object, accept: string): Promise<void> {
  const lock = await lockTables(service.database, table);
  const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json', Accept: accept };
  const sent = request(`${service.url}/graphql`, { method: 'POST', headers }).on('error', () => undefined);
  sent.end(JSON.stringify(body));
  const waits = async () =>
    (await waitingStatements(service.database)).some((sql) => new RegExp(`\\b${table}\\b`).test(sql));
  while (!(await waits())) await pause();
  sent.destroy();
  await pause();
  await lock.release();
  for (let time = 0; time < 20; time += 1) await pause();
}

describe('a client that leaves while its stream opens', () => {
  it.each(['text/event-stream', '*/*'])(
    'leaves no stream and no error behind, accepting %s',
    async (accept) => {
      const listId = await createList(service, tenant.userKey, 'Left');
      await leaveWhileWaiting('list_event', changesOf(listId), accept);
      await leaveWhileWaiting('event', EVENTS, accept);
      expect(log.lines().filter(({ level }) => level !== 'info')).toEqual([]);
      expect(service.service.subscriptions()).toBe(0);
    },
  );
});

/** Begins a download. @returns a function that leaves it, and its status once the file is complete. */
function download(path: string) {
  const sent = request(`${service.url}${path}`, { headers: { 'X-API-Key': tenant.userKey } });
  const status = new Promise<number | undefined>((resolve) =>
    sent
      .on('error', () => resolve(undefined))
      .on('response', (res) => res.resume().on('end', () => resolve(res.statusCode))),
  );
  sent.end();
  return { leave: () => sent.destroy(), status };
}

describe('an export whose client leaves before its file opens', () => {
  it('is registered nowhere, and holds no place', async () => {
    const listId = await createList(service, tenant.userKey, 'Exported', KUBERNETES);
    const { body } = await rest().post(`/v1/lists/${listId}/export`).expect(200);
    const lock = await lockTables(service.database, 'company');
    const first = download(body.url);
    while (gauges.work('stream').running < 1) await pause();
    const second = download(body.url);
    while (gauges.work('stream').waiting < 1) await pause();
    second.leave();
    await pause();
    await lock.release();
    expect([await first.status, await second.status]).toEqual([200, undefined]);
    while (gauges.work('stream').running + gauges.work('stream').waiting > 0) await pause();
    for (let time = 0; time < 5; time += 1) await pause();
    expect(gauges.unreadAnswers()).toBe(0);
    expect(log.lines().filter(({ level }) => level === 'error')).toEqual([]);
  });
});
