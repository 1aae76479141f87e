import type { UserRole } from '../generated/prisma/enums.ts';
import { Fault, StartupError } from '../lib/fault.ts';
import { counted } from '../lib/text.ts';
import type { AdminAction } from '../modules/access/admin-events.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runUserCreate(
  options: OutputOptions & { org: string; email: string; name: string; admin?: boolean },
): Promise<void> {
  const { id, email, role } = await withTools(({ administration }) =>
    administration.createUser({ ...options, organization: options.org, admin: options.admin === true }),
  );
  print(
    options.json,
    { user_id: id, email, role },
    `created user ${id} <${email}>, ${role} of "${options.org}"`,
  );
}

export async function runUserList(options: OutputOptions & { org: string }): Promise<void> {
  const found = await withTools(({ administration }) => administration.listUsers(options.org));
  const users = found.map(({ id, email, name, kind, role, isOperator, disabledAt, createdAt, _count }) => ({
    user_id: id,
    email,
    name,
    kind,
    role,
    operator: isOperator,
    status: disabledAt ? 'disabled' : 'enabled',
    keys: _count.apiKeys,
    created_at: createdAt.toISOString(),
    disabled_at: disabledAt?.toISOString() ?? null,
  }));
  const rows = users.map((row) => [
    row.user_id,
    row.email,
    row.name,
    row.kind,
    row.role,
    row.operator ? 'yes' : 'no',
    row.status,
    row.keys,
  ]);
  const lines = table(['ID', 'E-MAIL', 'NAME', 'KIND', 'ROLE', 'OPERATOR', 'STATUS', 'KEYS'], rows);
  print(options.json, { users }, rows.length > 0 ? lines : 'no users');
}

export async function runUserDisable(options: OutputOptions & { email: string }): Promise<void> {
  const { user, createdKeys } = await withTools(({ administration }) =>
    administration.disableUser(options.email),
  );
  const hasCreated = createdKeys.length > 0;
  print(
    options.json,
    {
      user_id: user.id,
      email: user.email,
      status: 'disabled',
      ...(hasCreated ? { created_keys: createdKeys } : {}),
    },
    [
      `disabled user ${user.id} <${user.email}>; their personal keys stop working on every server within 5 seconds`,
      ...(hasCreated
        ? [`organization keys that they created: ${createdKeys.join(', ')} (still valid; see key revoke)`]
        : []),
    ],
  );
}

export async function runUserEnable(options: OutputOptions & { email: string }): Promise<void> {
  const { id, email } = await withTools(({ administration }) => administration.enableUser(options.email));
  print(
    options.json,
    { user_id: id, email, status: 'enabled' },
    `enabled user ${id} <${email}>; their personal keys work again, except revoked and expired ones`,
  );
}

export async function runUserOperator(
  options: OutputOptions & { email: string; revoke?: boolean },
): Promise<void> {
  const { id, email, isOperator } = await withTools(({ administration }) =>
    administration.setOperator(options.email, options.revoke !== true),
  );
  const text = isOperator ? 'is an operator of the installation' : 'is no operator any more';
  print(options.json, { user_id: id, email, operator: isOperator }, `user ${id} <${email}> ${text}`);
}

export async function runUserLink(options: OutputOptions & { email: string }): Promise<void> {
  const { user, link, expiresAt, publicUrl } = await withTools(async ({ administration, publicUrl }) => ({
    ...(await administration.makeLink(options.email, publicUrl)),
    publicUrl,
  }));
  print(options.json, { link, expires_at: expiresAt.toISOString() }, [
    `made a link for user ${user.id} <${user.email}>. It is shown only once, and signs in once:`,
    link,
    `It works until ${expiresAt.toISOString()}.`,
    // The command knows its own settings only, and the server may have others.
    `Is the server not at ${publicUrl}? Then run this with its PUBLIC_URL, or else its PORT.`,
  ]);
}

export async function runUserRole(options: OutputOptions & { email: string; role: UserRole }): Promise<void> {
  const { id, email, role } = await withTools(({ administration }) =>
    administration.setRole(options.email, options.role),
  );
  print(
    options.json,
    { user_id: id, email, role },
    `user ${id} <${email}> is ${role}, on every server within 5 seconds`,
  );
}

