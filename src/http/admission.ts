import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode } from 'graphql';
import { schema } from '../api/schema.ts';
import type { Admission } from '../graphql/admission.ts';
import { analyze } from '../graphql/analysis/analyze.ts';
import { type Charge, ONE_READ } from '../lib/cost-class.ts';
import { counted } from '../lib/counted.ts';
import { Fault } from '../lib/fault.ts';
import type { Limits } from '../modules/limits/limits.ts';
import { type Budget, subjectOf, WINDOW_SECONDS } from '../modules/limits/rate-limiter.ts';
import type { ApiRequest, Middleware } from './middleware.ts';
import { stateOf } from './request-state.ts';

/** Creates the rate limiting of both APIs: they call it before they do any work for a caller. */
export function createAdmission({ rateLimiter }: Pick<Limits, 'rateLimiter'>): Admission {
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
        ? rateLimiter.spend(subject, charges, total).then((budgets) => requireBudget(res, total, budgets))
        : rateLimiter.peek(subject, report).then((budgets) => setRateLimitFields(res, budgets));
    },
  };
}

/** Charges a request before its body is read. @param chargesOf returns undefined to charge nothing yet. */
export function chargeFirst(
  admission: Admission,
  chargesOf: (req: ApiRequest) => readonly Charge[] | undefined,
): Middleware {
  return (req, res, next) => {
    const charges = chargesOf(req);
    const pending = charges && admission.admit(req, res, charges);
    if (!pending) return next();
    pending.then(() => next(), next);
  };
}

/** Returns the minimum cost of a saved document, for any variables: one point of each class that it uses. */
export function minimumCharges(document: DocumentNode): readonly Charge[] {
  const charges = analyze(schema, document, undefined, {})?.charges ?? ONE_READ;
  return charges.map(({ costClass }) => ({ costClass, points: 1 }));
}

/** Charges the cost of a REST operation beyond its minimum, once its variables are known. */
export function chargeVariables(admission: Admission, document: DocumentNode, minimum: readonly Charge[]) {
  return (req: IncomingMessage, res: ServerResponse, variables: Record<string, unknown>) => {
    const found = analyze(schema, document, undefined, variables);
    if (!found) return undefined;
    const { report } = stateOf(req);
    report.cost = found.cost;
    report.charges = found.charges;
    report.pageSize = found.pageSize;
    const rest = found.charges.flatMap(({ costClass, points }) => {
      const left = points - (minimum.find((charge) => charge.costClass === costClass)?.points ?? 0);
      return left > 0 ? [{ costClass, points: left }] : [];
    });
    return rest.length > 0 ? admission.admit(req, res, rest, found.charges) : undefined;
  };
}

/** @throws Fault rate_limited */
function requireBudget(res: ServerResponse, charges: readonly Charge[], budgets: readonly Budget[]): void {
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
  if (points > limit) {
    // Without Retry-After, because waiting does not help.
    const message = `This operation takes ${counted(points, 'point')} of ${costClass}, and you have ${limit} a minute. It can never run as it is: ask for less at a time.`;
    return new Fault('rate_limited', message, { details: { ...details, points } });
  }
  const seconds = secondsUntilReset(budget);
  const message = `You have used all ${counted(limit, `${costClass} point`)} of this minute. Try again in ${counted(seconds, 'second')}.`;
  res.setHeader('Retry-After', seconds);
  return new Fault('rate_limited', message, { details: { ...details, retry_after: seconds } });
}

/**
 * Sets the rate limit headers of a response (draft-ietf-httpapi-ratelimit-headers-10). Both are lists of structured
 * fields (RFC 9651) with one item for each class:
 *
 *     RateLimit-Policy: "read";q=1200;w=60
 *     RateLimit: "read";r=1199;t=60
 */
function setRateLimitFields(res: ServerResponse, budgets: readonly Budget[]): void {
  addField(
    res,
    'RateLimit-Policy',
    budgets.map(({ costClass, limit }) => `"${costClass}";q=${limit};w=${WINDOW_SECONDS}`),
  );
  addField(
    res,
    'RateLimit',
    budgets.map((each) => `"${each.costClass}";r=${each.remaining};t=${secondsUntilReset(each)}`),
  );
}

/** Returns whole seconds, rounded up, at least 1: after that time the next request is admitted. */
function secondsUntilReset({ resetMs }: Budget): number {
  return resetMs > 0 ? Math.max(1, Math.ceil(resetMs / 1000)) : WINDOW_SECONDS;
}

/** Sets a header. An operation can be charged in two steps: items of the second replace those of the same class. */
function addField(res: ServerResponse, name: string, items: readonly string[]): void {
  const before = res.getHeader(name);
  if (typeof before !== 'string') {
    res.setHeader(name, items.join(', '));
    return;
  }
  const byClass = new Map([...before.split(', '), ...items].map((item) => [item.split(';', 1)[0], item]));
  res.setHeader(name, [...byClass.values()].join(', '));
}
