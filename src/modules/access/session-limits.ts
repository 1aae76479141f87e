/** Time without a request after which a session ends: 12 hours (contract, section 17). */
export const SESSION_IDLE_MS = 12 * 3_600_000;

/** Time after which a session ends, used or not: 30 days (contract, section 17). */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

export function isIdle(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() >= SESSION_IDLE_MS;
}
