import type { DataFlag, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError, validationFault } from '../../lib/fault.ts';
import type { Principal } from '../access/principal.ts';
import type { CatalogueService } from '../catalogue/catalogue-service.ts';
import { prismaEffect, recalled } from '../idempotency/effects.ts';

/** In Unicode code points, after trimming (contract, section 4). */
const MAX_DESCRIPTION_LENGTH = 2000;

export interface QueuedFlag extends DataFlag {
  company: { name: string; primaryDomain: string };
}

export interface FlagsService {
  /**
   * Queues a company for a data-quality review; changes nothing about the company.
   *
   * @throws Fault company_not_found, validation_error for a description over 2000 characters.
   */
  flagCompany(
    principal: Principal,
    identifier: string,
    description: string | null | undefined,
  ): Promise<DataFlag>;
}

export function createFlagsService(
  prisma: PrismaClient,
  clock: Clock,
  catalogue: CatalogueService,
): FlagsService {
  return {
    flagCompany: (principal, identifier, description) =>
      recalled(principal.memory, async () => {
        const text = cleanDescription(description);
        const { companyId } = await catalogue.getCompany(identifier);
        const { organizationId, userId, keyId, memory } = principal;
        const data = { companyId, organizationId, userId, apiKeyId: keyId, description: text };
        return prismaEffect(prisma, memory, (db) =>
          db.dataFlag.create({ data: { ...data, createdAt: clock.now() } }),
        );
      }),
  };
}

function cleanDescription(description: string | null | undefined): string | null {
  const text = description?.trim() || null;
  if (text === null) return null;
  const length = [...text].length;
  if (length > MAX_DESCRIPTION_LENGTH) {
    const message = `must be at most ${MAX_DESCRIPTION_LENGTH} characters; ${length} were sent`;
    throw validationFault([{ pointer: '/description', message }]);
  }
  if (!isStorable(text)) {
    throw validationFault([
      { pointer: '/description', message: 'must not contain U+0000 or half of a surrogate pair' },
    ]);
  }
  return text;
}

/** The review queue, oldest first: what an operator works through on the command line. */
export async function listFlags(
  prisma: PrismaClient,
  status: 'queued' | 'resolved' | undefined,
  limit: number,
): Promise<QueuedFlag[]> {
  return prisma.dataFlag.findMany({
    where: status ? { status } : {},
    include: { company: { select: { name: true, primaryDomain: true } } },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/**
 * Takes a flag out of the queue, once; a second call leaves the first outcome.
 *
 * @throws StartupError when no flag has the id.
 */
export async function resolveFlag(
  prisma: PrismaClient,
  clock: Clock,
  flagId: number,
  resolution: string | undefined,
): Promise<DataFlag> {
  await prisma.dataFlag.updateMany({
    where: { id: flagId, status: 'queued' },
    data: { status: 'resolved', resolvedAt: clock.now(), resolution: resolution?.trim() || null },
  });
  const flag = await prisma.dataFlag.findUnique({ where: { id: flagId } });
  if (!flag) throw new StartupError(`no flag has the id ${flagId}`);
  return flag;
}
