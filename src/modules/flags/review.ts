import type { DataFlag, Organization, PrismaClient } from '../../generated/prisma/client.ts';
import type { FlagResolution, FlagStatus } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Keyset } from '../../lib/page.ts';
import type { Principal, UserPrincipal } from '../../lib/principal.ts';
import { type AdminActor, recordAdminEvent } from '../access/admin-events.ts';
import { isOperator, lockOperator, type Operator } from '../access/operators.ts';
import { writeEventByPrisma } from '../events/write-event.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { cleanText } from './service.ts';

/** Organization that raised a flag. */
export type FlagReporter = Pick<Organization, 'id' | 'name'>;

/** A company that was flagged, in the catalogue or not. */
export interface FlaggedCompany {
  companyId: number;
  /** Null if nothing is known of it any more. */
  name: string | null;
  primaryDomain: string | null;
  /** When it left the catalogue; null while it is there. */
  retiredAt: Date | null;
}

/** Result of a review. The resolution is null if the command line named none. */
export interface Outcome {
  resolution: FlagResolution | null;
  note: string | null;
}

/**
 * Resolves a flag, unless that was done before: of two reviewers at once, the first one decides.
 *
 * @param by the operator of an API, or the system user of the command line.
 * @returns the flag as it is afterwards, null if there is none; and whether this call resolved it.
 */
export async function resolveFlag(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  flagId: number,
  { resolution, note }: Outcome,
): Promise<{ flag: DataFlag | null; isNew: boolean }> {
  const resolvedById = 'operator' in by ? null : by.userId;
  const { count } = await db.dataFlag.updateMany({
    where: { id: flagId, status: 'queued' },
    data: { status: 'resolved', resolvedAt: clock.now(), resolution, note, resolvedById },
  });
  const flag = await db.dataFlag.findUnique({ where: { id: flagId } });
  const isNew = flag !== null && count > 0;
  if (isNew) {
    const details = { flag_id: flagId, company_id: flag.companyId, resolution, note };
    // A flag is about the catalogue, which belongs to no organization.
    await recordAdminEvent(db, clock, by, { action: 'flag_resolved', organizationId: null, details });
    const { companyId, organizationId, userId } = flag;
    await writeEventByPrisma(db, {
      organizationId,
      type: 'flag.resolved',
      at: clock.now(),
      // A flag of an organization key is the organization's.
      userIds: userId === null ? null : [userId],
      data: { flag_id: flagId, company_id: companyId, resolution },
    });
  }
  return { flag, isNew };
}

/** Tells whether a resolved flag has another outcome than a reviewer asks for. */
export function differs(flag: Outcome, wanted: Outcome): boolean {
  return flag.resolution !== wanted.resolution || flag.note !== wanted.note;
}

/** Lists the review queue, oldest first, with the flagged companies. */
export async function listFlags(prisma: PrismaClient, status: FlagStatus | undefined, limit: number) {
  const flags = await prisma.dataFlag.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'asc' },
    take: limit,
  });
  const companies = await findFlaggedCompanies(
    prisma,
    flags.map(({ companyId }) => companyId),
  );
  return flags.map((flag, index) => ({ ...flag, company: companies[index] }));
}

/** Finds companies, also those that have left the catalogue, in the order of the ids. */
async function findFlaggedCompanies(
  prisma: Pick<PrismaClient, 'company' | 'retiredCompany'>,
  companyIds: readonly number[],
): Promise<FlaggedCompany[]> {
  const where = { id: { in: [...new Set(companyIds)] } };
  const select = { id: true, name: true, primaryDomain: true };
  const [retired, present] = await Promise.all([
    prisma.retiredCompany.findMany({ where, select: { ...select, retiredAt: true } }),
    prisma.company.findMany({ where, select }),
  ]);
  const byId = new Map<number, Omit<FlaggedCompany, 'companyId'>>();
  for (const { id, ...company } of retired) byId.set(id, company);
  for (const { id, ...company } of present) byId.set(id, { ...company, retiredAt: null });
  const unknown = { name: null, primaryDomain: null, retiredAt: null };
  return companyIds.map((companyId) => ({ companyId, ...(byId.get(companyId) ?? unknown) }));
}

