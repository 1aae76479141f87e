import type pg from 'pg';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { spread, toView } from './living-edges.ts';
import type { EdgeLine, TechnologyLine } from './living-lines.ts';
import type { LivingModel } from './living-model.ts';
import {
  detection,
  type EdgeView,
  observation,
  readCompanies,
  readDetections,
  readPartnerships,
} from './support.ts';

/** The catalogue as tests compare it, by slug. */
export interface CatalogueView {
  companies: Record<
    string,
    { name: string; industry: string | null; investors: string[]; domains: string[] }
  >;
  retired: Record<string, { primary_domain: string | null; merged_into: string | null }>;
  technologies: string[];
  detections: Record<string, EdgeView>;
  partnerships: Record<string, EdgeView>;
  unlocks: Record<string, number>;
}

/** Returns lines of the model as the rows of a file. */
export function toRows(kind: ImportKind, lines: readonly object[]): object[] {
  if (kind === 'companies') return [...lines];
  if (kind === 'technologies')
    return (lines as readonly TechnologyLine[]).map((line) => ({ ...line, display_name: line.tech_key }));
  const rowOf = kind === 'partnerships' ? observation : detection;
  return (lines as readonly EdgeLine[]).map(({ subject, object, count, first, last, deleted }) => ({
    ...rowOf(subject, object, count, first, last),
    deleted: deleted === true,
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
      Object.entries(companies).map(([primary, { slug, name, industry = null, investors, domains }]) => [
        slug,
        {
          name,
          industry,
          investors,
          domains: [primary, ...domains.filter((each) => each !== primary).sort()],
        },
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
      SELECT coalesce(c.slug, s.slug) AS key, max(extract(day FROM expires_at - '2030-01-01')::integer) AS value
      FROM company_unlock u LEFT JOIN retired_company r ON r.id = u.company_id
      LEFT JOIN company c ON c.id = coalesce(r.merged_into, u.company_id)
      LEFT JOIN retired_company s ON s.id = coalesce(r.merged_into, u.company_id) GROUP BY 1`),
  };
}

/** Returns the catalogue of the model. */
export function viewOf(model: LivingModel): CatalogueView {
  const slugs = new Map([...model.companies, ...model.retired].map(({ id, slug }) => [id, slug]));
  const slugOf = (id: string | number) => slugs.get(Number(id)) ?? '';
  const partnerships: Record<string, EdgeView> = {};
  for (const [a, b, edge] of model.observations) {
    const other = model.observations.get(Number(b), String(a));
    const both = toView(other ? { ...spread(edge, other), count: edge.count + other.count } : edge);
    partnerships[`${slugOf(a)} ${slugOf(b)}`] = both;
    partnerships[`${slugOf(b)} ${slugOf(a)}`] = both;
  }
  return {
    companies: Object.fromEntries(
      [...model.companies].map(({ slug, name, primary, secondary, investors, industry }) => [
        slug,
        { name, industry: industry ?? null, investors, domains: [primary, ...[...secondary.keys()].sort()] },
      ]),
    ),
    retired: Object.fromEntries(
      [...model.retired].map(({ slug, primary, survivor }) => [
        slug,
        { primary_domain: primary ?? null, merged_into: survivor === undefined ? null : slugOf(survivor) },
      ]),
    ),
    technologies: [...model.technologies].sort(),
    detections: Object.fromEntries(
      [...model.detections].map(([id, technology, edge]) => [`${slugOf(id)} ${technology}`, toView(edge)]),
    ),
    partnerships,
    unlocks: Object.fromEntries([...model.unlocks].map(([id, end]) => [slugOf(id), end])),
  };
}
