import type { Queryable } from '../../database/client.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { type Principal, requireUser, type UserPrincipal } from '../../lib/principal.ts';
import { type AdminAction, recordAdminEvent } from '../access/admin-events.ts';
import { lockAdmin, requireAdmin } from '../access/locked-caller.ts';
import { lockOperator, requireOperator } from '../access/operators.ts';
import { ownFacetName } from '../facets/facet.ts';
import { IMPORT_LOCK } from '../facets/index-state.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { checkKey, checkTexts, type FieldChanges, type NewField } from './checks.ts';
import { CATALOGUE, type Declaration, FIELD_VALUES, type FieldUses, readDeclared } from './declarations.ts';
import type { FieldScope } from './own-field.ts';

/** A field with the number of companies that have a value. */
export interface CountedField extends Declaration {
  companyCount: number;
}

interface Tools {
  prisma: PrismaClient;
  /** The primary: what was just declared is read by the next request. */
  db: Queryable;
  clock: Clock;
  quotas: Quotas;
  /** Columns of company files that have a meaning already. */
  reserved: ReadonlySet<string>;
  /** Finds the lists that use a field, of an organization or, with 0, of any. */
  findUses: (
    db: PrismaQueries,
    caller: UserPrincipal,
    fieldId: number,
    scopeId: number,
  ) => Promise<FieldUses>;
}

const QUOTA_OF = { catalogue: 'catalogue_fields', organization: 'own_fields' } as const;
const ADMINS_DECLARE = 'Only an admin of the organization can declare, change or delete its fields.';

export type FieldsService = ReturnType<typeof createFieldsService>;

