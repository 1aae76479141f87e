import type { Organization, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { StartupError } from '../../lib/fault.ts';
import { makeSignInLink, type SignInLink } from '../sign-in/links.ts';
import { recordAdminEvent } from './admin-events.ts';
import { lockUser } from './locked-caller.ts';
import { changeUser, checkUserName, createServiceAccount } from './users.ts';

interface Tools {
  prisma: PrismaClient;
  clock: Clock;
  /** System user who runs the command, for the audit log. */
  operator: string;
  userWith: (email: string) => Promise<User>;
  organizationNamed: (name: string) => Promise<Organization>;
}

/** Creates the operations of the command line on roles, links and service accounts. */
export function createUserAdministration({ prisma, clock, operator, userWith, organizationNamed }: Tools) {
  return {
    /** Makes a link that signs a person in once: the way back in when nobody can sign in. */
    async makeLink(address: string, publicUrl: string): Promise<SignInLink & { user: User }> {
      const user = await userWith(address);
      const { id, email, kind, disabledAt, organizationId } = user;
      if (kind === 'service') {
        const remedy = `create a key instead: key create --user ${email}`;
        throw new StartupError(`"${email}" is a service account, as which nobody signs in; ${remedy}`);
      }
      if (disabledAt) {
        const remedy = `enable the user first: user enable --email ${email}`;
        throw new StartupError(`the user "${email}" is disabled, and a link would not work; ${remedy}`);
      }
      return prisma.$transaction(async (db) => {
        // A change of rights waits for the link, and then ends it.
        await lockUser(db, id);
        const made = await makeSignInLink(db, clock, publicUrl, id, { isInvitation: false });
        const details = { user_id: id, email, expires_at: made.expiresAt };
        await recordAdminEvent(db, clock, { operator }, { action: 'link_made', organizationId, details });
        return { ...made, user };
      });
    },

    /** Changes the role of a person. Here, unlike over the APIs, the last admin can be demoted. */
    async setRole(address: string, role: UserRole): Promise<User> {
      const { id, email, kind } = await userWith(address);
      if (kind === 'service')
        throw new StartupError(`"${email}" is a service account, and those are members; nothing was changed`);
      return prisma.$transaction(async (db) => {
        await lockUser(db, id);
        const user = await db.user.findUniqueOrThrow({ where: { id } });
        await changeUser(db, clock, { operator }, user, { role });
        return { ...user, role };
      });
    },

    /** Creates a service account. `createKey` creates its keys. */
    async createServiceAccount(organization: string, name: string): Promise<User> {
      const { id: organizationId } = await organizationNamed(organization);
      const fields = { organizationId, name: checkUserName(name) };
      return prisma.$transaction((db) => createServiceAccount(db, clock, { operator }, fields));
    },
  };
}
