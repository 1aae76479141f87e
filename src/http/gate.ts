import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gate } from '../graphql/admission.ts';
import { conditionalCharges, type OperationCost } from '../graphql/operation-cost.ts';
import { Fault } from '../lib/fault.ts';
import type { Charge } from '../modules/limits/cost-class.ts';
import type { Limits } from '../modules/limits/limits.ts';
import { type Budget, WINDOW_SECONDS } from '../modules/limits/rate-limiter.ts';
import type { DoorHandler } from './door.ts';
import { setRateLimitFields, toSeconds } from './rate-limit-fields.ts';
import { stateOf } from './request-state.ts';

/** What both doors ask before they do any work for the holder of a key. */
export function createGate({ rateLimiter }: Pick<Limits, 'rateLimiter'>): Gate {
  const seen = new WeakSet<IncomingMessage>();
  return {
    hasSeen: (req) => seen.has(req),
    admit(req, res, charges) {
      const { principal, report } = stateOf(req);
      if (!principal) return undefined;
      seen.add(req);
      if (!rateLimiter) return undefined;
      return charges.length > 0
        ? rateLimiter.spend(principal.keyId, charges).then((budgets) => settle(res, charges, budgets))
        : rateLimiter.peek(principal.keyId, report).then((budgets) => setRateLimitFields(res, budgets));
    },
  };
}

/** The gate as a handler in front of a route: takes what the route costs whatever is sent to it. */
export function admits(gate: Gate, charges: readonly Charge[]): DoorHandler {
  return (req, res, next) => {
    const pending = gate.admit(req, res, charges);
    if (!pending) return next();
    pending.then(() => next(), next);
  };
}

/** What a route costs on top once its parameters are known; undefined for a route where they have no say. */
export function chargesVariables(gate: Gate, cost: OperationCost) {
  if (cost.conditional.length === 0) return undefined;
  return (req: IncomingMessage, res: ServerResponse, variables: Record<string, unknown>) => {
    const charges = conditionalCharges(cost, variables);
    return charges.length > 0 ? gate.admit(req, res, charges) : undefined;
  };
}

/** @throws Fault rate_limited */
function settle(res: ServerResponse, charges: readonly Charge[], budgets: readonly Budget[]): void {
  setRateLimitFields(res, budgets);
  let longest: Budget | undefined;
  for (const budget of budgets) {
    if (budget.refused && (!longest || budget.resetMs > longest.resetMs)) longest = budget;
  }
  if (longest) throw rateLimited(res, charges, longest);
}

function rateLimited(res: ServerResponse, charges: readonly Charge[], budget: Budget): Fault {
  const { costClass, limit } = budget;
  const points = charges.find((charge) => charge.costClass === costClass)?.points ?? 0;
  const seconds = budget.resetMs > 0 ? toSeconds(budget.resetMs) : WINDOW_SECONDS;
  const message =
    points > limit
      ? `This operation takes ${points} points of ${costClass}, and a key has ${limit} a minute. Ask for less at a time.`
      : `The ${limit} points of ${costClass} that a key has a minute are used up. Try again in ${inWords(seconds)}.`;
  return tooMany(res, message, {
    class: costClass,
    limit,
    window_seconds: WINDOW_SECONDS,
    retry_after: seconds,
  });
}

function tooMany(
  res: ServerResponse,
  message: string,
  details: { retry_after: number } & Record<string, unknown>,
): Fault {
  res.setHeader('Retry-After', details.retry_after);
  return new Fault('rate_limited', message, { details });
}

function inWords(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
