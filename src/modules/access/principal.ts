import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Memory } from '../idempotency/memory.ts';

interface KeyHolder {
  keyId: number;
  organizationId: number;
  /** Replay log of the request; undefined without an Idempotency-Key. */
  memory?: Memory | undefined;
}

/** Caller of a request, identified by its API key. */
export type Principal =
  | (KeyHolder & { kind: 'org'; userId: null; role: null })
  | (KeyHolder & { kind: 'user'; userId: number; role: UserRole });
