import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimDue, release } from '../../../../src/modules/lists/watch/due-lists.ts';
import { type DatabaseProxy, startProxy } from '../../../harness/proxy.ts';
import { importRows } from '../../../harness/retire.ts';
import { startTestService } from '../../../harness/service.ts';
import { passageOf } from '../../../harness/statement-gate.ts';
import { useService, useTenant } from '../../../harness/use-service.ts';
import { endOf, readAll } from '../../events/support.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN } from '../operations.ts';
import { changesOf, untilEvaluated } from './support.ts';

const { service, tenant } = useService('crowd', { seed: seedSmallCatalogue });
const other = useTenant(service, 'bystander');
const pool = () => service.database.pool;

const AUSTRIAN = definition(condition('country', 'any_of', ['AT']));

beforeEach(async () => {
  await pool().query('DELETE FROM list_watch');
});

async function watched(key: string, name: string, tree: object = GERMAN): Promise<number> {
  const id = await createList(service, key, name, tree);
  await service.rest(key).put(`/v1/lists/${id}/watch`).expect(204);
  return id;
}

const change = (key: string, id: number, tree: object) =>
  service.rest(key).put(`/v1/lists/${id}/definition`, tree).expect(200);

/** Takes due lists one after another, as a process does. @returns the organization of each. */
async function turns(count: number): Promise<(string | undefined)[]> {
  const now = service.clock.now();
  const until = new Date(now.getTime() + 60_000);
  const taken: (string | undefined)[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const [due] = await claimDue(pool(), 1, now, until);
    if (due) await release(pool(), due);
    taken.push(
      due && { [tenant.organizationId]: 'crowd', [other.organizationId]: 'bystander' }[due.organizationId],
    );
  }
  return taken;
}

describe('organizations with due lists', () => {
  let leaf: number;
  let above: number[];
  let theirs: number;
  beforeEach(async () => {
    leaf = await createList(service, tenant.userKey, 'Leaf', GERMAN);
    above = [];
    for (let index = 0; index < 8; index += 1)
      above.push(
        await watched(
          tenant.userKey,
          `Above ${index}`,
          definition({ ...condition('list', 'any_of', [leaf]) }),
        ),
      );
    theirs = await watched(other.userKey, 'Theirs');
  });

  it('take turns, however many lists of one hang on a list that changes', async () => {
    for (const tree of [AUSTRIAN, GERMAN]) await change(tenant.userKey, leaf, tree);
    await change(other.userKey, theirs, AUSTRIAN);
    expect(await turns(4)).toEqual(['crowd', 'bystander', 'crowd', 'bystander']);
    // Watching a list again makes nobody the next one.
    await service.rest(tenant.userKey).delete(`/v1/lists/${above[0]}/watch`).expect(204);
    await service.rest(tenant.userKey).put(`/v1/lists/${above[0]}/watch`).expect(204);
    await change(tenant.userKey, leaf, AUSTRIAN);
    expect(await turns(4)).toEqual(['crowd', 'bystander', 'crowd', 'bystander']);
  });

  it('take turns between a list that changes and an import', async () => {
    await importRows(pool(), 'companies', { name: 'New', primary_domain: 'new.example', country: 'DE' });
    await change(tenant.userKey, leaf, AUSTRIAN);
    // In every other turn, lists that were changed come first.
    expect(await turns(6)).toEqual(['crowd', 'crowd', 'bystander', 'crowd', 'bystander', 'crowd']);
    await change(other.userKey, theirs, AUSTRIAN);
    expect(await turns(4)).toEqual(['bystander', 'crowd', 'bystander', 'crowd']);
  });

  it('are served one list each, if a process takes several', async () => {
    await change(tenant.userKey, leaf, AUSTRIAN);
    await change(other.userKey, theirs, AUSTRIAN);
    const now = service.clock.now();
    const taken = await claimDue(pool(), 2, now, new Date(now.getTime() + 60_000));
    expect(taken.map(({ organizationId }) => organizationId).sort()).toEqual(
      [tenant.organizationId, other.organizationId].sort(),
    );
    const rest = await claimDue(pool(), 100, now, new Date(now.getTime() + 60_000));
    expect(rest.map(({ listId }) => listId).sort()).toEqual(above.slice(1).sort());
  });
});

it('a list that changes while it is evaluated lets others go first, and misses no change', async () => {
  const [first, second] = [
    await watched(tenant.userKey, 'Changing'),
    await watched(tenant.userKey, 'Waiting'),
  ];
  const cursor = await endOf(service, tenant.userKey);
  for (const id of [first, second]) await change(tenant.userKey, id, AUSTRIAN);
  const gate = new EventEmitter();
  const [held, go] = [once(gate, 'held'), once(gate, 'go')];
  let isHeld = false;
  const passage = () =>
    passageOf({
      before: async (met) => {
        if (isHeld || !met.startsWith('list_watch_lock_list')) return;
        isHeld = true;
        gate.emit('held');
        await go;
      },
      after: () => undefined,
    });
  let proxy: DatabaseProxy | undefined;
  const process = await startTestService({
    beside: service,
    through: async (url) => {
      proxy = await startProxy(url, passage);
      return proxy.url;
    },
  });
  process.service.beginWork();
  await held;
  await change(tenant.userKey, first, definition(condition('country', 'any_of', ['US'])));
  gate.emit('go');
  // Once the process has ended, no list waits for the end of its lease.
  await untilFirstEvent(cursor);
  await process.close();
  await proxy?.stop();
  const last = await startTestService({ beside: service });
  last.service.beginWork();
  await untilEvaluated(service);
  await last.close();
  const events = (await readAll(service, tenant.userKey, cursor)).filter(
    ({ type }) => type === 'list.members_changed',
  );
  expect(events.map(({ list_id }) => list_id)).toEqual([second, first]);
  const [, changed] = events;
  if (!changed) throw new Error('the list has no event');
  const { entered } = await changesOf(service, tenant.userKey, changed);
  const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${first}/members`).expect(200);
  expect(entered.map(([id]) => id)).toEqual(
    body.members.map(({ company_id }: { company_id: number }) => company_id),
  );
});

async function untilFirstEvent(cursor: string): Promise<void> {
  for (;;) {
    const events = await readAll(service, tenant.userKey, cursor);
    if (events.some(({ type }) => type === 'list.members_changed')) return;
  }
}
