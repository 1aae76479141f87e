import type { ApiKey, Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault, validationFault } from '../../lib/fault.ts';
import { prismaEffect } from '../idempotency/effects.ts';
import { generateApiKey } from './api-key-format.ts';
import type { Authenticator } from './authenticate.ts';
import type { Principal } from './principal.ts';

const MAX_LABEL_LENGTH = 100;

export interface NewKey {
  apiKey: ApiKey;
  /** The whole key: shown now, never again. */
  key: string;
}

export interface KeyRequest {
  kind: 'user' | 'org';
  label?: string | null | undefined;
  expiresAt?: Date | null | undefined;
}

export interface AccessService {
  /** Which keys the caller may see and revoke. */
  manageable(principal: Principal): Prisma.ApiKeyWhereInput;
  /** The keys that the caller may manage, newest first; none for an organization key. */
  listKeys(principal: Principal): Promise<ApiKey[]>;
  /** Makes a key for the caller (`user`), or for the caller's organization (`org`, admins alone). */
  createKey(principal: Principal, request: KeyRequest): Promise<NewKey>;
  /** Revokes a key that the caller may manage; revoking twice changes nothing. @throws Fault api_key_not_found */
  revokeKey(principal: Principal, keyId: number): Promise<ApiKey>;
}

export function createAccessService(prisma: PrismaClient, clock: Clock, auth: Authenticator): AccessService {
  return {
    manageable,

    listKeys: (principal) =>
      prisma.apiKey.findMany({ where: manageable(principal), orderBy: { id: 'desc' } }),

    async createKey(principal, request) {
      const user = requireUser(principal);
      if (request.kind === 'org' && user.role !== 'admin') {
        throw new Fault(
          'insufficient_access',
          'Only an admin of the organization can make organization keys.',
        );
      }
      const owner = request.kind === 'user' ? { userId: user.userId } : {};
      const holder = { organizationId: user.organizationId, createdById: user.userId, ...owner };
      const lost = ({ apiKey: { id } }: NewKey) =>
        `An earlier request with this Idempotency-Key made the API key ${id}. A key is shown once: revoke that one and make another.`;
      return prismaEffect(prisma, user.memory, (db) => issueKey(db, clock, request, holder), lost);
    },

    async revokeKey(principal, keyId) {
      const mine = { id: keyId, ...manageable(requireUser(principal)) };
      await prisma.apiKey.updateMany({
        where: { ...mine, revokedAt: null },
        data: { revokedAt: clock.now() },
      });
      const apiKey = await prisma.apiKey.findFirst({ where: mine });
      if (!apiKey) throw new Fault('api_key_not_found', 'No such API key, or it is not yours to revoke.');
      auth.forget();
      return apiKey;
    },
  };
}

/** @throws Fault user_credential_required for an organization key */
export function requireUser(principal: Principal): Extract<Principal, { kind: 'user' }> {
  if (principal.kind === 'user') return principal;
  throw new Fault(
    'user_credential_required',
    'This needs a personal user key; an organization key was sent.',
  );
}

/** A user manages their own keys, an admin all of the organization, an organization key none. */
function manageable(principal: Principal): Prisma.ApiKeyWhereInput {
  const { organizationId } = principal;
  if (principal.kind === 'org') return { organizationId, id: { in: [] } };
  return principal.role === 'admin' ? { organizationId } : { organizationId, userId: principal.userId };
}

type KeyHolder = { organizationId: number; userId?: number; createdById?: number };

/** Stores a new key for a holder. The one place where keys are made, for both doors and the command line. */
export async function issueKey(
  prisma: Pick<PrismaClient, 'apiKey'>,
  clock: Clock,
  request: KeyRequest,
  holder: KeyHolder,
): Promise<NewKey> {
  const label = request.label?.trim() || null;
  const now = clock.now();
  if (label && [...label].length > MAX_LABEL_LENGTH) {
    throw validationFault([{ pointer: '/label', message: `must be at most ${MAX_LABEL_LENGTH} characters` }]);
  }
  if (label && !isStorable(label)) {
    throw validationFault([{ pointer: '/label', message: 'must not hold the character U+0000' }]);
  }
  if (request.expiresAt && request.expiresAt <= now) {
    throw validationFault([{ pointer: '/expiresAt', message: 'must be in the future' }]);
  }
  const { key, prefix, hash } = generateApiKey(request.kind);
  const apiKey = await prisma.apiKey.create({
    data: {
      ...holder,
      kind: request.kind,
      prefix,
      hash: new Uint8Array(hash),
      label,
      expiresAt: request.expiresAt ?? null,
      createdAt: now,
    },
  });
  return { apiKey, key };
}
