import { CompanyDataError, isUnreachable } from '../../../api/client.ts';
import { enrichText } from '../../../text/enrich.ts';
import type { Setback } from './run-job.ts';

/** Seconds to wait when a refusal that passes names no time. */
const DEFAULT_SECONDS = 5;

/** Says what a failure of a request of a job or an estimate means. @throws errors that no service reported. */
export function judge(error: unknown): Setback {
  if (!(error instanceof CompanyDataError)) throw error;
  const { code, message, retryAfter, details } = error;
  const failure = { code, message };
  if (isUnreachable(error)) return { kind: 'wait', reason: 'unreachable' };
  switch (code) {
    case 'rate_limited':
      return { kind: 'wait', reason: 'rate_limited', seconds: retryAfter ?? DEFAULT_SECONDS };
    case 'overloaded':
    case 'idempotency_in_progress':
      return { kind: 'wait', reason: 'busy', seconds: retryAfter ?? DEFAULT_SECONDS };
    case 'answer_too_large':
      return { kind: 'split', size: typeof details.limit === 'number' ? details.limit : 1, failure };
    case 'insufficient_credits':
      return { kind: 'fail', failure: { code, message: enrichText.job.noCredits(message) } };
    default:
      return { kind: 'fail', failure };
  }
}
