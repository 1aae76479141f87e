import type { Queryable } from '../../database/client.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Principal, requireUser, type UserPrincipal } from '../../lib/principal.ts';
import { lockAdmin, requireAdmin } from '../access/locked-caller.ts';
import { lockOperator, requireOperator } from '../access/operators.ts';
import { type PrismaQueries, prismaEffect, recalled } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { checkChanges, checkNewField, type FieldChanges, type NewField } from './checks.ts';
import {
  CATALOGUE,
  type CountedField,
  type FieldNodeKey,
  type FieldUses,
  listFields,
} from './declarations.ts';
import { type ChangeTools, changeField, declareField, deleteField, fieldNotFound } from './declare.ts';
import type { FieldScope } from './own-field.ts';

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

const ADMINS_DECLARE = 'Only an admin of the organization can declare, change or delete its fields.';

export type FieldsService = ReturnType<typeof createFieldsService>;

/** Creates the service that declares own fields (contract, section 20). */
export function createFieldsService({ prisma, db, clock, quotas, reserved, findUses }: Tools) {
  /** The fields that a caller can see, in their order. */
  const list = ({ organizationId }: Pick<Principal, 'organizationId'>) => listFields(db, organizationId);

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

  /** Runs a change of declarations in one transaction. */
  async function change<T>(
    principal: Principal,
    scope: FieldScope,
    work: (client: PrismaQueries, scopeId: number, tools: ChangeTools) => Promise<T>,
  ): Promise<T> {
    const user = await requireRights(principal, scope);
    const scopeId = scope === 'organization' ? user.organizationId : CATALOGUE;
    return prismaEffect(prisma, async (client) =>
      work(client, scopeId, { clock, quotas, by: await lockRights(client, user, scope) }),
    );
  }

  return {
    list,
    find,
    /** @throws Fault validation_error, then user_credential_required, insufficient_access, then field_exists, quota_exceeded */
    async create(principal: Principal, input: NewField): Promise<CountedField> {
      const scope = checkNewField(input, reserved);
      await change(principal, scope, async (client, scopeId, tools) => {
        await declareField(client, tools, scopeId, input);
        return null;
      });
      return find(principal, input.key);
    },

    /** @throws Fault field_not_found, user_credential_required, insufficient_access, validation_error */
    async update(principal: Principal, key: string, changes: FieldChanges): Promise<CountedField> {
      const field = await find(principal, key);
      checkChanges(field, changes);
      await change(principal, field.scope, async (client, scopeId, tools) => {
        await changeField(client, tools, scopeId, key, changes);
        return null;
      });
      return find(principal, key);
    },

    /**
     * Deletes a field with its values.
     *
     * @param force deletes it although lists use it.
     * @throws Fault field_not_found, user_credential_required, insufficient_access, field_in_use
     */
    delete(principal: Principal, key: string, force = false): Promise<FieldNodeKey> {
      // Recalled first: the field is no longer there when its deletion is repeated.
      return recalled(async () => {
        const { scope } = await find(principal, key);
        return change(principal, scope, (client, scopeId, tools) =>
          deleteField(client, tools, scopeId, key, {
            findUses: (id) => findUses(client, requireUser(principal), id, scopeId),
            force,
          }),
        );
      });
    },
  };
}
