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
import { lockAdmin, lockUser, requireAdmin } from '../access/locked-caller.ts';
import { checkUserName, SERVICE_DOMAIN } from '../access/users.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { makeSignInLink } from '../sign-in/links.ts';
import type { Mail, SendMail } from './mailer.ts';

interface InvitationTools {
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
  const { prisma, pools, clock, logger, publicUrl, sendMail, provider } = tools;

  async function store(db: PrismaQueries, admin: UserPrincipal, invited: InvitedUser): Promise<Made> {
    const { organizationId } = admin;
    // A change of the invited user's rights waits for the link, and then ends it, or is seen by the checks below.
    const known = await db.user.findUnique({ where: { email: invited.email }, select: { id: true } });
    const caller = await lockAdmin(db, clock, admin, { userIds: known ? [known.id] : [] });
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
    if (provider !== undefined) return { link: publicUrl, expiresAt: null, user, actions };
    if (!created) await assertLinkable(db, user);
    const made = await makeSignInLink(db, clock, publicUrl, id);
    await record('link_made', { user_id: id, email, expires_at: made.expiresAt });
    return { ...made, user, actions };
  }

  async function mail({ link, expiresAt, user }: Made, admin: UserPrincipal): Promise<boolean> {
    if (!sendMail) return false;
    const { email: invitedBy, organization } = await prisma.user.findUniqueOrThrow({
      where: { id: admin.userId },
      select: { email: true, organization: { select: { name: true } } },
    });
    const content = { to: user.email, invitedBy, organization: organization.name, link, expiresAt, provider };
    return sendMail(invitationMail(content));
  }

  return {
    /**
     * Makes a link that signs a person in once, and creates the user unless the organization has them. A user who was
     * invited before, and has not come yet, keeps name and role. For anybody else there is no link. Where the OpenID
     * provider alone signs people in, the link is the address of the service, for every user. It is mailed after the
     * commit, and a failure of that changes nothing else.
     *
     * @throws Fault insufficient_access unless the caller is an admin; email_taken; validation_error
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
      return { ...shown, mailed: await mail(made, admin) };
    },
  };
}

interface InvitedUser {
  email: string;
  role: UserRole;
  name: string;
}

/** @throws Fault validation_error */
function checkRequest({ email: sent, role, name }: InvitationRequest): InvitedUser {
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

interface InvitationLetter {
  to: string;
  /** E-mail address of the admin who made the link. */
  invitedBy: string;
  organization: string;
  link: string;
  /** When the link ends; null where it is the address of the service, and `provider` signs people in. */
  expiresAt: Date | null;
  /** What people call the OpenID provider. */
  provider: string | undefined;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Writes the mail with a link. Of what members of an organization can enter, it has only e-mail addresses: an invitation
 * could otherwise carry any text to anybody.
 */
function invitationMail(invitation: InvitationLetter): Mail {
  const { to, invitedBy, organization, link, expiresAt, provider } = invitation;
  const [how, rules, warning] = expiresAt
    ? [
        'This link signs you in:',
        `It works once, until ${TIME.format(expiresAt)} UTC. For another one, ask ${invitedBy}.`,
        ' Give the link to nobody: it signs in as you.',
      ]
    : [`Sign in with ${provider} at this address:`, `Your account there needs the address ${to}.`, ''];
  const text = `Hello,

${invitedBy} invites you to the company data of ${organization}.
${how}

${link}

${rules}

If you did not expect this, delete this mail.${warning}
`;
  return { to, replyTo: invitedBy, subject: `Invitation to the company data of ${organization}`, text };
}
