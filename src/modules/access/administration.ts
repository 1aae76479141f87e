import type { Database } from '../../database/client.ts';
import type { Organization, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError } from '../../lib/fault.ts';
import { grantCredits } from '../credits/credits-service.ts';
import { Quotas } from '../quotas/quotas.ts';
import {
  isAccepted,
  isActive,
  issueKey,
  type KeyFields,
  type NewKey,
  type Rotation,
  rotateKey,
} from './api-keys.ts';
import { lockKeys, revokeWithMade } from './made-keys.ts';

export type KeyOwner = { user: string } | { organization: string };

export type Administration = ReturnType<typeof createAdministration>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Creates the operations of the command line, which need no principal. */
export function createAdministration({ prisma, pool }: Database, clock: Clock) {
  async function organizationNamed(
    name: string,
    db: Pick<typeof prisma, 'organization'> = prisma,
  ): Promise<Organization> {
    const organization = await db.organization.findUnique({ where: { name: name.trim() } });
    if (organization) return organization;
    throw new StartupError(`no organization is named "${name}"; create it with: org create --name "${name}"`);
  }

  async function userWith(email: string): Promise<User> {
    const user = await prisma.user.findUnique({ where: { email: email.trim().toLowerCase() } });
    if (user) return user;
    throw new StartupError(`no user has the e-mail address "${email}"; create one with: user create`);
  }

  return {
    async createOrganization(name: string, credits: number): Promise<Organization> {
      const clean = required(name, 'the name');
      if (await prisma.organization.findUnique({ where: { name: clean } })) {
        throw new StartupError(`an organization named "${clean}" already exists`);
      }
      const data = { name: clean, createdAt: clock.now() };
      const organization = await prisma.organization.create({ data });
      if (credits === 0) return organization;
      const creditBalance = await grantCredits(pool, organization.id, credits, clock.now());
      return { ...organization, creditBalance };
    },

    /** Lists all organizations by name, each with the number of its users and of the keys that requests may use. */
    listOrganizations: () =>
      prisma.organization.findMany({
        include: { _count: { select: { users: true, apiKeys: { where: isAccepted(clock.now()) } } } },
        orderBy: { name: 'asc' },
      }),

    async createUser(input: {
      organization: string;
      email: string;
      name: string;
      admin: boolean;
    }): Promise<User> {
      const { organization, email, name, admin } = input;
      const address = required(email, 'the e-mail address').toLowerCase();
      if (!EMAIL.test(address)) throw new StartupError(`"${email}" is not an e-mail address`);
      const { id } = await organizationNamed(organization);
      if (await prisma.user.findUnique({ where: { email: address } })) {
        throw new StartupError(`a user with the e-mail address "${address}" already exists`);
      }
      const role = admin ? 'admin' : 'member';
      const data = { organizationId: id, email: address, name: required(name, 'the name'), role } as const;
      return prisma.user.create({ data: { ...data, createdAt: clock.now() } });
    },

    /** Lists the users of an organization by e-mail address, each with the number of active personal keys. */
    async listUsers(organization: string) {
      const { id: organizationId } = await organizationNamed(organization);
      return prisma.user.findMany({
        where: { organizationId },
        include: { _count: { select: { apiKeys: { where: isActive(clock.now()) } } } },
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
      const { id } = await userWith(email);
      const now = clock.now();
      await prisma.user.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: now } });
      const created = await prisma.apiKey.findMany({
        where: { createdById: id, userId: null, ...isActive(now) },
        select: { id: true },
        orderBy: { id: 'asc' },
      });
      const user = await prisma.user.findUniqueOrThrow({ where: { id } });
      return { user, createdKeys: created.map((apiKey) => apiKey.id) };
    },

    /** Enables a user. Personal keys that were neither revoked nor expired meanwhile work again. */
    async enableUser(email: string): Promise<User> {
      const { id } = await userWith(email);
      return prisma.user.update({ where: { id }, data: { disabledAt: null } });
    },

    async createKey(owner: KeyOwner, fields: KeyFields): Promise<NewKey> {
      if ('organization' in owner) {
        const { id: organizationId } = await organizationNamed(owner.organization);
        return issueKey(prisma, clock, { kind: 'org', ...fields }, { organizationId });
      }
      const { id: userId, organizationId, email, disabledAt } = await userWith(owner.user);
      if (disabledAt) {
        const remedy = `enable the user first: user enable --email ${email}`;
        throw new StartupError(`the user "${email}" is disabled, and a key would not work; ${remedy}`);
      }
      return issueKey(prisma, clock, { kind: 'user', ...fields }, { organizationId, userId });
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
      return prisma.apiKey.findMany({ where, include, orderBy: { id: 'asc' } });
    },

    /** Replaces a key by a successor. The old key keeps working for the overlap. */
    rotateKey: (keyId: number, rotation: Rotation): Promise<NewKey> =>
      prisma.$transaction((db) =>
        rotateKey(db, { clock, quotas: new Quotas({}) }, rotation, async (locked) => {
          await lockKeys(locked, [keyId]);
          const apiKey = await locked.apiKey.findUnique({ where: { id: keyId } });
          if (apiKey) return apiKey;
          throw new StartupError(`no key has the id ${keyId}`);
        }),
      ),

    /**
     * @returns the ids of keys that were created with it and were active until now. With `includeCreated` they are revoked
     *   too.
     */
    revokeKey: (keyId: number, includeCreated = false): Promise<number[]> =>
      prisma.$transaction(async (db) => {
        const found = await db.apiKey.findUnique({ where: { id: keyId } });
        if (!found) throw new StartupError(`no key has the id ${keyId}`);
        const { organizationId } = found;
        return revokeWithMade(db, clock.now(), { keyId, organizationId, includeCreated, manageable: {} });
      }),

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
      return grantCredits(pool, id, amount, clock.now());
    },
  };
}

function required(text: string, what: string): string {
  const clean = text.trim();
  if (clean === '' || !isStorable(clean)) throw new StartupError(`${what} must not be empty`);
  return clean;
}
