import type { Queryable } from '../../database/client.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { EventData, EventType } from './event.ts';

/** The channel on which every event is announced when its transaction commits; the payload is the organization's id. */
export const EVENTS = 'events';

interface NewEventOf<Type extends EventType> {
  /** Null: every organization sees the event. */
  organizationId: number | null;
  type: Type;
  at: Date;
  listId?: number;
  /** Users who may see it; null for everybody in the organization. Organization keys see no events of lists. */
  userIds: readonly number[] | null;
  data: EventData<Type>;
}

/** An event to write, and who may see it. */
export type NewEvent = { [Type in EventType]: NewEventOf<Type> }[EventType];

/**
 * SQL that writes events and returns their ids, also as a part of a WITH clause. They get their positions after the commit.
 *
 * @param rows SQL of the values: organization, type, time, list, users and data.
 */
export const insertEvents = (rows: string) => `
  INSERT INTO event (organization_id, type, at, list_id, user_ids, data) ${rows}
  RETURNING id, pg_notify('${EVENTS}', coalesce(organization_id::text, ''))`;

const INSERT = insertEvents('VALUES ($1::int, $2, $3::timestamptz, $4::int, $5::int[], $6::jsonb)');

function valuesOf({ organizationId, type, at, listId, userIds, data }: NewEvent): unknown[] {
  return [organizationId, type, at, listId ?? null, userIds, JSON.stringify(data)];
}

/** Writes an event in the transaction of the change. */
export async function writeEvent(client: Queryable, event: NewEvent): Promise<void> {
  await client.query({ name: 'event_write', text: INSERT, values: valuesOf(event) });
}

/** Writes an event in a transaction of Prisma, that of the change. */
export async function writeEventByPrisma(db: Pick<PrismaQueries, '$executeRawUnsafe'>, event: NewEvent) {
  await db.$executeRawUnsafe(INSERT, ...valuesOf(event));
}
