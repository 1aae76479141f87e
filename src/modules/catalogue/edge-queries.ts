import type { Queryable } from '../../database/client.ts';
import { isoTimestamps } from '../../database/iso-timestamps.ts';
import type { DetectedTechnology, EdgeSlice, Partnership } from './company.ts';

type Owned<T> = T & { companyId: number };

/** The order of partners: latest observation first, then slug by code point (contract, section 5). */
const PARTNERSHIPS = {
  name: 'partnerships_of_companies',
  text: `SELECT p.company_id AS "companyId", p.partner_id AS "partnerId", c.name AS "partnerName",
           c.primary_domain AS "partnerDomain", c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt",
           p.last_observed_at AS "lastObservedAt", p.observation_count AS "observationCount"
         FROM partnership p JOIN company c ON c.id = p.partner_id
         WHERE p.company_id = ANY($1::int[])
         ORDER BY p.company_id, p.last_observed_at DESC, c.slug COLLATE "C"`,
};

/** The order of technologies: detection count descending, then key by code point (contract, section 3). */
const TECHNOLOGIES = {
  name: 'technologies_of_companies',
  text: `SELECT ct.company_id AS "companyId", t.tech_key AS "techKey", t.display_name AS "displayName", t.category,
           ct.detection_count AS "detectionCount", ct.first_seen AS "firstSeen", ct.last_seen AS "lastSeen"
         FROM company_technology ct JOIN technology t ON t.id = ct.technology_id
         WHERE ct.company_id = ANY($1::int[])
         ORDER BY ct.company_id, ct.detection_count DESC, t.tech_key COLLATE "C"`,
};

/** The same, a slice for each company: LATERAL, so that each company's page is read alone, in one statement for all. */
const PARTNERSHIP_SLICES = {
  name: 'partnership_slices',
  text: `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id) CROSS JOIN LATERAL (
           SELECT p.company_id AS "companyId", p.partner_id AS "partnerId", c.name AS "partnerName",
             c.primary_domain AS "partnerDomain", c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt",
             p.last_observed_at AS "lastObservedAt", p.observation_count AS "observationCount"
           FROM partnership p JOIN company c ON c.id = p.partner_id WHERE p.company_id = wanted.company_id
           ORDER BY p.last_observed_at DESC, c.slug COLLATE "C" LIMIT $2 OFFSET $3) s`,
};

const TECHNOLOGY_SLICES = {
  name: 'technology_slices',
  text: `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id) CROSS JOIN LATERAL (
           SELECT ct.company_id AS "companyId", t.tech_key AS "techKey", t.display_name AS "displayName", t.category,
             ct.detection_count AS "detectionCount", ct.first_seen AS "firstSeen", ct.last_seen AS "lastSeen"
           FROM company_technology ct JOIN technology t ON t.id = ct.technology_id
           WHERE ct.company_id = wanted.company_id
           ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C" LIMIT $2 OFFSET $3) s`,
};

/** All partnerships of all the companies in one statement, grouped in the order of `companyIds`. */
export function loadPartnerships(db: Queryable, companyIds: readonly number[]): Promise<Partnership[][]> {
  return loadGrouped<Partnership>(db, PARTNERSHIPS, companyIds, []);
}

/** All technologies of all the companies in one statement, grouped in the order of `companyIds`. */
export function loadTechnologies(
  db: Queryable,
  companyIds: readonly number[],
): Promise<DetectedTechnology[][]> {
  return loadGrouped<DetectedTechnology>(db, TECHNOLOGIES, companyIds, []);
}

export function loadPartnershipSlices(
  db: Queryable,
  companyIds: readonly number[],
  { limit, offset }: EdgeSlice,
): Promise<Partnership[][]> {
  return loadGrouped<Partnership>(db, PARTNERSHIP_SLICES, companyIds, [limit, offset]);
}

export function loadTechnologySlices(
  db: Queryable,
  companyIds: readonly number[],
  { limit, offset }: EdgeSlice,
): Promise<DetectedTechnology[][]> {
  return loadGrouped<DetectedTechnology>(db, TECHNOLOGY_SLICES, companyIds, [limit, offset]);
}

async function loadGrouped<T>(
  db: Queryable,
  statement: { name: string; text: string },
  companyIds: readonly number[],
  more: readonly number[],
): Promise<T[][]> {
  const values = [companyIds, ...more];
  const { rows } = await db.query<Owned<T>>({ ...statement, types: isoTimestamps, values });
  const groups = new Map<number, T[]>(companyIds.map((id) => [id, []]));
  for (const row of rows) groups.get(row.companyId)?.push(row);
  return companyIds.map((id) => groups.get(id) ?? []);
}
