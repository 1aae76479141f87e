import { isStorable } from '../../lib/domain-name.ts';
import { Fault, invalidValue, validationFault } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { isWithin, MAX_GRANT, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import { type AdminAction, recordAdminEvent } from '../access/admin-events.ts';
import { requireUnlimited } from '../access/key-spending.ts';
import { lockOperator, requireOperator } from '../access/operators.ts';
import { grantCredits } from '../credits/ledger.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { countsOf, type InstalledOrganization } from '../installation/service.ts';
import { checkRequest, type Invitation, type InvitationTools, mailInvitation, makeLink } from './service.ts';

/** An organization from a request. */
interface NewOrganization {
  name: string;
  /** Its first credits. */
  credits: number;
  /** The first user. */
  admin: { email: string; name?: string | null | undefined };
}

export interface CreatedOrganization extends Invitation {
  organization: InstalledOrganization;
}

export type Organizations = ReturnType<typeof createOrganizations>;

/** Creates organizations for operators of the installation. */
export function createOrganizations(tools: InvitationTools) {
  const { prisma, clock, logger } = tools;

  async function store(
    db: PrismaQueries,
    caller: UserPrincipal,
    { name, credits, admin }: CheckedOrganization,
  ) {
    const operator = await lockOperator(db, clock, caller);
    requireUnlimited(operator, 'create organizations');
    const createdAt = clock.now();
    const [created] = await db.organization.createManyAndReturn({
      data: [{ name, createdAt }],
      skipDuplicates: true,
    });
    if (!created)
      throw new Fault('organization_exists', 'An organization of this name exists. Use another name.');
    const organizationId = created.id;
    const record = (action: AdminAction, details: object) =>
      recordAdminEvent(db, clock, operator, { action, organizationId, details });
    await record('organization_created', { name });
    const [user] = await db.user.createManyAndReturn({
      data: [{ organizationId, ...admin, createdAt }],
      skipDuplicates: true,
    });
    if (!user)
      throw new Fault(
        'email_taken',
        'This e-mail address has a user, and each address has one. Use another address.',
      );
    const { id, email, role } = user;
    await record('user_created', { user_id: id, email, role });
    if (credits > 0) await grantCredits(db, clock, operator, organizationId, credits);
    const organization = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      include: countsOf(createdAt),
    });
    return { organization, user, ...(await makeLink(db, tools, user, record)) };
  }

  return {
    /**
     * Creates an organization with its first credits and its admin, and a link that signs the admin in once, as
     * invitations make it. All of it is one transaction; the link is mailed after the commit.
     *
     * @throws Fault insufficient_access unless the caller is an operator without a monthly credit limit; organization_exists,
     *   email_taken, validation_error
     */
    async create(caller: UserPrincipal, request: NewOrganization): Promise<CreatedOrganization> {
      await requireOperator(prisma, caller);
      const checked = check(request);
      const created = await prismaEffect(prisma, (db) => store(db, caller, checked), lostLink);
      const { userId: byUserId, keyId: byKeyId } = caller;
      const organizationId = created.organization.id;
      logger.info({ audit: 'organization_created', organizationId, byUserId, byKeyId }, 'administration');
      return { ...created, mailed: await mailInvitation(tools, created, caller) };
    },
  };
}

type CheckedOrganization = ReturnType<typeof check>;

/** @throws Fault validation_error */
function check({ name: sent, credits, admin }: NewOrganization) {
  const { maxLength } = TEXT_LIMITS.organizationName;
  const name = storedText(sent.trim());
  if (!isWithin(name, TEXT_LIMITS.organizationName) || !isStorable(name))
    throw invalidValue('/name', `must be 1 to ${maxLength} characters long`);
  if (credits < 0 || credits > MAX_GRANT) throw invalidValue('/credits', `must be from 0 to ${MAX_GRANT}`);
  return { name, credits, admin: checkAdmin(admin) };
}

/** Checks the admin as invitations check a person; faults name the field below `admin`. */
function checkAdmin(admin: NewOrganization['admin']) {
  try {
    return checkRequest({ ...admin, role: 'admin' });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'validation_error') throw error;
    const errors = error.details.errors as { pointer: string; message: string }[];
    throw validationFault(errors.map(({ pointer, message }) => ({ pointer: `/admin${pointer}`, message })));
  }
}

const lostLink = ({ organization }: { organization: InstalledOrganization }) =>
  `An earlier request with this Idempotency-Key created organization ${organization.id}. Its link is shown only once; the command line makes another one: user link.`;
