import type { DataFlag, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue, StartupError } from '../../lib/fault.ts';
import type { Principal } from '../../lib/principal.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import type { CatalogueService } from '../catalogue/catalogue-service.ts';
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
     * @throws Fault company_not_found, quota_exceeded, validation_error for a description over 2000 characters.
     */
    flagCompany: (principal: Principal, identifier: string, description: string | null | undefined) =>
      recalled(async () => {
        const text = cleanDescription(description);
        const { companyId } = await catalogue.getCompany(identifier);
        const { organizationId, userId, keyId } = principal;
        const data = { companyId, organizationId, userId, apiKeyId: keyId, description: text };
        return prismaEffect(prisma, async (db) => {
          await quotas.assertRoom('flags', 1, async () => {
            await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
            return countQueued(db, organizationId);
          });
          return db.dataFlag.create({ data: { ...data, createdAt: clock.now() } });
        });
      }),
    /** Number of flags of an organization that wait for their review. */
    countQueued: (organizationId: number) => countQueued(prisma, organizationId),
  };
}

function countQueued(db: Pick<PrismaQueries, 'dataFlag'>, organizationId: number): Promise<number> {
  return db.dataFlag.count({ where: { organizationId, status: 'queued' } });
}

function cleanDescription(description: string | null | undefined): string | null {
  const text = description?.trim();
  if (!text) return null;
  const { maxLength } = TEXT_LIMITS.flagDescription;
  if (!isWithin(text, TEXT_LIMITS.flagDescription))
    throw invalidValue(
      '/description',
      `must be at most ${maxLength} characters; ${[...text].length} were sent`,
    );
  if (!isStorable(text))
    throw invalidValue('/description', 'must not contain U+0000 or half of a surrogate pair');
  return text;
}

/** Lists the review queue, oldest first, with the flagged companies, also those that have left the catalogue. */
export async function listFlags(
  prisma: PrismaClient,
  status: 'queued' | 'resolved' | undefined,
  limit: number,
) {
  const flags = await prisma.dataFlag.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'asc' },
    take: limit,
  });
  const where = { id: { in: flags.map(({ companyId }) => companyId) } };
  const select = { id: true, name: true, primaryDomain: true };
  const companies = await Promise.all([
    prisma.company.findMany({ where, select }),
    prisma.retiredCompany.findMany({ where, select }),
  ]);
  const byId = new Map(companies.flat().map(({ id, ...company }) => [id, company]));
  return flags.map((flag) => ({ ...flag, company: byId.get(flag.companyId) }));
}

/**
 * Resolves a flag. A second call keeps the first resolution.
 *
 * @returns the flag, and whether it was queued until now.
 * @throws StartupError when no flag has the id.
 */
export async function resolveFlag(
  prisma: Pick<PrismaClient, 'dataFlag'>,
  clock: Clock,
  flagId: number,
  resolution: string | undefined,
): Promise<{ flag: DataFlag; isNew: boolean }> {
  const { count } = await prisma.dataFlag.updateMany({
    where: { id: flagId, status: 'queued' },
    data: { status: 'resolved', resolvedAt: clock.now(), note: resolution?.trim() || null },
  });
  const flag = await prisma.dataFlag.findUnique({ where: { id: flagId } });
  if (!flag) throw new StartupError(`no flag has the id ${flagId}`);
  return { flag, isNew: count > 0 };
}
