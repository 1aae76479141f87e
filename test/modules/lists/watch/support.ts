import { pause } from '../../../harness/locks.ts';
import type { TestService } from '../../../harness/service.ts';
import { readAll, type ShownEvent } from '../../events/support.ts';

/** Whether no watched list is due, and none is being evaluated. */
export async function isEvaluated({ database }: TestService): Promise<boolean> {
  const { rows } = await database.pool.query<{ done: boolean }>(
    `SELECT NOT EXISTS (
      SELECT FROM list_watch w JOIN list l ON l.id = w.list_id
      WHERE (w.revision, w.index_version) <> (l.revision, (SELECT version FROM facet_index)) OR w.lease_until IS NOT NULL
    ) AS done`,
  );
  return rows[0]?.done === true;
}

/** Resolves when no watched list is due, and none is being evaluated. */
export async function untilEvaluated(service: TestService): Promise<void> {
  while (!(await isEvaluated(service))) await pause();
}

/** Events of a list after a cursor, once all lists are evaluated. */
export async function announcedSince(
  service: TestService,
  key: string,
  listId: number,
  cursor: string,
): Promise<ShownEvent[]> {
  await untilEvaluated(service);
  const events = await readAll(service, key, cursor);
  return events.filter(({ type, list_id }) => type === 'list.members_changed' && list_id === listId);
}

interface Changed {
  company_id: number;
  name?: string;
  from?: string;
  to?: string;
}

/** What REST shows of an event: the companies by id, with their tiers before and after. */
export async function changesOf(
  service: TestService,
  key: string,
  { list_id, data }: ShownEvent,
): Promise<Record<'entered' | 'left' | 'tier_changed', [number, string | undefined, string | undefined][]>> {
  const { materialization_id: until, previous_materialization_id: since } = data;
  const path = `/v1/lists/${list_id}/changes?since=${since}&until=${until}&limit=1000`;
  const { body } = await service.rest(key).get(path).expect(200);
  const shown = (changes: Changed[]): [number, string | undefined, string | undefined][] =>
    changes.map(({ company_id, from, to }) => [company_id, from, to]);
  return {
    entered: shown(body.entered),
    left: shown(body.left),
    tier_changed: shown(body.tier_changed),
  };
}
