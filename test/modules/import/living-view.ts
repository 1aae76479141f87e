import type pg from 'pg';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import type { CatalogueView, EdgeLine, TechnologyLine } from './living-model.ts';
import { readCompanies, readDetections, readPartnerships } from './support.ts';

/** Returns lines of the model as the rows of a file. */
export function toRows(kind: ImportKind, lines: readonly object[]): object[] {
  if (kind === 'companies') return [...lines];
  if (kind === 'technologies')
    return (lines as readonly TechnologyLine[]).map((line) => ({ ...line, display_name: line.tech_key }));
  return (lines as readonly EdgeLine[]).map(({ subject, object, count, first, last, deleted }) => ({
    domain: subject,
    deleted: deleted === true,
    ...(kind === 'partnerships'
      ? { partner_domain: object, observation_count: count, first_observed_at: first, last_observed_at: last }
      : { tech_key: object, detection_count: count, first_seen: first, last_seen: last }),
  }));
}

/** Reads the catalogue as the model shows it. */
export async function readView(pool: pg.Pool): Promise<CatalogueView> {
  const read = async <T>(text: string) => (await pool.query<{ key: string; value: T }>(text)).rows;
  const record = async <T>(text: string) =>
    Object.fromEntries((await read<T>(text)).map(({ key, value }) => [key, value]));
  const companies = await readCompanies(pool);
  const slugs = new Map(Object.entries(companies).map(([primary, { slug }]) => [primary, slug]));
  const bySlug = (edges: Awaited<ReturnType<typeof readDetections>>, isPair: boolean) =>
    Object.fromEntries(
      Object.entries(edges).map(([key, edge]) => {
        const [left = '', right = ''] = key.split(' ');
        return [`${slugs.get(left)} ${isPair ? slugs.get(right) : right}`, edge];
      }),
    );
  return {
    companies: Object.fromEntries(
      Object.entries(companies).map(([primary, { slug, name, industry = null, domains }]) => [
        slug,
        { name, industry, domains: [primary, ...domains.filter((each) => each !== primary).sort()] },
      ]),
    ),
    retired: await record(`
      SELECT r.slug AS key, json_build_object('primary_domain', r.primary_domain, 'merged_into',
        coalesce(c.slug, s.slug)) AS value
      FROM retired_company r LEFT JOIN company c ON c.id = r.merged_into
      LEFT JOIN retired_company s ON s.id = r.merged_into`),
    technologies: (await read('SELECT tech_key AS key FROM technology ORDER BY 1')).map(({ key }) => key),
    detections: bySlug(await readDetections(pool), false),
    partnerships: bySlug(await readPartnerships(pool), true),
    unlocks: await record(`
      SELECT coalesce(c.slug, r.slug) AS key, extract(day FROM expires_at - '2030-01-01')::integer AS value
      FROM company_unlock u LEFT JOIN company c ON c.id = u.company_id LEFT JOIN retired_company r ON r.id = u.company_id`),
  };
}
