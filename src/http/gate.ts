import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode } from 'graphql';
import type { Gate } from '../graphql/admission.ts';
import { estimate } from '../graphql/limits/assess.ts';
import { schema } from '../graphql/schema.ts';
import { Fault } from '../lib/fault.ts';
import { type Charge, ONE_READ } from '../modules/limits/cost-class.ts';
import type { Limits } from '../modules/limits/limits.ts';
import { type Budget, subjectOf, WINDOW_SECONDS } from '../modules/limits/rate-limiter.ts';
import type { DoorHandler } from './door.ts';
import { setRateLimitFields, toSeconds } from './rate-limit-fields.ts';
import { stateOf } from './request-state.ts';

/** What both doors ask before they do any work for the holder of a key. */
export function createGate({ rateLimiter }: Pick<Limits, 'rateLimiter'>): Gate {
  const seen = new WeakSet<IncomingMessage>();
  return {
    hasSeen: (req) => seen.has(req),
    admit(req, res, charges, total = charges) {
      const { principal, report } = stateOf(req);
      if (!principal) return undefined;
      seen.add(req);
      if (!rateLimiter) return undefined;
      const subject = subjectOf(principal);
      return charges.length > 0
        ? rateLimiter.spend(subject, charges, total).then((budgets) => settle(res, total, budgets))
        : rateLimiter.peek(subject, report).then((budgets) => setRateLimitFields(res, budgets));
    },
  };
}

/** The gate as a handler in front of a route: takes what the route costs at least, before its body is read. */
export function admits(gate: Gate, charges: readonly Charge[]): DoorHandler {
  return (req, res, next) => {
    const pending = gate.admit(req, res, charges);
    if (!pending) return next();
    pending.then(() => next(), next);
  };
}

/** One point of each class that a saved document uses, whatever is sent to its route. */
export function minimumCharges(document: DocumentNode): readonly Charge[] {
  const charges = estimate(schema, document, undefined, {})?.charges ?? ONE_READ;
  return charges.map(({ costClass }) => ({ costClass, points: 1 }));
}

/** Takes what an operation of REST costs beyond the minimum, once its variables are known. */
export function chargesVariables(gate: Gate, document: DocumentNode, minimum: readonly Charge[]) {
  return (req: IncomingMessage, res: ServerResponse, variables: Record<string, unknown>) => {
    const found = estimate(schema, document, undefined, variables);
    if (!found) return undefined;
    const { report } = stateOf(req);
    report.cost = found.cost;
    report.charges = found.charges;
    report.pageSize = found.pageSize;
    const rest = found.charges.flatMap(({ costClass, points }) => {
      const left = points - (minimum.find((charge) => charge.costClass === costClass)?.points ?? 0);
      return left > 0 ? [{ costClass, points: left }] : [];
    });
    return rest.length > 0 ? gate.admit(req, res, rest, found.charges) : undefined;
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
  const details = { class: costClass, limit, window_seconds: WINDOW_SECONDS };
  if (points > limit)
    return new Fault('rate_limited', neverFits(points, budget), { details: { ...details, points } });
  const seconds = budget.resetMs > 0 ? toSeconds(budget.resetMs) : WINDOW_SECONDS;
  const message = `The ${limit} points of ${costClass} that you have a minute are used up. Try again in ${inWords(seconds)}.`;
  return tooMany(res, message, { ...details, retry_after: seconds });
}

/** Without Retry-After: waiting does not help. */
function neverFits(points: number, { costClass, limit }: Budget): string {
  return `This operation takes ${points} points of ${costClass}, and you have ${limit} a minute. It can never run as it is: ask for less at a time.`;
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
