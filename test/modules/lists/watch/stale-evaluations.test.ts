import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseProxy, startProxy } from '../../../harness/proxy.ts';
import { importRows } from '../../../harness/retire.ts';
import { startTestService } from '../../../harness/service.ts';
import { passageOf } from '../../../harness/statement-gate.ts';
import { useService } from '../../../harness/use-service.ts';
import { endOf } from '../../events/support.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN } from '../operations.ts';
import { announcedSince, changesOf } from './support.ts';

const { service, tenant, rest } = useService('stale', { seed: seedSmallCatalogue });
let listId: number;
let cursor: string;

beforeEach(async () => {
  await service.database.pool.query('DELETE FROM list_watch');
  listId = await createList(service, tenant.userKey, 'Watched', GERMAN);
});

async function watch(): Promise<void> {
  await rest().put(`/v1/lists/${listId}/watch`).expect(204);
  cursor = await endOf(service, tenant.userKey);
}

/** Lets another process evaluate what is due, and reads the companies of each event since the list was watched. */
async function announced() {
  const last = await startTestService({ beside: service });
  last.service.beginWork();
  const events = await announcedSince(service, tenant.userKey, listId, cursor);
  const { rows } = await service.database.pool.query<{ id: number; name: string }>(
    'SELECT id, name FROM company UNION ALL SELECT id, name FROM retired_company',
  );
  const nameOf = ([id]: [number, ...unknown[]]) => rows.find((row) => row.id === id)?.name;
  const changes = [];
  for (const event of events) {
    const { entered, left } = await changesOf(service, tenant.userKey, event);
    changes.push({ entered: entered.map(nameOf).sort(), left: left.map(nameOf).sort() });
  }
  await last.close();
  return changes;
}

const importGerman = (name: string) =>
  importRows(service.database.pool, 'companies', { name, primary_domain: `${name}.example`, country: 'DE' });

/** Starts a process that stops at a statement. @param earlier another one, whose answer it has by then. */
async function startHeld(statement: string, earlier?: string) {
  const gate = new EventEmitter();
  const [held, ended, ready] = [once(gate, 'held'), once(gate, 'end'), earlier && once(gate, 'ready')];
  const passage = () =>
    passageOf({
      before: async (met) => {
        if (!met.startsWith(statement)) return;
        await ready;
        gate.emit('held');
        await ended;
      },
      after: (met) => {
        if (earlier !== undefined && met.startsWith(earlier)) gate.emit('ready');
      },
    });
  let proxy: DatabaseProxy | undefined;
  const slow = await startTestService({
    beside: service,
    through: async (url) => {
      proxy = await startProxy(url, passage);
      return proxy.url;
    },
  });
  slow.service.beginWork();
  return {
    held,
    /** Lets it go on, to the end of what it does. */
    async end() {
      gate.emit('end');
      await slow.close();
      await proxy?.stop();
    },
  };
}

describe('a process that is slow to evaluate a watched list', () => {
  it('announces nothing after another one that has read a newer catalogue', async () => {
    await watch();
    const slow = await startHeld('list_watch_lock_list');
    await importGerman('one');
    await slow.held;
    await importGerman('two');
    await service.database.pool.query("UPDATE list_watch SET lease_until = '2000-01-01'");
    expect(await announced()).toEqual([{ entered: ['one', 'two'], left: [] }]);
    await slow.end();
    expect(await announced()).toEqual([{ entered: ['one', 'two'], left: [] }]);
  });

  it('announces no members of two catalogues if an import ends while it reads', async () => {
    await importGerman('source');
    await importGerman('survivor');
    await rest()
      .post(`/v1/lists/${listId}/excluded-domains`, { domains: ['source.example'] })
      .expect(200);
    await watch();
    // It has read which companies are German, but not yet which of them are excluded.
    const slow = await startHeld('list_domains_by_hand', 'COPY');
    await importGerman('three');
    await slow.held;
    await importRows(service.database.pool, 'companies', {
      primary_domain: 'source.example',
      merge_into: 'survivor.example',
    });
    await slow.end();
    // The source was excluded, and by its domain the survivor is from now on.
    expect(await announced()).toEqual([{ entered: ['three'], left: ['survivor'] }]);
  });

  it('misses no company that an import adds for a domain of the list while it reads', async () => {
    await rest()
      .post(`/v1/lists/${listId}/domains`, { domains: ['late.example'] })
      .expect(200);
    await watch();
    // It has read that the domain leads to no company, but not yet which companies are German.
    const slow = await startHeld('COPY', 'list_domains_by_hand');
    await importGerman('four');
    await slow.held;
    await importRows(service.database.pool, 'companies', { name: 'late', primary_domain: 'late.example' });
    await slow.end();
    expect(await announced()).toEqual([{ entered: ['four', 'late'], left: [] }]);
  });
});
