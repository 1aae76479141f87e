import type { Database } from '../../database/client.ts';
import type { Organization, User } from '../../generated/prisma/client.ts';
import { foldAddress, toEmailAddress } from '../../lib/addresses.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError } from '../../lib/fault.ts';
import { MAX_BALANCE } from '../../lib/request-limits.ts';
import { didYouMeanKey } from '../../lib/text.ts';
import { grantCredits } from '../credits/ledger.ts';
import { differs, type Outcome, resolveFlag } from '../flags/review.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { countsOf } from '../installation/service.ts';
import {
  type AdminAction,
  type AdminEventFilter,
  readAdminEvents,
  recordAdminEvent,
} from './admin-events.ts';
import { isActive, issueKey, type KeyFields, keyDetails, type NewKey } from './api-keys.ts';
import { createHeldKeyAdministration } from './held-keys.ts';
import { createKeyAdministration } from './key-administration.ts';
import { setOperator } from './operators.ts';
import { createUserAdministration } from './user-administration.ts';
import { findMadeBy } from './user-management.ts';
import { setDisabled } from './users.ts';

export type KeyOwner = { user: string } | { organization: string };

type AuditFilter = Omit<AdminEventFilter, 'organizationId'> & { organization?: string | undefined };

export type Administration = ReturnType<typeof createAdministration>;

/** Most names that are compared: an installation has fewer, and a message needs no more. */
const MAX_COMPARED = 10_000;

/** Returns up to three names of organizations that are similar to an unknown one, in quotes, the most similar first. */
async function nearNames(db: Pick<Database['prisma'], 'organization'>, name: string): Promise<string[]> {
  const named = await db.organization.findMany({
    select: { name: true },
    orderBy: { id: 'asc' },
    take: MAX_COMPARED,
  });
  const names = named.map((each) => each.name);
  return didYouMeanKey(name, names).map((each) => `"${each}"`);
}

/**
 * Creates the operations of the command line, which need no principal.
 *
 * @param operator the system user who runs the command, for the audit log.
 */
