import type { Database } from '../../database/client.ts';
import type { ApiKey, Organization, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError } from '../../lib/fault.ts';
import { grantCredits } from '../credits/credits-service.ts';
import { Quotas, UNLIMITED } from '../quotas/quotas.ts';
import { issueKey, type NewKey, type Rotation, rotateKey } from './api-keys.ts';
import { lockKeys, revokeWithMade } from './made-keys.ts';

/** What an operator does on the command line, where no principal stands behind the call. */
export interface Administration {
  createOrganization(name: string, credits: number): Promise<Organization>;
  createUser(input: { organization: string; email: string; name: string; admin: boolean }): Promise<User>;
  createKey(
    owner: { user: string } | { organization: string },
    options: { label?: string | undefined; expiresAt?: Date | undefined },
  ): Promise<NewKey>;
  /** The keys of a user, those of an organization as such, or all; the oldest first. */
  listKeys(owner: { user: string } | { organization: string } | undefined): Promise<ApiKey[]>;
  /** Gives a key a successor; the old one goes on for a while. */
  rotateKey(keyId: number, rotation: Rotation): Promise<NewKey>;
  /**
   * @returns the ids of keys that were made with it and worked until now; with `includeCreated` they are revoked, too.
   */
  revokeKey(keyId: number, includeCreated?: boolean): Promise<number[]>;
  /** @returns the balance after the grant, in credits. */
  grantCredits(organization: string, amount: number): Promise<number>;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function createAdministration({ prisma, pool }: Database, clock: Clock): Administration {
  async function organizationNamed(name: string): Promise<Organization> {
    const organization = await prisma.organization.findUnique({ where: { name: name.trim() } });
    if (organization) return organization;
    throw new StartupError(`no organization is named "${name}"; create it with: org create --name "${name}"`);
  }

  async function userWith(email: string): Promise<User> {
    const user = await prisma.user.findUnique({ where: { email: email.trim().toLowerCase() } });
    if (user) return user;
    throw new StartupError(`no user has the e-mail address "${email}"; create one with: user create`);
  }

  return {
    async createOrganization(name, credits) {
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

    async createUser({ organization, email, name, admin }) {
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

    async createKey(owner, { label, expiresAt }) {
      if ('organization' in owner) {
        const { id } = await organizationNamed(owner.organization);
        return issueKey(prisma, clock, { kind: 'org', label, expiresAt }, { organizationId: id });
      }
      const user = await userWith(owner.user);
      const holder = { organizationId: user.organizationId, userId: user.id };
      return issueKey(prisma, clock, { kind: 'user', label, expiresAt }, holder);
    },

    async listKeys(owner) {
      const where =
        owner === undefined
          ? {}
          : 'user' in owner
            ? { userId: (await userWith(owner.user)).id }
            : { organizationId: (await organizationNamed(owner.organization)).id, userId: null };
      return prisma.apiKey.findMany({ where, orderBy: { id: 'asc' } });
    },

    rotateKey: (keyId, rotation) =>
      prisma.$transaction((db) =>
        rotateKey(db, { clock, quotas: new Quotas(UNLIMITED) }, rotation, async (locked) => {
          await lockKeys(locked, [keyId]);
          const apiKey = await locked.apiKey.findUnique({ where: { id: keyId } });
          if (apiKey) return apiKey;
          throw new StartupError(`no key has the id ${keyId}`);
        }),
      ),

    revokeKey: (keyId, includeCreated = false) =>
      prisma.$transaction(async (db) => {
        const found = await db.apiKey.findUnique({ where: { id: keyId } });
        if (!found) throw new StartupError(`no key has the id ${keyId}`);
        const { organizationId } = found;
        return revokeWithMade(db, clock.now(), { keyId, organizationId, includeCreated, manageable: {} });
      }),

    async grantCredits(organization, amount) {
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
