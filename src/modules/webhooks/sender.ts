import { Agent, request } from 'undici';
import { recordOf, textIn } from '../../lib/json.ts';
import {
  BLOCKED,
  blocked,
  createConnector,
  hostOf,
  ReceivedBytes,
  type Resolve,
  resolveHost,
  type TargetRules,
  UNRESOLVED,
} from './connector.ts';

/** Results of an attempt to send. */
const OUTCOMES = ['delivered', 'rejected', 'timeout', 'unreachable'] as const;
export type AttemptOutcome = (typeof OUTCOMES)[number];
/**
 * Reason of an attempt whose host has no address, or one that is not allowed. Both answer alike: otherwise callers could find
 * out which names of this network exist.
 */
const NO_ADDRESS = 'NO_ALLOWED_ADDRESS';

export interface Attempt {
  outcome: AttemptOutcome;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
  /** Code of what went wrong, such as ECONNREFUSED. It never tells the address, nor what the endpoint answered. */
  reason: string | null;
  durationMs: number;
}

/** A signed request to an endpoint. */
export interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface SenderOptions {
  rules: TargetRules;
  /** Time for an attempt, from the resolution of the name to the status of the answer. */
  attemptMs: number;
  /** Default: by name servers. */
  resolve?: Resolve;
  /** Receives the host of an attempt that the rules refused, for operators. */
  onBlocked?: (host: string) => void;
}

export type Sender = ReturnType<typeof createSender>;

/** The body of an answer means nothing. It is read within these bounds, so that the connection can be used again. */
const MAX_ANSWER_BYTES = 64 * 1024;
const ANSWER_MS = 1_000;
/** Everything that an endpoint sends in an attempt: the answer, its headers, and what may come before and between. */
const MAX_RECEIVED_BYTES = 2 * MAX_ANSWER_BYTES;
const GONE = 410;
const MAX_REASON = 60;

/** Returns whether an endpoint asks for no more events. */
export const isGone = ({ status }: Pick<Attempt, 'status'>): boolean => status === GONE;

type Result = Omit<Attempt, 'durationMs'>;

function failureOf(error: unknown, { aborted: isLate }: AbortSignal): Result {
  if (isLate) return { outcome: 'timeout', status: null, reason: 'TIMEOUT' };
  const code = textIn(error, 'code')?.slice(0, MAX_REASON) ?? 'UNREACHABLE';
  const reason = code === BLOCKED || code === UNRESOLVED ? NO_ADDRESS : code;
  return { outcome: 'unreachable', status: null, reason };
}

/** Creates what sends requests to endpoints. It follows no redirects, and reaches only what the rules allow. */
export function createSender({ rules, attemptMs, resolve = resolveHost, onBlocked }: SenderOptions) {
  const received = new ReceivedBytes(MAX_RECEIVED_BYTES);
  const agent = new Agent({
    connect: createConnector(rules, resolve, received),
    headersTimeout: attemptMs,
    bodyTimeout: attemptMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  });

  const attempts = recordOf([...OUTCOMES, 'blocked'], () => 0);

  async function attempt({ url, headers, body }: OutgoingRequest, signal: AbortSignal): Promise<Result> {
    if (rules.refusalOf(new URL(url)) !== undefined) throw blocked();
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
    const { statusCode: status } = answer;
    const timer = setTimeout(() => answer.body.destroy(), ANSWER_MS);
    await answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => answer.body.destroy());
    clearTimeout(timer);
    if (status >= 200 && status < 300) return { outcome: 'delivered', status, reason: null };
    return { outcome: 'rejected', status, reason: `HTTP_${status}` };
  }

  return {
    /** Attempts of this process, by outcome. Operators see apart what the rules refused. */
    attempts,

    /** Sends a request once. It never throws. */
    async send(outgoing: OutgoingRequest): Promise<Attempt> {
      const signal = AbortSignal.timeout(attemptMs);
      const began = performance.now();
      let isBlocked = false;
      const result = await attempt(outgoing, signal).catch((error) => {
        isBlocked = textIn(error, 'code') === BLOCKED;
        return failureOf(error, signal);
      });
      attempts[isBlocked ? 'blocked' : result.outcome] += 1;
      if (isBlocked) onBlocked?.(hostOf(new URL(outgoing.url)));
      return { ...result, durationMs: Math.round(performance.now() - began) };
    },

    /** Closes all connections. */
    close(): Promise<void> {
      received.close();
      return agent.destroy();
    },
  };
}
