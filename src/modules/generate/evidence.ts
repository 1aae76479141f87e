import type { CompanyTraits } from './company-traits.ts';
import type { Random } from './random.ts';

/** Days that observations go back, from the newest. */
export const HISTORY_DAYS = 3 * 365;
const YEAR_DAYS = 365;
const MAX_COUNT = 500;
/** Mean of the count for evidence of a single day, and of the count that each day between the first and last adds. */
const LEAST_MEAN_COUNT = 5;
const COUNT_A_DAY = 0.045;

/** First and last age in days before the newest day, and how often something was seen. */
export interface Evidence {
  first: number;
  last: number;
  count: number;
}

/** Draws evidence of the last `history` days: mostly recent, and seen more often the longer it lasts. */
export function drawEvidence(random: Random, history: number): Evidence {
  const last = Math.min(drawLast(random), history - 1);
  const first = last + random.below(history - last);
  const mean = LEAST_MEAN_COUNT + (first - last) * COUNT_A_DAY;
  return { first, last, count: 1 + Math.min(MAX_COUNT - 1, Math.floor(random.exponential(mean))) };
}

function drawLast(random: Random): number {
  const draw = random.unit();
  if (draw < 0.55) return random.below(60);
  if (draw < 0.75) return random.below(180);
  return random.below(HISTORY_DAYS);
}

/**
 * Creates a function that returns the number of days for which a company can have been observed: none before the year of
 * its foundation.
 *
 * @param days the days of the history as `YYYY-MM-DD`, the newest first
 */
export function createHistory(days: readonly string[]): (company: CompanyTraits) => number {
  const year = days[0]?.slice(0, 4) ?? '';
  const daysOfYear = days.filter((day) => day.startsWith(year)).length;
  return ({ age, vendor }) =>
    vendor >= 0 ? HISTORY_DAYS : Math.min(HISTORY_DAYS, daysOfYear + age * YEAR_DAYS);
}
