import { describe, expect, it } from '@jest/globals';
import { writeEvent } from '../../../src/modules/events/write-event.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { createList, KUBERNETES } from '../lists/operations.ts';
import { endOf, readAll, readEvents } from './support.ts';

const { service, tenant, beside } = useService('ordered', { poolSize: 20 });
const other = useTenant(service, 'neighbours');
const second = beside({ poolSize: 20 });

/** Writes an event of the organization in a transaction of its own, which the test ends. */
async function openWriter(label: string) {
  const client = await service.database.pool.connect();
  await client.query('BEGIN');
  await writeEvent(client, {
    organizationId: tenant.organizationId,
    type: 'list.deleted',
    at: service.clock.now(),
    listId: 1,
    userIds: null,
    data: { name: label, actor_id: tenant.userId },
  });
  return {
    async end(how: 'COMMIT' | 'ROLLBACK') {
      await client.query(how);
      client.release();
    },
  };
}

const labelsOf = (events: readonly { data: Record<string, unknown> }[]) =>
  events.map(({ data }) => data.name);

describe('the order of the feed', () => {
  it('is that of commits: an event that commits late comes after those that were read before', async () => {
    const start = await endOf(service, tenant.userKey);
    const late = await openWriter('began first');
    const early = await openWriter('began second');
    await early.end('COMMIT');
    const before = await readEvents(service, tenant.userKey, { cursor: start });
    expect(labelsOf(before.events)).toEqual(['began second']);
    await late.end('COMMIT');
    const after = await readEvents(second, tenant.userKey, { cursor: before.next_cursor });
    expect(labelsOf(after.events)).toEqual(['began first']);
    expect(labelsOf(await readAll(second, tenant.userKey, start))).toEqual(['began second', 'began first']);
  });

  it('leaves out what rolled back, and is not held up by a transaction that stays open', async () => {
    const start = await endOf(service, tenant.userKey);
    const open = await openWriter('still open');
    await (await openWriter('rolled back')).end('ROLLBACK');
    await (await openWriter('committed')).end('COMMIT');
    expect(labelsOf(await readAll(service, tenant.userKey, start))).toEqual(['committed']);
    await open.end('ROLLBACK');
    expect(labelsOf(await readAll(service, tenant.userKey, start))).toEqual(['committed']);
  });

  it('is the same for all readers of both processes, with each event once, while many write', async () => {
    const [WRITERS, EACH, READERS] = [8, 25, 6];
    const start = await endOf(service, tenant.userKey);
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; n < EACH; n += 1) {
        const each = await openWriter(`${writer}:${n}`);
        // Transactions of uneven length overlap in all orders.
        if ((writer + n) % 3 === 0) await new Promise((resolve) => setTimeout(resolve, writer));
        await each.end('COMMIT');
      }
    };
    const follow = async (reader: number) => {
      const at = reader % 2 === 0 ? service : second;
      const seen: unknown[] = [];
      for (let cursor = start; ; ) {
        const isLast = !writing;
        const page = await readEvents(at, tenant.userKey, { cursor, limit: reader + 2 });
        seen.push(...labelsOf(page.events));
        cursor = page.next_cursor;
        if (isLast && page.events.length === 0) return seen;
      }
    };
    const readers = Array.from({ length: READERS }, (_, reader) => follow(reader));
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    writing = false;
    const [first = [], ...others] = await Promise.all(readers);
    expect(first).toHaveLength(WRITERS * EACH);
    expect(new Set(first).size).toBe(WRITERS * EACH);
    for (const seen of others) expect(seen).toEqual(first);
    // The events of one writer follow one another.
    const ofOne = first.filter((label) => String(label).startsWith('3:'));
    expect(ofOne).toEqual(Array.from({ length: EACH }, (_, n) => `3:${n}`));
  });

  it('has the events of other organizations nowhere, and those of the installation for each', async () => {
    const [mine, theirs] = [await endOf(service, tenant.orgKey), await endOf(service, other.userKey)];
    const id = await createList(service, other.userKey, 'Theirs');
    await service.rest(other.userKey).put(`/v1/lists/${id}/definition`, KUBERNETES);
    await writeEvent(service.database.pool, {
      organizationId: null,
      type: 'catalogue.imported',
      at: service.clock.now(),
      userIds: null,
      data: { index_version: 1, as_of: null, rows: {} },
    });
    await service.rest(other.userKey).delete(`/v1/lists/${id}`);
    const typesOf = async (key: string, cursor: string) =>
      (await readAll(service, key, cursor)).map(({ type }) => type);
    expect(await typesOf(tenant.orgKey, mine)).toEqual(['catalogue.imported']);
    expect(await typesOf(other.userKey, theirs)).toEqual(['catalogue.imported', 'list.deleted']);
  });
});