export function flagNotFound(): Fault {
  return new Fault('flag_not_found', 'Flag not found.');
}

interface ReviewTools {
  /** Prisma over `reads`, and over `writes`. */
  prisma: { reads: PrismaClient; writes: PrismaClient };
  clock: Clock;
  logger: Logger;
}

export type FlagReview = ReturnType<typeof createFlagReview>;

/** Review of the flags of all organizations, by operators of the installation. */
export function createFlagReview({ prisma: { reads, writes }, clock, logger }: ReviewTools) {
  const having = (status: FlagStatus | undefined) => (status ? { status } : {});

  return {
    /** Reads flags of all organizations, oldest first. */
    page: (
      _operator: Operator,
      status: FlagStatus | undefined,
      { limit, after = 0, offset }: Keyset,
    ): Promise<DataFlag[]> =>
      reads.dataFlag.findMany({
        where: { ...having(status), id: { gt: after } },
        orderBy: { id: 'asc' },
        skip: offset,
        take: limit,
      }),

    count: (_operator: Operator, status: FlagStatus | undefined): Promise<number> =>
      reads.dataFlag.count({ where: having(status) }),

    /** Reads flags by id, in any order. */
    findMany: (_operator: Operator, ids: readonly number[]): Promise<DataFlag[]> =>
      reads.dataFlag.findMany({ where: { id: { in: [...ids] } } }),

    /** Tells whether a caller reviews flags. @returns the caller as an operator; null for anybody else */
    async reviewer(caller: Principal): Promise<Operator | null> {
      if (caller.kind !== 'user' || !(await isOperator(reads, caller))) return null;
      return { ...caller, isOperator: true };
    },

    /** Finds organizations that raised flags, in the order of the ids. */
    async reporters(ids: readonly number[]): Promise<FlagReporter[]> {
      const where = { id: { in: [...new Set(ids)] } };
      const found = await reads.organization.findMany({ where, select: { id: true, name: true } });
      const byId = new Map(found.map((each) => [each.id, each]));
      return ids.map((id) => byId.get(id) ?? { id, name: '' });
    },

    /** Finds the companies of flags, also those that have left the catalogue, in the order of the ids. */
    companies: (companyIds: readonly number[]): Promise<FlaggedCompany[]> =>
      findFlaggedCompanies(reads, companyIds),

    /**
     * Resolves a flag. A flag that has this very outcome already is answered as it is, so that a retry is no error.
     *
     * @throws Fault insufficient_access unless the caller is an operator; flag_not_found, validation_error, invalid_api_key;
     *   flag_resolved if the flag has another outcome
     */
    async resolve(
      caller: UserPrincipal,
      flagId: number,
      resolution: FlagResolution,
      note: string | null | undefined,
    ): Promise<DataFlag> {
      const { flag, isNew } = await prismaEffect(writes, async (db) => {
        const operator = await lockOperator(db, clock, caller);
        const outcome = { resolution, note: cleanText(note, '/note') };
        const found = await resolveFlag(db, clock, operator, flagId, outcome);
        if (!found.flag) throw flagNotFound();
        if (!found.isNew && differs(found.flag, outcome)) throw resolvedBefore(found.flag);
        return { ...found, flag: found.flag };
      });
      const { userId: byUserId, keyId: byKeyId, organizationId } = caller;
      if (isNew)
        logger.info({ audit: 'flag_resolved', flagId, byKeyId, byUserId, organizationId }, 'administration');
      return flag;
    },
  };
}

/** Tells a reviewer how a colleague decided before. */
function resolvedBefore({ id, resolution, note, resolvedAt }: DataFlag): Fault {
  const as = resolution === null ? '' : ` as ${resolution}`;
  const message = `Flag ${id} was resolved${as} before. The first resolution stays.`;
  const details = { resolution, note, resolved_at: resolvedAt?.toISOString() ?? null };
  return new Fault('flag_resolved', message, { details });
}
