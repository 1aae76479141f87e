import type { Queryable } from '../../database/client.ts';
import { arrayOf, readTexts } from '../../database/prepared.ts';
import type { Clock } from '../../lib/clock.ts';

/**
 * Tells which companies' partners an organization may read (contract, section 5). Both calls send one statement,
 * however many companies there are, and see what was unlocked before them: nothing is cached.
 */
export interface PartnershipMeter {
  /** Whether the organization has unlocked each company; in the order of the ids. */
  areUnlocked(organizationId: number, companyIds: readonly number[]): Promise<boolean[]>;
  /** Whether each of the companies is unlocked or has no partners. */
  areAllOpen(organizationId: number, companyIds: readonly number[]): Promise<boolean>;
}

const UNLOCKED = {
  name: 'unlocked_companies',
  text: `SELECT company_id FROM company_unlock
    WHERE organization_id = $1::int AND company_id = ANY ($2::int[]) AND expires_at > $3::timestamptz`,
};

const ANY_LOCKED = {
  name: 'any_locked_company',
  text: `SELECT EXISTS (
      SELECT FROM company c WHERE c.id = ANY ($2::int[]) AND c.partnership_count > 0 AND NOT EXISTS (
        SELECT FROM company_unlock u
        WHERE u.organization_id = $1::int AND u.company_id = c.id AND u.expires_at > $3::timestamptz))`,
};

export function createPartnershipMeter(db: Queryable, clock: Clock): PartnershipMeter {
  const valuesOf = (organizationId: number, companyIds: readonly number[]) => [
    organizationId,
    arrayOf(companyIds),
    clock.now().toISOString(),
  ];
  return {
    async areUnlocked(organizationId, companyIds) {
      const rows = await readTexts<readonly [id: string]>(
        db,
        UNLOCKED,
        valuesOf(organizationId, [...new Set(companyIds)]),
      );
      const unlocked = new Set(rows.map(([id]) => Number(id)));
      return companyIds.map((id) => unlocked.has(id));
    },

    async areAllOpen(organizationId, companyIds) {
      const [row] = await readTexts<readonly [locked: string]>(
        db,
        ANY_LOCKED,
        valuesOf(organizationId, companyIds),
      );
      return row?.[0] === 'f';
    },
  };
}
