import type { Queryable } from '../../database/client.ts';

/** Usage on one day in UTC. */
export interface DayOfUsage {
  /** `2026-03-01` */
  day: string;
  requests: number;
  /** Requests that were answered with a status of 400 or above. */
  errors: number;
  creditsCharged: number;
}

/** Maximum number of days of a report: a year and a month. */
export const MAX_DAYS = 400;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Builds the statement of a report. Credits come from the ledger, so that the report cannot disagree with it. */
const report = (owner: string, condition: string) => `
  SELECT ${owner} AS owner, day::text AS day, sum(requests)::int AS requests, sum(errors)::int AS errors,
    sum(credits)::int AS "creditsCharged"
  FROM (
    SELECT api_key_id, organization_id, day, requests, errors, 0 AS credits FROM api_key_usage WHERE day >= $2
    UNION ALL
    SELECT api_key_id, organization_id, (created_at AT TIME ZONE 'UTC')::date, 0, 0, -amount
    FROM credit_entry WHERE kind <> 'grant' AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
  ) u
  WHERE ${condition} GROUP BY 1, 2 ORDER BY 1, 2 DESC`;

const OF_KEYS = { name: 'usage_of_keys', text: report('api_key_id', 'api_key_id = ANY ($1::int[])') };
const OF_ORGANIZATION = {
  name: 'usage_of_organization',
  text: report('organization_id', 'organization_id = $1::int'),
};

/** Returns the usage of each key in the last days, today included, newest first. Days without usage are left out. */
export async function readUsageOfKeys(
  db: Queryable,
  keyIds: readonly number[],
  days: number,
  now: Date,
): Promise<DayOfUsage[][]> {
  const { rows } = await db.query<DayOfUsage & { owner: number }>({
    ...OF_KEYS,
    values: [keyIds, firstDay(days, now)],
  });
  return keyIds.map((keyId) => rows.filter(({ owner }) => owner === keyId));
}

/** Returns the usage of all keys of an organization together, in the same form. */
export async function readUsageOfOrganization(
  db: Queryable,
  organizationId: number,
  days: number,
  now: Date,
): Promise<DayOfUsage[]> {
  const { rows } = await db.query<DayOfUsage>({
    ...OF_ORGANIZATION,
    values: [organizationId, firstDay(days, now)],
  });
  return rows;
}

/** Returns the first day of a report of so many days, such as `2026-03-01`. */
export function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