export function createAdministration({ prisma }: Database, clock: Clock, operator = 'unknown') {
  const record = (db: PrismaQueries, action: AdminAction, organizationId: number | null, details: object) =>
    recordAdminEvent(db, clock, { operator }, { action, organizationId, details });
  const grant = async (db: PrismaQueries, organizationId: number, amount: number) => {
    const entry = await grantCredits(db, clock, { operator }, organizationId, amount);
    if (entry) return entry.balanceAfter;
    throw new StartupError(`the balance would exceed ${MAX_BALANCE} credits, so nothing was granted`);
  };

  async function organizationNamed(name: string, db: Pick<typeof prisma, 'organization'> = prisma) {
    const organization = await db.organization.findUnique({ where: { name: name.trim() } });
    if (organization) return organization;
    const near = await nearNames(db, name);
    const hint = near.length > 0 ? `did you mean ${near.join(' or ')}? Otherwise, ` : '';
    throw new StartupError(
      `no organization is named "${name}"; ${hint}create it with: org create --name "${name}"`,
    );
  }

  async function userWith(email: string): Promise<User> {
    const user = await prisma.user.findUnique({ where: { email: foldAddress(email) } });
    if (user) return user;
    throw new StartupError(`no user has the e-mail address "${email}"; create one with: user create`);
  }

  async function change(email: string, isDisabled: boolean): Promise<User> {
    const user = await userWith(email);
    return prisma.$transaction(async (db) => {
      await setDisabled(db, clock, { operator }, user, isDisabled);
      return db.user.findUniqueOrThrow({ where: { id: user.id } });
    });
  }

  return {
    /** Finds an organization by its name. @throws StartupError with the names that are similar */
    findOrganization: (name: string): Promise<Organization> => organizationNamed(name),

    /** Creates an organization with its first credits: after a crash, neither exists without the other. */
    async createOrganization(name: string, credits: number): Promise<Organization> {
      const clean = required(name, 'the name');
      if (await prisma.organization.findUnique({ where: { name: clean } })) {
        throw new StartupError(`an organization named "${clean}" already exists`);
      }
      const data = { name: clean, createdAt: clock.now() };
      return prisma.$transaction(async (db) => {
        const created = await db.organization.create({ data });
        await record(db, 'organization_created', created.id, { name: clean });
        const creditBalance = credits === 0 ? 0 : await grant(db, created.id, credits);
        return { ...created, creditBalance };
      });
    },

    /** Lists all organizations by name, each with the number of its users and of the keys that requests may use. */
    listOrganizations: () =>
      prisma.organization.findMany({ include: countsOf(clock.now()), orderBy: { name: 'asc' } }),

    async createUser(input: {
      organization: string;
      email: string;
      name: string;
      admin: boolean;
    }): Promise<User> {
      const { organization, email, name, admin } = input;
      const address = toEmailAddress(required(email, 'the e-mail address'));
      if (address === undefined) throw new StartupError(`"${email}" is not an e-mail address`);
      const { id } = await organizationNamed(organization);
      if (await prisma.user.findUnique({ where: { email: address } })) {
        throw new StartupError(`a user with the e-mail address "${address}" already exists`);
      }
      const role = admin ? 'admin' : 'member';
      const data = { organizationId: id, email: address, name: required(name, 'the name'), role } as const;
      return prisma.$transaction(async (db) => {
        const user = await db.user.create({ data: { ...data, createdAt: clock.now() } });
        await record(db, 'user_created', id, { user_id: user.id, email: address, role });
        return user;
      });
    },

    /** Lists the users of an organization by e-mail address, each with the number of active personal keys. */
    async listUsers(organization: string) {
      const { id: organizationId } = await organizationNamed(organization);
      return prisma.user.findMany({
        where: { organizationId },
        include: {
          _count: { select: { apiKeys: { where: { signedInBy: null, ...isActive(clock.now()) } } } },
        },
        orderBy: { email: 'asc' },
      });
    },

    /**
     * Disables a user. The authentication then refuses the user's personal keys, as it refuses revoked ones. Disabling
     * again keeps the first time.
     *
     * @returns the user, and the active organization keys that the user created: they stay valid.
     */
    async disableUser(email: string): Promise<{ user: User; createdKeys: number[] }> {
      const user = await change(email, true);
      const created = await findMadeBy(prisma, clock, user.id);
      return { user, createdKeys: created.map(({ id }) => id) };
    },

    /** Enables a user. Personal keys that were neither revoked nor expired meanwhile work again. */
    enableUser: (email: string): Promise<User> => change(email, false),

    /**
     * Makes a person an operator of the installation, or revokes it. Requests of theirs are refused from then on. A
     * repetition changes nothing.
     */
    async setOperator(email: string, isOperator: boolean): Promise<User> {
      const user = await userWith(email);
      if (user.kind === 'service') {
        throw new StartupError(`"${user.email}" is a service account; only a person can be an operator`);
      }
      await prisma.$transaction((db) => setOperator(db, clock, { operator }, user, isOperator));
      return { ...user, isOperator };
    },

    ...createUserAdministration({ prisma, clock, operator, userWith, organizationNamed }),

    async createKey(owner: KeyOwner, fields: KeyFields): Promise<NewKey> {
      const issue = (kind: 'org' | 'user', holder: { organizationId: number; userId?: number }) =>
        prisma.$transaction(async (db) => {
          const made = await issueKey(db, clock, { kind, ...fields }, holder);
          await record(db, 'key_created', holder.organizationId, keyDetails(made.apiKey));
          return made;
        });
      if ('organization' in owner) {
        const { id: organizationId } = await organizationNamed(owner.organization);
        return issue('org', { organizationId });
      }
      const { id: userId, organizationId, email, disabledAt } = await userWith(owner.user);
      if (disabledAt) {
        const remedy = `enable the user first: user enable --email ${email}`;
        throw new StartupError(`the user "${email}" is disabled, and a key would not work; ${remedy}`);
      }
      return issue('user', { organizationId, userId });
    },

    /** Lists the keys of a user, those of an organization itself, or all, oldest first, each with its owner. */
    async listKeys(owner: KeyOwner | undefined) {
      const where =
        owner === undefined
          ? {}
          : 'user' in owner
            ? { userId: (await userWith(owner.user)).id }
            : { organizationId: (await organizationNamed(owner.organization)).id, userId: null };
      const include = { user: true, organization: true } as const;
      return prisma.apiKey.findMany({
        where: { ...where, signedInBy: null },
        include,
        orderBy: { id: 'asc' },
      });
    },

    ...createKeyAdministration({ prisma, clock, operator }),
    ...createHeldKeyAdministration({ prisma, clock, operator }),

    /** Reads an organization and the last entries of its ledger, newest first, at one moment. */
    readLedger: (organization: string, limit: number) =>
      prisma.$transaction(
        async (db) => {
          const found = await organizationNamed(organization, db);
          const where = { organizationId: found.id };
          const entries = await db.creditEntry.findMany({ where, orderBy: { id: 'desc' }, take: limit });
          return { ...found, entries };
        },
        { isolationLevel: 'RepeatableRead' },
      ),

    /** @returns the balance after the grant, in credits. */
    async grantCredits(organization: string, amount: number): Promise<number> {
      const { id } = await organizationNamed(organization);
      return prisma.$transaction((db) => grant(db, id, amount));
    },

    /** Resolves a flag. A flag that has this very outcome already stays as it is. */
    resolveFlag: (flagId: number, outcome: Outcome) =>
      prisma.$transaction(async (db) => {
        const { flag, isNew } = await resolveFlag(db, clock, { operator }, flagId, outcome);
        if (!flag) throw new StartupError(`no flag has the id ${flagId}`);
        if (isNew || !differs(flag, outcome)) return flag;
        const as = flag.resolution === null ? '' : ` as ${flag.resolution}`;
        throw new StartupError(`flag ${flagId} was resolved${as} before, and the first resolution stays`);
      }),

    /** Reads the audit log of administration, newest first. */
    async readAudit(filter: AuditFilter, limit: number) {
      const { organization, ...rest } = filter;
      const found = organization === undefined ? undefined : await organizationNamed(organization);
      return readAdminEvents(prisma, { ...rest, organizationId: found?.id }, limit);
    },
  };
}

function required(text: string, what: string): string {
  const clean = text.trim();
  if (clean === '' || !isStorable(clean)) throw new StartupError(`${what} must not be empty`);
  return clean;
}
