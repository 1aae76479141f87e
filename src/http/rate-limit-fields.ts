import type { ServerResponse } from 'node:http';
import type { CostClass } from '../lib/cost-class.ts';
import { type Budget, WINDOW_SECONDS } from '../modules/limits/rate-limiter.ts';

/**
 * Sets the rate limit headers of a response (draft-ietf-httpapi-ratelimit-headers-10). Both are lists of structured
 * fields (RFC 9651) with one item for each class:
 *
 *     RateLimit-Policy: "read";q=1200;w=60
 *     RateLimit: "read";r=1199;t=60
 */
export function setRateLimitFields(res: ServerResponse, budgets: readonly Budget[]): void {
  addField(
    res,
    'RateLimit-Policy',
    budgets.map((each) => toPolicyItem(each.costClass, each.limit)),
  );
  addField(res, 'RateLimit', budgets.map(toBudgetItem));
}

/** Converts to whole seconds, rounded up, at least 1: after that time the next request is admitted. */
export function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

function toPolicyItem(costClass: CostClass, limit: number): string {
  return `"${costClass}";q=${limit};w=${WINDOW_SECONDS}`;
}

function toBudgetItem({ costClass, remaining, resetMs }: Budget): string {
  return `"${costClass}";r=${remaining};t=${resetMs > 0 ? toSeconds(resetMs) : WINDOW_SECONDS}`;
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
