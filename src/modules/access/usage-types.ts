import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { FieldPrice } from '../../graphql/analysis/prices.ts';
import { innerType } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { type DayOfUsage, MAX_DAYS } from './usage.ts';

export const DEFAULT_DAYS = 30;

export const UsageDayRef = innerType<DayOfUsage>('UsageDay', {
  description: 'Usage of keys on one day. Requests are recorded every few seconds.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day in UTC, such as 2026-03-01.' }),
    requests: t.exposeInt('requests', { description: 'Number of requests with a valid key.' }),
    errors: t.exposeInt('errors', {
      description: 'Number of these requests that got a status of 400 or above.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', {
      description: 'Credits that these requests cost, as in the ledger.',
    }),
  }),
});

/** Options of the argument `days`. */
export const DAYS = {
  defaultValue: DEFAULT_DAYS,
  description: `Number of days, today included: 1 to ${MAX_DAYS}.`,
} as const;

/** Returns the price of a report: at most one row for each day. */
export function usagePrice({ days }: { days?: number | null | undefined }): FieldPrice {
  const rows = Math.min(Math.max(typeof days === 'number' ? days : DEFAULT_DAYS, 1), MAX_DAYS);
  return { field: rows, multiplier: rows };
}

/** Loaders of a request, by number of days. */
const loadersOf = createContextCache((_: Context) => new Map<number, DataLoader<number, DayOfUsage[]>>());

/** Returns the loader of a request that reads the usage of all its keys in one statement. */
export function usageLoader(context: Context, days: number): DataLoader<number, DayOfUsage[]> {
  const known = loadersOf(context);
  const loader =
    known.get(days) ??
    new DataLoader<number, DayOfUsage[]>((keyIds) => context.services.access.usageOfKeys(keyIds, days));
  known.set(days, loader);
  return loader;
}
