import { RateLimiterRes } from 'rate-limiter-flexible';
import type { CostClass } from '../lib/cost-class.ts';
import { COST_CLASSES } from '../lib/cost-class.ts';
import { recordOf } from '../lib/property.ts';
import type { Limiter, Limiters } from '../modules/limits/rate-limiter.ts';
import type { Link } from './link.ts';

/** The state of a budget as it is sent between processes. */
interface PlainBudget {
  remainingPoints: number;
  msBeforeNext: number;
  consumedPoints: number;
  isFirstInDuration: boolean;
  isRefused?: boolean;
}

/** @throws the argument if it is not the state of a budget. */
export function toPlain(budget: unknown): PlainBudget {
  if (!(budget instanceof RateLimiterRes)) throw budget;
  const { remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration } = budget;
  return { remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration };
}

/** Creates limiters whose points the primary process counts, for all workers together. */
export function createRemoteLimiters(link: Link, points: Readonly<Record<CostClass, number>>): Limiters {
  return recordOf(
    COST_CLASSES,
    (costClass): Limiter => ({
      points: points[costClass],
      async get(subject) {
        const budget = await link.call<PlainBudget | null>('budget', costClass, subject);
        return budget && fromPlain(budget);
      },
      async consume(subject, pointsToConsume = 1) {
        const budget = await link.call<PlainBudget>('consume', costClass, subject, pointsToConsume);
        if (budget.isRefused) throw fromPlain(budget);
        return fromPlain(budget);
      },
    }),
  );
}

function fromPlain({ remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration }: PlainBudget) {
  return new RateLimiterRes(remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration);
}
