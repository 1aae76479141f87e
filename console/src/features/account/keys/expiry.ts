const DAY_MS = 86_400_000;

/** Choices of an expiry: a number of days from now, or never. */
export const EXPIRIES = ['never', '30', '90', '365'] as const;

export type Expiry = (typeof EXPIRIES)[number];

/** Returns the instant of an expiry (ISO 8601); null for never. */
export function expiryOf(expiry: Expiry): string | null {
  return expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
}
