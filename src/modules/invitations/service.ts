import { withMutex } from '../../database/mutex.ts';
import type { Pools } from '../../database/pools.ts';
import type { PrismaClient, User } from '../../generated/prisma/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import { toEmailAddress } from '../../lib/addresses.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { type AdminAction, recordAdminEvent } from '../access/admin-events.ts';
import { requireUnlimited } from '../access/key-spending.ts';
import { lockAdmin, lockUser, requireAdmin } from '../access/locked-caller.ts';
import { checkUserName, SERVICE_DOMAIN } from '../access/users.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { makeSignInLink } from '../sign-in/links.ts';
import { invitationMail } from './letter.ts';
import type { SendMail } from './mailer.ts';

export interface InvitationTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'writes'>;
  clock: Clock;
  logger: Logger;
  /** Origin of the service, as users reach it. */
  publicUrl: string;
  /** Undefined where no mail server is configured. */
  sendMail: SendMail | undefined;
  /** What people call the OpenID provider, if it alone signs them in: invitations make no links then. */
  provider: string | undefined;
}

interface InvitationRequest {
  email: string;
  role: UserRole;
  /** Default: the part of the address before the @. */
  name?: string | null | undefined;
}

export interface Invitation {
  /** Signs the person in once, and is shown only now. Where the OpenID provider does so, it is the address of the service. */
  link: string;
  /** Null for the address of the service. */
  expiresAt: Date | null;
  user: User;
  /** Whether a mail server has taken the link for the user. */
  mailed: boolean;
}

