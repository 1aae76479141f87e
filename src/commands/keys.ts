import type { ApiKey, User } from '../generated/prisma/client.ts';
import { parseDate, systemClock } from '../lib/clock.ts';
import { Fault, StartupError } from '../lib/fault.ts';
import { counted } from '../lib/text.ts';
import type { KeyOwner } from '../modules/access/administration.ts';
import { type KeyStatus, statusOf } from '../modules/access/api-keys.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runKeyCreate(
  options: OutputOptions & { user?: string; org?: string; label?: string; expires?: string },
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
  const at = parseDate(text);
  if (!at) throw new StartupError(`--expires "${text}" is not a date; use a date such as 2030-12-31`);
  if (at <= systemClock.now()) throw new StartupError(`--expires "${text}" is in the past; use a later date`);
  return at;
}

export async function runKeyList(options: OutputOptions & { user?: string; org?: string }): Promise<void> {
  const owner = options.user === undefined && options.org === undefined ? undefined : ownerOf(options);
  const apiKeys = await withTools(({ administration }) => administration.listKeys(owner));
  const now = systemClock.now();
  const rows = apiKeys.map((apiKey) => ({
    key_id: apiKey.id,
    kind: apiKey.kind,
    prefix: apiKey.prefix,
    label: apiKey.label,
    status: statusFor(apiKey, now),
    owner: apiKey.user?.email ?? apiKey.organization.name,
    organization_id: apiKey.organizationId,
    user_id: apiKey.userId,
    created_at: apiKey.createdAt.toISOString(),
    expires_at: apiKey.expiresAt?.toISOString() ?? null,
    last_used_at: apiKey.lastUsedAt?.toISOString() ?? null,
    replaces: apiKey.replacesId,
    held_at: apiKey.heldAt?.toISOString() ?? null,
    held_reason: apiKey.heldReason,
  }));
  const lines = table(
    ['ID', 'PREFIX', 'STATUS', 'OWNER', 'LAST USED', 'LABEL'],
    rows.map((row) => [
      row.key_id,
      `${row.prefix}…`,
      row.status === 'held' ? `held (${row.held_reason})` : row.status,
      row.owner,
      row.last_used_at ?? 'never',
      row.label ?? '',
    ]),
  );
  print(options.json, { keys: rows }, rows.length > 0 ? lines : 'no keys');
}

/** Returns the status of a key; `disabled` for an active key whose user is disabled. */
function statusFor(apiKey: ApiKey & { user: User | null }, now: Date): KeyStatus | 'disabled' {
  const status = statusOf(apiKey, now);
  return status === 'active' && apiKey.user?.disabledAt ? 'disabled' : status;
}

/** Lets keys work again that a restore holds. */
export async function runKeyConfirm(
  keyIds: readonly number[],
  { all, json }: OutputOptions & { all?: boolean },
): Promise<void> {
  if ((all === true) === keyIds.length > 0)
    throw new StartupError('give the numbers of keys, or --all for every held key');
  const confirmed = await withTools(({ administration }) => administration.confirmKeys(all ? 'all' : keyIds));
  const ids = confirmed.map(({ id }) => id);
  const lines =
    ids.length === 0
      ? 'no key was held'
      : `confirmed ${counted(ids.length, 'key')}, which every server accepts from now on: ${ids.join(', ')}`;
  print(json, { confirmed: ids }, lines);
}

/** Sets the monthly credit limit of a key, or removes it. */
export async function runKeyLimit(
  keyId: number,
  { monthly, none, json }: OutputOptions & { monthly?: number; none?: boolean },
): Promise<void> {
  if ((none === true) === (monthly !== undefined))
    throw new StartupError('give the number of credits as --monthly N, or --none to remove the limit');
  const limit = monthly ?? null;
  await withTools(({ administration }) => administration.limitKey(keyId, limit)).catch(rethrow);
  const line =
    limit === null
      ? `key ${keyId} has no limit`
      : `key ${keyId} may spend ${counted(limit, 'credit')} in a calendar month (UTC), together with its successors`;
  print(json, { key_id: keyId, monthly_credit_limit: limit }, line);
}

/** The public message of a fault suits an operator, too. */
function rethrow(error: unknown): never {
  throw error instanceof Fault ? new StartupError(error.message) : error;
}

export async function runKeyRotate(
  keyId: number,
  options: OutputOptions & { overlap: number; label?: string },
): Promise<void> {
  const { apiKey, key } = await withTools(({ administration }) =>
    administration.rotateKey(keyId, { overlapSeconds: options.overlap, label: options.label }),
  ).catch(rethrow);
  const result = { key_id: apiKey.id, key, prefix: apiKey.prefix, kind: apiKey.kind, replaces: keyId };
  print(options.json, result, [
    `created key ${apiKey.id} (${apiKey.kind}), which replaces key ${keyId}. It is shown only once:`,
    key,
    `Key ${keyId} works for another ${counted(options.overlap, 'second')}.`,
  ]);
}

export async function runKeyRevoke(
  keyId: number,
  options: OutputOptions & { includeCreated?: boolean },
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
