import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { type AdminAction, type AdminActor, recordAdminEvent } from '../access/admin-events.ts';
import { ownFacetName } from '../facets/facet.ts';
import { IMPORT_LOCK } from '../facets/index-state.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { checkChanges, checkTexts, type FieldChanges, type NewField } from './checks.ts';
import { CATALOGUE, FIELD_VALUES, type FieldNodeKey, type FieldUses } from './declarations.ts';

/**
 * Changes of declarations within a transaction, each with its entry in the audit log of administration. The service calls
 * them for users, and the command line for operators.
 */

export interface ChangeTools {
  clock: Clock;
  quotas: Quotas;
  /** Author of the change. */
  by: AdminActor;
}

const QUOTA_OF = (scopeId: number) => (scopeId === CATALOGUE ? 'catalogue_fields' : 'own_fields');

function record(
  client: PrismaQueries,
  { clock, by }: ChangeTools,
  scopeId: number,
  action: AdminAction,
  details: object,
): Promise<void> {
  return recordAdminEvent(client, clock, by, { action, organizationId: scopeId || null, details });
}

/** Declares a field, whose key and texts were checked, after those of its scope. @throws Fault field_exists, quota_exceeded */
export async function declareField(
  client: PrismaQueries,
  tools: ChangeTools,
  scopeId: number,
  { key, type, multiple = false, ...texts }: NewField,
): Promise<void> {
  const declaredAt = await raiseRegistry(client, scopeId, false);
  if (await client.ownField.findUnique({ where: { scopeId_key: { scopeId, key } } }))
    throw new Fault('field_exists', `The field ${key} exists. Change it, or choose another key.`);
  const used = await client.ownField.count({ where: { scopeId } });
  await tools.quotas.assertRoom(QUOTA_OF(scopeId), 1, used);
  const last = await client.ownField.aggregate({ where: { scopeId }, _max: { position: true } });
  const position = (last._max.position ?? -1) + 1;
  const createdAt = tools.clock.now();
  const data = { scopeId, key, ...checkTexts(texts), type, multiple, position, declaredAt, createdAt };
  await client.ownField.create({ data });
  await record(client, tools, scopeId, 'field_declared', { key, type });
}

/** Changes texts and the position of a field. @throws Fault field_not_found, validation_error */
export async function changeField(
  client: PrismaQueries,
  tools: ChangeTools,
  scopeId: number,
  key: string,
  changes: FieldChanges,
): Promise<void> {
  const where = { scopeId_key: { scopeId, key } };
  // The scope is locked before its fields, as by writes of values. Processes that hold its fields read them anew.
  await client.$executeRawUnsafe('UPDATE field_scope SET version = version + 1 WHERE scope_id = $1', scopeId);
  const field = await client.ownField.findUnique({ where });
  if (!field) throw fieldNotFound();
  const data = checkChanges(field, changes);
  if (Object.keys(changes).length === 0) return;
  await client.ownField.update({ where, data });
  if (changes.position !== undefined) await moveField(client, scopeId, field.id, changes.position);
  await record(client, tools, scopeId, 'field_changed', { key, ...changes });
}

/**
 * Deletes a field with its values.
 *
 * @param findUses finds the lists that use a field.
 * @param force deletes it although lists use it.
 * @throws Fault field_not_found, field_in_use, unavailable
 */
export async function deleteField(
  client: PrismaQueries,
  tools: ChangeTools,
  scopeId: number,
  key: string,
  { findUses, force }: { findUses: (id: number) => Promise<FieldUses>; force: boolean },
): Promise<FieldNodeKey> {
  if (scopeId === CATALOGUE) await lockImports(client);
  await raiseRegistry(client, scopeId, true);
  const field = await client.ownField.findUnique({ where: { scopeId_key: { scopeId, key } } });
  if (!field) throw fieldNotFound();
  // A save that uses the field holds its row until the definition is stored.
  await client.$queryRawUnsafe('SELECT FROM own_field WHERE id = $1 FOR UPDATE', field.id);
  const uses = await findUses(field.id);
  if (uses.listCount > 0 && !force) throw fieldInUse(key, uses);
  const { count } = await client.ownField.deleteMany({ where: { scopeId, id: field.id } });
  if (count === 0) throw fieldNotFound();
  await deleteValues(client, scopeId, field.id);
  await record(client, tools, scopeId, 'field_deleted', { key, ...uses });
  return { scopeId, declaredAt: field.declaredAt };
}

export function fieldNotFound(): Fault {
  return new Fault('field_not_found', 'Field not found. `GET /v1/fields` lists those that you can use.');
}

function fieldInUse(
  key: string,
  { listCount, listIds }: { listCount: number; listIds: readonly number[] },
): Fault {
  const lists = listCount === 1 ? '1 list uses' : `${listCount} lists use`;
  const message = `${lists} ${key}. Change them first, or delete the field with \`force=true\`: their conditions on it then match no value.`;
  return new Fault('field_in_use', message, { details: { list_count: listCount, list_ids: listIds } });
}

/** Raises the counters of a scope, and locks it until the transaction ends. @returns the registry */
async function raiseRegistry(client: PrismaQueries, scopeId: number, isDeletion: boolean): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ registry: number }[]>(
    `INSERT INTO field_scope AS s (scope_id, version, registry) VALUES ($1, 1, 1)
     ON CONFLICT (scope_id) DO UPDATE SET version = s.version + 1, registry = s.registry + 1,
       deletion_version = CASE WHEN $2 THEN s.version + 1 ELSE s.deletion_version END
     RETURNING registry`,
    scopeId,
    isDeletion,
  );
  return row?.registry ?? 0;
}

/** Moves a field to a position among those of its scope, counted from 0. */
async function moveField(
  client: PrismaQueries,
  scopeId: number,
  id: number,
  position: number,
): Promise<void> {
  const fields = await client.ownField.findMany({
    where: { scopeId },
    select: { id: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  const ids = fields.map((field) => field.id).filter((each) => each !== id);
  ids.splice(position, 0, id);
  await client.$executeRawUnsafe(
    `UPDATE own_field f SET position = n.place - 1 FROM unnest($1::int[]) WITH ORDINALITY AS n (id, place)
     WHERE f.id = n.id AND f.position <> n.place - 1`,
    ids,
  );
}

/** Imports write the postings of the catalogue's fields. @throws Fault unavailable while one runs */
async function lockImports(client: PrismaQueries): Promise<void> {
  const [row] = await client.$queryRawUnsafe<{ locked: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock($1) AS locked',
    IMPORT_LOCK,
  );
  if (!row?.locked)
    throw new Fault('unavailable', 'An import is running. Delete the field when it has ended.');
}

/** Deletes the values and postings of a field, and makes what was computed from them outdated. */
async function deleteValues(client: PrismaQueries, scopeId: number, id: number): Promise<void> {
  await client.$executeRawUnsafe('DELETE FROM facet_posting WHERE field = $1', ownFacetName(scopeId, id));
  await client.$executeRawUnsafe(
    `UPDATE own_field_values SET "values" = "values" - $2 WHERE scope_id = $1 AND "values" ? $2`,
    scopeId,
    String(id),
  );
  await client.$executeRawUnsafe(
    `DELETE FROM own_field_values WHERE scope_id = $1 AND "values" = '{}'`,
    scopeId,
  );
  if (scopeId === CATALOGUE)
    await client.$executeRawUnsafe(
      `UPDATE facet_index SET version = version + 1, bands_version = version + 1,
        names_version = names_version + 1`,
    );
  await client.$executeRawUnsafe(`SELECT pg_notify('${FIELD_VALUES}', '')`);
}
