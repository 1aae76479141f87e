import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Charge } from '../lib/cost-class.ts';

/** Rate limiting in front of the work of both APIs. */
export interface Admission {
  /**
   * Charges a request, and writes the remaining budgets to its response headers. Requests without a key are not
   * charged.
   *
   * @param total charges of the whole operation, if some of them were made before.
   * @returns undefined when there is nothing to wait for.
   * @throws Fault rate_limited.
   */
  admit(
    req: IncomingMessage,
    res: ServerResponse,
    charges: readonly Charge[],
    total?: readonly Charge[],
  ): Promise<void> | undefined;
  /** Whether the request has been charged or refused before. */
  hasSeen(req: IncomingMessage): boolean;
}