export async function runUserService(options: OutputOptions & { org: string; name: string }): Promise<void> {
  const { id, email, role, kind } = await withTools(({ administration }) =>
    administration.createServiceAccount(options.org, options.name),
  ).catch((error: unknown) => {
    // Its pointer is the name of the option.
    throw error instanceof Fault ? new StartupError(error.message.replace(/^\//, '--')) : error;
  });
  print(options.json, { user_id: id, email, role, kind }, [
    `created service account ${id} <${email}>, ${role} of "${options.org}"`,
    `Create its key: key create --user ${email}`,
  ]);
}

export async function runOrgCreate(
  options: OutputOptions & { name: string; credits: number },
): Promise<void> {
  const { id, name, creditBalance } = await withTools(({ administration }) =>
    administration.createOrganization(options.name, options.credits),
  );
  const result = { organization_id: id, name, credits: creditBalance };
  print(
    options.json,
    result,
    `created organization ${id} "${name}" with ${counted(creditBalance, 'credit')}`,
  );
}

export async function runOrgList(options: OutputOptions): Promise<void> {
  const found = await withTools(({ administration }) => administration.listOrganizations());
  const organizations = found.map(({ id, name, creditBalance, createdAt, _count }) => ({
    organization_id: id,
    name,
    credits: creditBalance,
    users: _count.users,
    keys: _count.apiKeys,
    created_at: createdAt.toISOString(),
  }));
  const rows = organizations.map((row) => [row.organization_id, row.name, row.credits, row.users, row.keys]);
  const lines = table(['ID', 'NAME', 'CREDITS', 'USERS', 'KEYS'], rows);
  print(options.json, { organizations }, rows.length > 0 ? lines : 'no organizations');
}

/** Prints the audit log of administration, newest first. */
export async function runAudit(
  options: OutputOptions & { org?: string; action?: AdminAction; since?: Date; limit: number },
): Promise<void> {
  const { org: organization, action, since, limit } = options;
  const found = await withTools(({ administration }) =>
    administration.readAudit({ organization, action, since }, limit),
  );
  const entries = found.map((event) => ({
    entry_id: Number(event.id),
    at: event.at.toISOString(),
    action: event.action,
    organization_id: event.organizationId,
    organization: event.organization,
    user_id: event.actorId,
    user: event.actor,
    key_id: event.keyId,
    request_id: event.requestId,
    operator: event.operator,
    details: event.details,
  }));
  const rows = entries.map((entry) => [
    entry.at,
    entry.action,
    entry.organization ?? entry.organization_id ?? '',
    entry.operator ?? entry.user ?? `user ${entry.user_id}`,
    JSON.stringify(entry.details),
  ]);
  const lines = table(['AT', 'ACTION', 'ORGANIZATION', 'BY', 'DETAILS'], rows);
  print(options.json, { entries }, rows.length > 0 ? lines : 'no entries');
}

export async function runCreditsGrant(
  options: OutputOptions & { org: string; amount: number },
): Promise<void> {
  const balance = await withTools(({ administration }) =>
    administration.grantCredits(options.org, options.amount),
  );
  print(options.json, { balance }, `"${options.org}" now has ${counted(balance, 'credit')}`);
}

/** Prints the balance of an organization and the last entries of its ledger, newest first. */
export async function runCreditsShow(options: OutputOptions & { org: string; limit: number }): Promise<void> {
  const { id, name, creditBalance, entries } = await withTools(({ administration }) =>
    administration.readLedger(options.org, options.limit),
  );
  const ledger = entries.map((entry) => ({
    entry_id: Number(entry.id),
    kind: entry.kind,
    amount: entry.amount,
    balance_after: entry.balanceAfter,
    companies: entry.companyIds.length,
    key_id: entry.apiKeyId,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  }));
  const rows = ledger.map((row) => [
    row.created_at,
    row.kind,
    row.amount,
    row.balance_after,
    row.key_id ?? '-',
    row.request_id ?? '-',
  ]);
  print(options.json, { organization_id: id, name, balance: creditBalance, ledger }, [
    `"${name}" has ${counted(creditBalance, 'credit')}`,
    ...(rows.length > 0 ? table(['TIME', 'KIND', 'AMOUNT', 'BALANCE', 'KEY', 'REQUEST'], rows) : []),
  ]);
}
