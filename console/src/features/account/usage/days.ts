/** Usage of one day in UTC (`2026-03-01`). */
export interface UsageDay {
  readonly day: string;
  readonly requests: number;
  readonly errors: number;
  readonly creditsCharged: number;
}

const DAY_MS = 86_400_000;

/**
 * Sums usage by day over the last days, the oldest first. Days without usage are zero.
 *
 * @param now milliseconds since 1970; the last day is the one of this instant.
 */
export function fillDays(usage: readonly UsageDay[], length: number, now: number): UsageDay[] {
  const filled = Array.from({ length }, (_, index) => ({
    day: new Date(now - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    requests: 0,
    errors: 0,
    creditsCharged: 0,
  }));
  const byDay = new Map(filled.map((each) => [each.day, each]));
  for (const { day, requests, errors, creditsCharged } of usage) {
    const sum = byDay.get(day);
    if (!sum) continue;
    sum.requests += requests;
    sum.errors += errors;
    sum.creditsCharged += creditsCharged;
  }
  return filled;
}
