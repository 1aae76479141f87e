import type { UserRole } from '../../generated/prisma/enums.ts';

interface KeyHolder {
  keyId: number;
  organizationId: number;
}

/** Whoever sent the request, as its API key tells. */
export type Principal =
  | (KeyHolder & { kind: 'org'; userId: null; role: null })
  | (KeyHolder & { kind: 'user'; userId: number; role: UserRole });
