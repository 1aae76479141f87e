import type { ServerResponse } from 'node:http';
import type { CostClass } from '../modules/limits/cost-class.ts';
import { type Budget, WINDOW_SECONDS } from '../modules/limits/rate-limiter.ts';

/**
 * The policies and budgets that an answer tells of, as draft-ietf-httpapi-ratelimit-headers-10 has them: lists of
 * structured fields (RFC 9651) whose items are named by class.
 *
 *     RateLimit-Policy: "read";q=1200;w=60
 *     RateLimit: "read";r=1199;t=60
 */
export function setRateLimitFields(res: ServerResponse, budgets: readonly Budget[]): void {
  addField(
    res,
    'RateLimit-Policy',
    budgets.map((each) => toPolicyItem(each.costClass, each.limit)).join(', '),
  );
  addField(res, 'RateLimit', budgets.map(toBudgetItem).join(', '));
}

/** The policies alone, where no budget was read. */
export function setPolicyFields(
  res: ServerResponse,
  classes: readonly { costClass: CostClass }[],
  limits: Readonly<Record<CostClass, number>>,
): void {
  const items = classes.map(({ costClass }) => toPolicyItem(costClass, limits[costClass]));
  addField(res, 'RateLimit-Policy', items.join(', '));
}

/** Whole seconds, rounded up: whoever waits so long is let in. At least 1. */
export function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

function toPolicyItem(costClass: CostClass, limit: number): string {
  return `"${costClass}";q=${limit};w=${WINDOW_SECONDS}`;
}

function toBudgetItem({ costClass, remaining, resetMs }: Budget): string {
  return `"${costClass}";r=${remaining};t=${resetMs > 0 ? toSeconds(resetMs) : WINDOW_SECONDS}`;
}

/** What a request costs may turn out in two steps: the second one's items follow the first one's. */
function addField(res: ServerResponse, name: string, items: string): void {
  const before = res.getHeader(name);
  res.setHeader(name, before === undefined ? items : `${before}, ${items}`);
}