/** What the transaction of an invitation makes. */
interface Made extends Omit<Invitation, 'mailed'> {
  actions: AdminAction[];
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Invites people to an organization. */
export function createInvitations(tools: InvitationTools) {
  const { prisma, pools, clock, logger, provider } = tools;

  async function store(db: PrismaQueries, admin: UserPrincipal, invited: InvitedUser): Promise<Made> {
    const { organizationId } = admin;
    // A change of the invited user's rights waits for the link, and then ends it, or is seen by the checks below.
    const known = await db.user.findUnique({ where: { email: invited.email }, select: { id: true } });
    const caller = await lockAdmin(db, clock, admin, { userIds: known ? [known.id] : [] });
    requireUnlimited(caller, 'invite people');
    const actions: AdminAction[] = [];
    const record = async (action: AdminAction, details: object) => {
      await recordAdminEvent(db, clock, caller, { action, organizationId, details });
      actions.push(action);
    };
    // Of parallel invitations of one address, the first creates the user; the others wait, and find it.
    const [created] = await db.user.createManyAndReturn({
      data: [{ organizationId, ...invited, createdAt: clock.now() }],
      skipDuplicates: true,
    });
    const user = created ?? (await lockInvited(db, invited.email, known?.id));
    const { id, email, role } = user;
    if (created) await record('user_created', { user_id: id, email, role });
    else assertInvitable(user, organizationId);
    if (!created && provider === undefined) await assertLinkable(db, user);
    return { ...(await makeLink(db, tools, user, record)), user, actions };
  }

  return {
    /**
     * Makes a link that signs a person in once, and creates the user unless the organization has them. A user who was
     * invited before, and has not come yet, keeps name and role. For anybody else there is no link. Where the OpenID
     * provider alone signs people in, the link is the address of the service, for every user. It is mailed after the
     * commit, and a failure of that changes nothing else.
     *
     * @throws Fault insufficient_access unless the caller is an admin without a monthly credit limit; email_taken; validation_error
     */
    async invite(admin: UserPrincipal, request: InvitationRequest): Promise<Invitation> {
      requireAdmin(admin);
      const { organizationId, userId: byUserId, keyId: byKeyId } = admin;
      const invited = checkRequest(request);
      const made = await withMutex(pools.writes, `users ${organizationId}`, () =>
        prismaEffect(
          prisma,
          (db) => store(db, admin, invited),
          provider === undefined ? lostLink : lostAddress,
        ),
      );
      const { actions, ...shown } = made;
      for (const audit of actions)
        logger.info({ audit, userId: made.user.id, byUserId, byKeyId, organizationId }, 'administration');
      return { ...shown, mailed: await mailInvitation(tools, made, admin) };
    },
  };
}

/** Makes the link of an invitation. */
export async function makeLink(
  db: PrismaQueries,
  { clock, publicUrl, provider }: Pick<InvitationTools, 'clock' | 'publicUrl' | 'provider'>,
  { id, email }: User,
  record: (action: AdminAction, details: object) => Promise<void>,
): Promise<Pick<Invitation, 'link' | 'expiresAt'>> {
  if (provider !== undefined) return { link: publicUrl, expiresAt: null };
  const made = await makeSignInLink(db, clock, publicUrl, id);
  await record('link_made', { user_id: id, email, expires_at: made.expiresAt });
  return made;
}

/** Mails a link to the person. @returns whether a mail server has taken it. */
export async function mailInvitation(
  { prisma, sendMail, provider }: Pick<InvitationTools, 'prisma' | 'sendMail' | 'provider'>,
  { link, expiresAt, user }: Pick<Invitation, 'link' | 'expiresAt' | 'user'>,
  { userId }: UserPrincipal,
): Promise<boolean> {
  if (!sendMail) return false;
  const [{ email: invitedBy }, { name: organization }] = await Promise.all([
    prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
    prisma.organization.findUniqueOrThrow({ where: { id: user.organizationId }, select: { name: true } }),
  ]);
  const outcome = await sendMail(
    invitationMail({ to: user.email, invitedBy, organization, link, expiresAt, provider }),
  );
  return outcome === 'sent';
}

interface InvitedUser {
  email: string;
  role: UserRole;
  name: string;
}

/** @throws Fault validation_error */
export function checkRequest({ email: sent, role, name }: InvitationRequest): InvitedUser {
  const email = toEmailAddress(sent);
  if (email === undefined) {
    const message = `must be an e-mail address of at most ${TEXT_LIMITS.email.maxLength} characters, such as ada@acme.example`;
    throw invalidValue('/email', message);
  }
  if (email.endsWith(`@${SERVICE_DOMAIN}`))
    throw invalidValue('/email', 'must not be that of a service account: create a key for it instead');
  return { email, role, name: checkUserName(name ?? email.replace(/@.*/, '')) };
}

/** Reads a user who exists, under the lock. @param lockedId the user who was found before, and is locked */
async function lockInvited(db: PrismaQueries, email: string, lockedId: number | undefined): Promise<User> {
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  if (user.id === lockedId) return user;
  await lockUser(db, user.id);
  return db.user.findUniqueOrThrow({ where: { id: user.id } });
}

/** @throws Fault email_taken, validation_error */
function assertInvitable(user: User, organizationId: number): void {
  if (user.organizationId !== organizationId) {
    const message =
      'This e-mail address belongs to a user outside of your organization, and each address has one user. Use another address.';
    throw new Fault('email_taken', message);
  }
  if (user.disabledAt)
    throw invalidValue('/email', 'belongs to a disabled user of your organization: enable the user first');
}

/** Refuses a link for a user who exists, unless they have never come. @throws Fault insufficient_access */
async function assertLinkable(db: PrismaQueries, user: User): Promise<void> {
  // With the link, an admin of one organization could act as the operator of the installation.
  if (user.isOperator)
    throw new Fault(
      'insufficient_access',
      'This user works for the operator of the installation, whose links are made on the command line: user link.',
    );
  // With the link, an admin could act as a person who has lists and a ledger of their own.
  const OR = [{ apiKeys: { some: {} } }, { passkeys: { some: {} } }, { identities: { some: {} } }];
  if ((await db.user.count({ where: { id: user.id, OR } })) > 0)
    throw new Fault(
      'insufficient_access',
      'This person has used the service already, and with a link you could act as them. If they cannot sign in any more, the operator makes a link on the command line: user link.',
    );
}

const invitedBefore = ({ user: { id, email } }: Made) =>
  `An earlier request with this Idempotency-Key invited ${email}, user ${id}.`;

const lostLink = (made: Made) =>
  `${invitedBefore(made)} A link is shown only once: invite them again, with a new key, to make another.`;

/** A retry would mail the person again. */
const lostAddress = (made: Made) =>
  `${invitedBefore(made)} They sign in with the OpenID provider. Invite them again, with a new key, to mail them once more.`;
