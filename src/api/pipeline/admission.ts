import type { ServerResponse } from 'node:http';
import { type Charge, type CostClass, pointsFor } from '../../lib/cost-class.ts';
import { Fault } from '../../lib/fault.ts';
import { holderOf, type Owner, type Principal } from '../../lib/principal.ts';
import type { OperationReport } from '../../lib/request-context.ts';
import { counted } from '../../lib/text.ts';
import { type Budget, type RateLimiter, WINDOW_SECONDS } from '../../modules/limits/rate-limiter.ts';

/** Who pays for a request, and what is known of it. */
interface Payer {
  /** Requests without a key pay nothing. */
  principal: Principal | undefined;
  report: OperationReport;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Creates what takes points for a request before work is done for it. @param rateLimiter undefined: points are not limited */
export function createAdmission(rateLimiter: RateLimiter | undefined) {
  /**
   * Takes points from the budget of an owner, and writes what is left to the headers of the response.
   *
   * @throws Fault rate_limited; cost_too_large for what needs more points than a window has
   */
  async function charge(
    owner: Owner,
    report: OperationReport,
    res: ServerResponse,
    charges: readonly Charge[],
  ): Promise<void> {
    if (!rateLimiter) return;
    const budgets = await (charges.length > 0
      ? rateLimiter.spend(owner, charges)
      : rateLimiter.peek(owner, report));
    setRateLimitFields(res, report, budgets);
    let longest: Budget | undefined;
    for (const budget of budgets)
      if (budget.refused && (!longest || budget.resetMs > longest.resetMs)) longest = budget;
    if (longest) throw refusalOf(charges, longest);
  }

  /**
   * Takes the points of a request from the budget of its caller. Without charges, it takes none.
   *
   * @throws Fault rate_limited
   */
  async function admit(payer: Payer, res: ServerResponse, charges: readonly Charge[]): Promise<void> {
    const { principal, report } = payer;
    if (!principal) return;
    report.isAdmitted = true;
    report.charge = (cost) => chargeMore(payer, res, cost);
    await charge(holderOf(principal), report, res, charges);
  }

  /**
   * Takes the points of cost that showed while the operation ran. They belong to the class of its heaviest work.
   *
   * @throws Fault rate_limited; cost_limit_exceeded for a document of the caller that costs more than one may
   */
  async function chargeMore(payer: Payer, res: ServerResponse, cost: number): Promise<void> {
    const { report } = payer;
    const costs = report.costs ?? {};
    const costClass = HEAVIEST_FIRST.find((name) => costs[name] !== undefined) ?? 'read';
    const known = costs[costClass] ?? 0;
    costs[costClass] = known + cost;
    report.cost = (report.cost ?? 0) + cost;
    if (report.cost > (report.maxCost ?? Infinity)) throw tooCostly(report);
    const points = pointsFor(known + cost) - pointsFor(known);
    if (points > 0) await admit(payer, res, [{ costClass, points }]);
  }

  return { charge, admit };
}

const HEAVIEST_FIRST: readonly CostClass[] = ['evaluate', 'export', 'enrich', 'write', 'read'];

function tooCostly({ cost: requested = 0, maxCost: limit }: OperationReport): Fault {
  const message = `The operation has a cost of ${requested} with the lists that its definitions name; the limit is ${limit}. Ask for fewer lists at a time.`;
  return new Fault('cost_limit_exceeded', message, { details: { requested, limit } });
}

function refusalOf(charges: readonly Charge[], budget: Budget): Fault {
  const { costClass, limit } = budget;
  const points = charges.find((charge) => charge.costClass === costClass)?.points ?? 0;
  const details = { class: costClass, limit, window_seconds: WINDOW_SECONDS };
  if (points > limit) {
    // No 429, because waiting does not help.
    const message = `This operation takes ${counted(points, 'point')} of ${costClass}, and you have ${limit} a minute. It can never run as it is: ask for less at a time.`;
    return new Fault('cost_too_large', message, { details: { ...details, points } });
  }
  const seconds = secondsUntilReset(budget);
  const message = `You have used all ${counted(limit, `${costClass} point`)} of this minute. Try again in ${counted(seconds, 'second')}.`;
  return new Fault('rate_limited', message, { details: { ...details, retry_after: seconds } });
}

/**
 * Sets the rate limit headers of a response (draft-ietf-httpapi-ratelimit-headers-11). Both are lists of structured
 * fields (RFC 9651) with one item for each class. A request that pays in two steps shows the second budget of a class.
 *
 *     RateLimit-Policy: "read";q=1200;qu="points";w=60
 *     RateLimit: "read";r=1199;t=60
 */
function setRateLimitFields(res: ServerResponse, report: OperationReport, budgets: readonly Budget[]): void {
  report.budgets ??= new Map();
  for (const budget of budgets) report.budgets.set(budget.costClass, budget);
  if (res.headersSent) return;
  const policies: string[] = [];
  const left: string[] = [];
  for (const budget of report.budgets.values()) {
    policies.push(`"${budget.costClass}";q=${budget.limit};qu="points";w=${WINDOW_SECONDS}`);
    left.push(`"${budget.costClass}";r=${budget.remaining};t=${secondsUntilReset(budget)}`);
  }
  res.setHeader('RateLimit-Policy', policies.join(', '));
  res.setHeader('RateLimit', left.join(', '));
}

/** Returns whole seconds, rounded up, at least 1: after that time the next request is admitted. */
function secondsUntilReset({ resetMs }: Pick<Budget, 'resetMs'>): number {
  return resetMs > 0 ? Math.max(1, Math.ceil(resetMs / 1000)) : WINDOW_SECONDS;
}
