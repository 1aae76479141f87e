import type { Queryable } from '../../database/client.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Keyset } from '../../lib/page.ts';
import { type Principal, SHARED, type UserPrincipal } from '../../lib/principal.ts';
import { MAX_BALANCE, MAX_GRANT } from '../../lib/request-limits.ts';
import { SingleFlight } from '../../lib/shared-loader.ts';
import { isAccepted } from '../access/api-keys.ts';
import { requireUnlimited } from '../access/key-spending.ts';
import { isOperator, lockOperator, type Operator, requireOperator } from '../access/operators.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Finding } from '../doctor/finding.ts';
import { prismaEffect } from '../idempotency/effects.ts';
import { countRuns, findRuns, type ImportRun, readRuns } from '../import/history.ts';

/** An organization as operators see it: nothing of its lists and partners, only how much there is. */
export type InstalledOrganization = Prisma.OrganizationGetPayload<{ include: ReturnType<typeof countsOf> }>;

interface InstallationTools {
  /** Prisma over `reads`, and over `writes`. */
  prisma: { reads: PrismaClient; writes: PrismaClient };
  reads: Queryable;
  clock: Clock;
  logger: Logger;
  /** Checks this server. */
  examine(): Promise<Finding[]>;
}

export type InstallationService = ReturnType<typeof createInstallationService>;

/** What operators see of the server and of all organizations, and their grants of credits. */
export function createInstallationService({ prisma, reads, clock, logger, examine }: InstallationTools) {
  const flights = new SingleFlight<Finding[]>();
  const include = () => countsOf(clock.now());

  return {
    /** Tells whether a caller is an operator; an organization key is none. */
    isOperator: async (caller: Principal): Promise<boolean> =>
      caller.kind === 'user' && isOperator(prisma.reads, caller),

    /** @throws Fault insufficient_access */
    enter: (caller: UserPrincipal): Promise<Operator> => requireOperator(prisma.reads, caller),

    /** Reads all organizations, by id. */
    organizations: (
      _operator: Operator,
      { limit, after = 0, offset }: Keyset,
    ): Promise<InstalledOrganization[]> =>
      prisma.reads.organization.findMany({
        where: { id: { gt: after } },
        include: include(),
        orderBy: { id: 'asc' },
        skip: offset,
        take: limit,
      }),

    countOrganizations: (_operator: Operator): Promise<number> => prisma.reads.organization.count(),

    /** @throws Fault organization_not_found */
    async findOrganization(_operator: Operator, id: number): Promise<InstalledOrganization> {
      const found = await prisma.reads.organization.findUnique({ where: { id }, include: include() });
      if (!found) throw new Fault('organization_not_found', 'Organization not found.');
      return found;
    },

    /** Reads organizations by id, in any order. @throws Fault insufficient_access unless the caller is an operator */
    async findOrganizations(caller: UserPrincipal, ids: readonly number[]): Promise<InstalledOrganization[]> {
      await requireOperator(prisma.reads, caller);
      return prisma.reads.organization.findMany({ where: { id: { in: [...ids] } }, include: include() });
    },

    /** Reads the last imports, newest first. */
    imports: (_operator: Operator, page: Keyset): Promise<ImportRun[]> => readRuns(reads, page),

    countImports: (_operator: Operator): Promise<number> => countRuns(reads),

    /** Reads imports by id, in any order. @throws Fault insufficient_access unless the caller is an operator */
    async findImports(caller: UserPrincipal, ids: readonly number[]): Promise<ImportRun[]> {
      await requireOperator(prisma.reads, caller);
      return findRuns(reads, ids);
    },

    /** @throws Fault import_not_found */
    async findImport(_operator: Operator, id: number): Promise<ImportRun> {
      const [run] = await findRuns(reads, [id]);
      return run ?? notFound();
    },

    /** Checks this server. Operators who ask meanwhile get the same findings. */
    checks: (_operator: Operator): Promise<Finding[]> => flights.run('checks', SHARED, examine),

    /**
     * Adds credits to an organization. A retry with the same Idempotency-Key adds nothing.
     *
     * @throws Fault insufficient_access unless the caller is an operator without a monthly credit limit;
     *   organization_not_found, validation_error, invalid_api_key
     */
    async grantCredits(caller: UserPrincipal, organizationId: number, amount: number) {
      const granted = await prismaEffect(prisma.writes, async (db) => {
        const operator = await lockOperator(db, clock, caller);
        requireUnlimited(operator, 'grant credits');
        if (amount < 1 || amount > MAX_GRANT) throw invalidValue('/amount', `must be from 1 to ${MAX_GRANT}`);
        const find = () => db.organization.findUnique({ where: { id: organizationId }, include: include() });
        const before = await find();
        if (!before) throw new Fault('organization_not_found', 'Organization not found.');
        const entry = await grantCredits(db, clock, operator, organizationId, amount);
        if (entry) return { entry, organization: { ...before, creditBalance: entry.balanceAfter } };
        const message = `must leave the balance at most ${MAX_BALANCE}; it is ${before.creditBalance}`;
        throw invalidValue('/amount', message);
      });
      const by = { byUserId: caller.userId, byKeyId: caller.keyId };
      logger.info({ audit: 'credits_granted', organizationId, amount, ...by }, 'administration');
      return granted;
    },
  };
}

/** Includes the number of users, of keys that requests may use, and of lists. The sessions of users count as no keys. */
export function countsOf(now: Date) {
  return {
    _count: {
      select: {
        users: true,
        lists: true,
        apiKeys: { where: { AND: [isAccepted(now), { signedInBy: null }] } },
      },
    },
  } satisfies Prisma.OrganizationInclude;
}

function notFound(): never {
  throw new Fault(
    'import_not_found',
    'Import not found. The history keeps the last 1000, and uploads for 30 days.',
  );
}