/** Creates the service that declares own fields (contract, section 20). */
export function createFieldsService({ prisma, db, clock, quotas, reserved, findUses }: Tools) {
  /** The fields that a caller can see, in their order. */
  async function list({ organizationId }: Pick<Principal, 'organizationId'>): Promise<CountedField[]> {
    const { fields } = await readDeclared(db, organizationId);
    const facetOf = ({ scope, id }: Declaration) =>
      ownFacetName(scope === 'catalogue' ? CATALOGUE : organizationId, id);
    const { rows } = await db.query<{ field: string; count: number }>({
      name: 'own_fields_companies',
      text: `SELECT field, cardinality AS count FROM facet_posting
        WHERE field = ANY ($1::text[]) AND value = '' AND window_days = 0`,
      values: [fields.map(facetOf)],
    });
    const counts = new Map(rows.map(({ field, count }) => [field, count]));
    return fields.map((field) => ({ ...field, companyCount: counts.get(facetOf(field)) ?? 0 }));
  }

  async function find(principal: Pick<Principal, 'organizationId'>, key: string): Promise<CountedField> {
    const field = (await list(principal)).find((each) => each.key === key);
    if (field) return field;
    throw fieldNotFound();
  }

  /** Requires the rights to change the fields of a scope, first of the caller as the request came. @returns the scope's id */
  async function requireRights(principal: Principal, scope: FieldScope): Promise<UserPrincipal> {
    const user = requireUser(principal);
    if (scope === 'organization') requireAdmin(user, ADMINS_DECLARE);
    else await requireOperator(prisma, user);
    return user;
  }

  async function lockRights(client: PrismaQueries, user: UserPrincipal, scope: FieldScope) {
    if (scope === 'organization') return lockAdmin(client, clock, user, {}, ADMINS_DECLARE);
    return lockOperator(client, clock, user);
  }

  /** Runs a change of declarations in one transaction, with its entry in the audit log of administration. */
  async function change<T>(
    principal: Principal,
    scope: FieldScope,
    work: (
      client: PrismaQueries,
      scopeId: number,
    ) => Promise<{ result: T; action?: AdminAction; details: object }>,
  ): Promise<T> {
    const user = await requireRights(principal, scope);
    const scopeId = scope === 'organization' ? user.organizationId : CATALOGUE;
    return prismaEffect(prisma, async (client) => {
      const caller = await lockRights(client, user, scope);
      const { result, action, details } = await work(client, scopeId);
      if (action)
        await recordAdminEvent(client, clock, caller, { action, organizationId: scopeId || null, details });
      return result;
    });
  }

  return {
    list,
    find,
    /** Finds fields by id, of those that the caller can see. */
    async findMany(principal: Principal, ids: readonly number[]): Promise<CountedField[]> {
      return (await list(principal)).filter(({ id }) => ids.includes(id));
    },

    /** @throws Fault validation_error, then user_credential_required, insufficient_access, then field_exists, quota_exceeded */
    async create(principal: Principal, input: NewField): Promise<CountedField> {
      const scope = checkKey(input.key, reserved);
      const texts = checkTexts(input);
      if (input.multiple && input.type !== 'category')
        throw invalidValue('/multiple', 'is only for fields of type category');
      if (texts.numberFormat && input.type !== 'number')
        throw invalidValue('/numberFormat', 'is only for fields of type number');
      await change(principal, scope, async (client, scopeId) => {
        const registry = await raiseRegistry(client, scopeId, false);
        const key = { scopeId, key: input.key };
        if (await client.ownField.findUnique({ where: { scopeId_key: key } }))
          throw new Fault('field_exists', `The field ${input.key} exists. Change it, or choose another key.`);
        const used = await client.ownField.count({ where: { scopeId } });
        await quotas.assertRoom(QUOTA_OF[scope], 1, used);
        const last = await client.ownField.aggregate({ where: { scopeId }, _max: { position: true } });
        const { type, multiple = false } = input;
        const position = (last._max.position ?? -1) + 1;
        const data = {
          ...key,
          ...texts,
          type,
          multiple,
          position,
          declaredAt: registry,
          createdAt: clock.now(),
        };
        await client.ownField.create({ data });
        return { result: null, action: 'field_declared', details: { key: input.key, type } };
      });
      return find(principal, input.key);
    },

    /** @throws Fault field_not_found, user_credential_required, insufficient_access, validation_error */
    async update(principal: Principal, key: string, changes: FieldChanges): Promise<CountedField> {
      const field = await find(principal, key);
      const { position, ...texts } = changes;
      const { label: _label, ...others } = texts;
      const checked = checkTexts({ ...others, label: texts.label ?? field.label });
      if (checked.numberFormat && field.type !== 'number')
        throw invalidValue('/numberFormat', 'is only for fields of type number');
      await change(principal, field.scope, async (client, scopeId) => {
        const where = { scopeId_key: { scopeId, key } };
        if (!(await client.ownField.findUnique({ where }))) throw fieldNotFound();
        if (Object.keys(changes).length === 0) return { result: null, details: {} };
        await client.ownField.update({ where, data: checked });
        if (position !== undefined) await moveField(client, scopeId, field.id, position);
        return { result: null, action: 'field_changed', details: { key, ...changes } };
      });
      return find(principal, key);
    },

    /**
     * Deletes a field with its values.
     *
     * @param force deletes it although lists use it.
     * @throws Fault field_not_found, user_credential_required, insufficient_access, field_in_use
     */
    async delete(principal: Principal, key: string, force = false): Promise<number> {
      const { id, scope } = await find(principal, key);
      return change(principal, scope, async (client, scopeId) => {
        if (scope === 'catalogue') await lockImports(client);
        const uses = await findUses(client, requireUser(principal), id, scopeId);
        if (uses.listCount > 0 && !force) throw fieldInUse(key, uses);
        await raiseRegistry(client, scopeId, true);
        const { count } = await client.ownField.deleteMany({ where: { scopeId, id } });
        if (count === 0) throw fieldNotFound();
        await deleteValues(client, scopeId, id);
        return { result: id, action: 'field_deleted', details: { key, ...uses } };
      });
    },
  };
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
      'UPDATE facet_index SET version = version + 1, bands_version = version + 1',
    );
  await client.$executeRawUnsafe(`SELECT pg_notify('${FIELD_VALUES}', '')`);
}
