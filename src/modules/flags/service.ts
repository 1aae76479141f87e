import type { DataFlag, Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { type Keyset, MAX_ROW_ID } from '../../lib/page.ts';
import { invalidApiKey, type Principal } from '../../lib/principal.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { lockCredentials } from '../access/locked-caller.ts';
import type { CatalogueService } from '../catalogue/service.ts';
import { type PrismaQueries, prismaEffect, recalled } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';

export type FlagsService = ReturnType<typeof createFlagsService>;

interface FlagsTools {
  prisma: PrismaClient;
  clock: Clock;
  catalogue: CatalogueService;
  quotas: Quotas;
}

export function createFlagsService({ prisma, clock, catalogue, quotas }: FlagsTools) {
  return {
    /**
     * Queues a company for a data-quality review. Changes nothing about the company.
     *
     * @throws Fault company_not_found, quota_exceeded, invalid_api_key; validation_error for a description over 2000 characters.
     */
    flagCompany: (principal: Principal, identifier: string, description: string | null | undefined) =>
      recalled(async () => {
        const text = cleanText(description, '/description');
        const { companyId } = await catalogue.getCompany(identifier);
        const { organizationId, userId, keyId } = principal;
        const data = { companyId, organizationId, userId, apiKeyId: keyId, description: text };
        return prismaEffect(prisma, async (db) => {
          if (!(await lockCredentials(db, clock, [keyId])).has(keyId)) throw invalidApiKey();
          await quotas.assertRoom('flags', 1, async () => {
            await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
            return countQueued(db, organizationId);
          });
          return db.dataFlag.create({ data: { ...data, createdAt: clock.now() } });
        });
      }),

    /** Reads flags that the caller may see, newest first. */
    page: (caller: Principal, { limit, after = MAX_ROW_ID, offset }: Keyset): Promise<DataFlag[]> =>
      prisma.dataFlag.findMany({
        where: { AND: [visible(caller), { id: { lt: after } }] },
        orderBy: { id: 'desc' },
        skip: offset,
        take: limit,
      }),

    count: (caller: Principal): Promise<number> => prisma.dataFlag.count({ where: visible(caller) }),

    /** Reads flags by id that the caller may see, in any order. */
    findMany: (caller: Principal, ids: readonly number[]): Promise<DataFlag[]> =>
      prisma.dataFlag.findMany({ where: { AND: [visible(caller), { id: { in: [...ids] } }] } }),

    /** Number of flags of an organization that wait for their review. */
    countQueued: (organizationId: number) => countQueued(prisma, organizationId),
  };
}

/** Selects the flags that a caller may see, as with the ledger: admins all of the organization, others what they raised. */
function visible({ organizationId, userId, keyId, role }: Principal): Prisma.DataFlagWhereInput {
  if (role === 'admin') return { organizationId };
  return userId === null ? { organizationId, apiKeyId: keyId } : { organizationId, userId };
}

function countQueued(db: Pick<PrismaQueries, 'dataFlag'>, organizationId: number): Promise<number> {
  return db.dataFlag.count({ where: { organizationId, status: 'queued' } });
}

/**
 * Trims the description or the note of a flag.
 *
 * @param pointer names the field of the input.
 * @returns null for a text that is blank or was left out.
 * @throws Fault validation_error
 */
export function cleanText(text: string | null | undefined, pointer: string): string | null {
  const clean = text?.trim();
  if (!clean) return null;
  if (!isWithin(clean, TEXT_LIMITS.flagText)) {
    const { maxLength } = TEXT_LIMITS.flagText;
    throw invalidValue(pointer, `must be at most ${maxLength} characters; ${[...clean].length} were sent`);
  }
  if (!isStorable(clean)) throw invalidValue(pointer, 'must not contain U+0000 or half of a surrogate pair');
  return clean;
}
