import type { Queryable } from '../../database/client.ts';
import { arrayOf, readTexts } from '../../database/prepared.ts';
import type { Clock } from '../../lib/clock.ts';
import { UNLOCKS } from './unlocks.ts';

const UNLOCKED = {
  name: 'unlocked_companies',
  text: `SELECT company_id FROM (${UNLOCKS}) u`,
};

const ANY_LOCKED = {
  name: 'any_locked_company',
  text: `SELECT EXISTS (
      SELECT FROM company c WHERE c.id = ANY ($2::int[]) AND c.partnership_count > 0
        AND c.id NOT IN (SELECT company_id FROM (${UNLOCKS}) u))`,
};

export type PartnershipMeter = ReturnType<typeof createPartnershipMeter>;

/**
 * Tells which companies' partners an organization may read (contract, section 5). Each call sends one statement for any
 * number of companies. Nothing is cached, so a call sees every unlock before it.
 */
export function createPartnershipMeter(db: Queryable, clock: Clock) {
  const valuesOf = (organizationId: number, companyIds: readonly number[]) => [
    organizationId,
    arrayOf(companyIds),
    clock.now().toISOString(),
  ];
  return {
    /** Returns for each company, in the order of the ids, whether the organization has unlocked it. */
    async areUnlocked(organizationId: number, companyIds: readonly number[]): Promise<boolean[]> {
      const values = valuesOf(organizationId, [...new Set(companyIds)]);
      const rows = await readTexts<readonly [id: string]>(db, UNLOCKED, values);
      const unlocked = new Set(rows.map(([id]) => Number(id)));
      return companyIds.map((id) => unlocked.has(id));
    },

    /** Returns whether each company is unlocked or has no partners. */
    async areAllOpen(organizationId: number, companyIds: readonly number[]): Promise<boolean> {
      const values = valuesOf(organizationId, companyIds);
      const [row] = await readTexts<readonly [locked: string]>(db, ANY_LOCKED, values);
      return row?.[0] === 'f';
    },
  };
}
