import type { UserRole } from '../../generated/prisma/enums.ts';
import type { ReplayLog } from '../idempotency/replay-log.ts';

interface KeyHolder {
  keyId: number;
  organizationId: number;
  /** Replay log of the request; undefined without an Idempotency-Key. */
  memory?: ReplayLog | undefined;
}

/** Caller of a request, identified by its API key. */
export type Principal =
  | (KeyHolder & { kind: 'org'; userId: null; role: null })
  | (KeyHolder & { kind: 'user'; userId: number; role: UserRole });
