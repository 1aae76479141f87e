import { invalidValue } from '../../lib/fault.ts';

/** Which companies of an enrichment cost a credit: each that is found, or only those with partners (BILLING). */
export type Billing = 'resolved' | 'found';

/** Whether a company costs a credit unless it is unlocked. */
export function isBillable(billing: Billing, partnershipCount: number): boolean {
  return billing === 'resolved' || partnershipCount > 0;
}

/** Description of the input that caps what one call charges. */
export const MAX_CREDITS =
  'Most credits that the call may charge. If it costs more, it charges and returns nothing: MAX_CREDITS_EXCEEDED. Default: no limit.';

/** Reads the cap of a call. @throws Fault validation_error */
export function toMaxCredits(given: number | null | undefined): number | undefined {
  if (given != null && given < 0) throw invalidValue('/maxCredits', 'must be at least 0');
  return given ?? undefined;
}
