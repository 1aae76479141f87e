import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Memory } from '../idempotency/memory.ts';

interface KeyHolder {
  keyId: number;
  organizationId: number;
  /** What the changes of this request are remembered by, when it came with an Idempotency-Key. */
  memory?: Memory | undefined;
}

/** Whoever sent the request, as its API key tells. */
export type Principal =
  | (KeyHolder & { kind: 'org'; userId: null; role: null })
  | (KeyHolder & { kind: 'user'; userId: number; role: UserRole });
