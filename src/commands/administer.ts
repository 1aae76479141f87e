import { systemClock } from '../lib/clock.ts';
import { Fault, StartupError } from '../lib/fault.ts';
import type { KeyOwner } from '../modules/access/administration.ts';
import { statusOf } from '../modules/access/api-keys.ts';
import { listFlags, resolveFlag } from '../modules/flags/flags-service.ts';
import { print, withTools } from './terminal.ts';

interface Json {
  json?: boolean;
}

export async function runOrgCreate(options: Json & { name: string; credits: number }): Promise<void> {
  const { id, name, creditBalance } = await withTools(({ administration }) =>
    administration.createOrganization(options.name, options.credits),
  );
  const result = { organization_id: id, name, credits: creditBalance };
  print(options.json, result, `created organization ${id} "${name}" with ${creditBalance} credits`);
}

export async function runUserCreate(
  options: Json & { org: string; email: string; name: string; admin?: boolean },
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

export async function runKeyCreate(
  options: Json & { user?: string; org?: string; label?: string; expires?: string },
): Promise<void> {
  const owner = ownerOf(options);
  const expiresAt = options.expires === undefined ? undefined : parseExpiry(options.expires);
  const { apiKey, key } = await withTools(({ administration }) =>
    administration.createKey(owner, { label: options.label, expiresAt }),
  );
  const result = { key_id: apiKey.id, key, prefix: apiKey.prefix, kind: apiKey.kind };
  print(options.json, result, [
    `created key ${apiKey.id} (${apiKey.kind}). It is shown only once:`,
    key,
    ...(apiKey.expiresAt ? [`It expires at ${apiKey.expiresAt.toISOString()}.`] : []),
  ]);
}

function ownerOf({ user, org }: { user?: string; org?: string }): KeyOwner {
  if (user !== undefined && org === undefined) return { user };
  if (org !== undefined && user === undefined) return { organization: org };
  throw new StartupError('give either --user EMAIL for a personal key or --org NAME for an organization key');
}

function parseExpiry(text: string): Date {
  const at = new Date(text);
  const isDate = /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(at.getTime());
  if (!isDate) throw new StartupError(`--expires "${text}" is not a date; use a date such as 2030-12-31`);
  if (at <= systemClock.now()) throw new StartupError(`--expires "${text}" is in the past; use a later date`);
  return at;
}

export async function runKeyList(options: Json & { user?: string; org?: string }): Promise<void> {
  const owner = options.user === undefined && options.org === undefined ? undefined : ownerOf(options);
  const apiKeys = await withTools(({ administration }) => administration.listKeys(owner));
  const now = systemClock.now();
  const rows = apiKeys.map((apiKey) => ({
    key_id: apiKey.id,
    kind: apiKey.kind,
    prefix: apiKey.prefix,
    label: apiKey.label,
    status: statusOf(apiKey, now),
    organization_id: apiKey.organizationId,
    user_id: apiKey.userId,
    created_at: apiKey.createdAt.toISOString(),
    expires_at: apiKey.expiresAt?.toISOString() ?? null,
    last_used_at: apiKey.lastUsedAt?.toISOString() ?? null,
    replaces: apiKey.replacesId,
  }));
  const lines = rows.map(
    (row) =>
      `${row.key_id}\t${row.prefix}…\t${row.status}\t${row.last_used_at ?? 'never used'}\t${row.label ?? ''}`,
  );
  print(options.json, { keys: rows }, lines.length > 0 ? lines : 'no keys');
}

export async function runKeyRotate(
  keyId: number,
  options: Json & { overlap: number; label?: string },
): Promise<void> {
  const { apiKey, key } = await withTools(({ administration }) =>
    administration.rotateKey(keyId, { overlapSeconds: options.overlap, label: options.label }),
  ).catch((error: unknown) => {
    // The public message of a fault suits an operator, too.
    throw error instanceof Fault ? new StartupError(error.message) : error;
  });
  const result = { key_id: apiKey.id, key, prefix: apiKey.prefix, kind: apiKey.kind, replaces: keyId };
  print(options.json, result, [
    `created key ${apiKey.id} (${apiKey.kind}), which replaces key ${keyId}. It is shown only once:`,
    key,
    `Key ${keyId} works for another ${options.overlap} seconds.`,
  ]);
}

export async function runKeyRevoke(
  keyId: number,
  options: Json & { includeCreated?: boolean },
): Promise<void> {
  const includeCreated = options.includeCreated === true;
  const created = await withTools(({ administration }) => administration.revokeKey(keyId, includeCreated));
  const fate = includeCreated ? 'also revoked' : 'still valid; use --include-created to revoke them';
  print(
    options.json,
    { key_id: keyId, revoked: true, ...(created.length > 0 ? { created_keys: created } : {}) },
    [
      `revoked key ${keyId}; it stops working on every server within 5 seconds`,
      ...(created.length > 0 ? [`keys that were created with it: ${created.join(', ')} (${fate})`] : []),
    ],
  );
}

export async function runCreditsGrant(options: Json & { org: string; amount: number }): Promise<void> {
  const balance = await withTools(({ administration }) =>
    administration.grantCredits(options.org, options.amount),
  );
  print(options.json, { balance }, `"${options.org}" now has ${balance} credits`);
}

export async function runFlagsList(
  options: Json & { status: 'queued' | 'resolved' | 'all'; limit: number },
): Promise<void> {
  const status = options.status === 'all' ? undefined : options.status;
  const flags = await withTools(({ database }) => listFlags(database.prisma, status, options.limit));
  const rows = flags.map((flag) => ({
    flag_id: flag.id,
    company_id: flag.companyId,
    company: flag.company.name,
    primary_domain: flag.company.primaryDomain,
    status: flag.status,
    description: flag.description,
    created_at: flag.createdAt.toISOString(),
    resolved_at: flag.resolvedAt?.toISOString() ?? null,
    resolution: flag.resolution,
  }));
  const lines = rows.map(
    (row) =>
      `${row.flag_id}\t${row.status}\t${row.created_at}\t${row.primary_domain}\t${row.description ?? '(no description)'}`,
  );
  print(options.json, { flags: rows }, lines.length > 0 ? lines : 'no flags');
}

export async function runFlagsResolve(
  flagId: number,
  options: Json & { resolution?: string },
): Promise<void> {
  const flag = await withTools(({ database }) =>
    resolveFlag(database.prisma, systemClock, flagId, options.resolution),
  );
  const result = { flag_id: flag.id, company_id: flag.companyId, status: flag.status };
  print(options.json, result, `flag ${flag.id} is ${flag.status}`);
}
