import type { Database } from '../../database/client.ts';
import type { ApiKey, Organization, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError } from '../../lib/fault.ts';
import { grantCredits } from '../credits/credits-service.ts';
import { Quotas } from '../quotas/quotas.ts';
import { issueKey, type KeyFields, type NewKey, type Rotation, rotateKey } from './api-keys.ts';
import { lockKeys, revokeWithMade } from './made-keys.ts';

export type KeyOwner = { user: string } | { organization: string };

export type Administration = ReturnType<typeof createAdministration>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Creates the operations of the command line, which need no principal. */
export function createAdministration({ prisma, pool }: Database, clock: Clock) {
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

    async createKey(owner: KeyOwner, fields: KeyFields): Promise<NewKey> {
      if ('organization' in owner) {
        const { id: organizationId } = await organizationNamed(owner.organization);
        return issueKey(prisma, clock, { kind: 'org', ...fields }, { organizationId });
      }
      const { id: userId, organizationId } = await userWith(owner.user);
      return issueKey(prisma, clock, { kind: 'user', ...fields }, { organizationId, userId });
    },

    /** Lists the keys of a user, those of an organization itself, or all, oldest first. */
    async listKeys(owner: KeyOwner | undefined): Promise<ApiKey[]> {
      const where =
        owner === undefined
          ? {}
          : 'user' in owner
            ? { userId: (await userWith(owner.user)).id }
            : { organizationId: (await organizationNamed(owner.organization)).id, userId: null };
      return prisma.apiKey.findMany({ where, orderBy: { id: 'asc' } });
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
