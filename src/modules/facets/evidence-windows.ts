const DAY_MS = 86_400_000;

/** Evidence windows in days before the catalogue's as-of time; 0 means ever (contract, section 6, "Tiers"). */
export const QUARTER = 90 as const;
export const YEAR = 365 as const;
export const EVER = 0 as const;

/** All evidence windows, the narrowest first. */
export const WINDOWS = [QUARTER, YEAR, EVER] as const;
export type EvidenceWindow = (typeof WINDOWS)[number];

/** Returns the start of a window, inclusive; undefined for ever. */
export function startOfWindow(window: EvidenceWindow, asOf: Date): Date | undefined {
  return window === EVER ? undefined : new Date(asOf.getTime() - window * DAY_MS);
}

/** Returns a time as an SQL literal, for statements that take no parameters. */
export function timestampLiteral(time: Date): string {
  return `timestamptz '${time.toISOString()}'`;
}
