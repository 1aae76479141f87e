import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { isStorable, toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import { Fault } from '../../lib/fault.ts';
import type { OrderBy, PageWindow } from '../../lib/page.ts';
import { sharedLoader } from '../../lib/shared-loader.ts';
import { UNIVERSE } from '../facets/facet.ts';
import { WHOLE_BITS } from '../facets/number-encoding.ts';
import type { Company } from './company.ts';
import {
  countCompanies,
  findCompanies,
  findCompanyIds,
  type IdentifierKind,
  searchCompanies,
} from './queries.ts';
import {
  type CountedTechnology,
  countTechnologies,
  findTechnology,
  searchTechnologies,
  type TechnologySortField,
} from './technology-queries.ts';

export type CatalogueService = ReturnType<typeof createCatalogueService>;

/** Reads an identifier as a domain, if it has a dot, or as a slug; neither for a text that can be none. */
function readIdentifier(identifier: string): { domain?: string; slug?: string } {
  const isDomain = withPlainDots(identifier).includes('.');
  const value = isDomain ? toLookUpDomain(identifier) : identifier.trim().toLowerCase();
  if (value === undefined || !isStorable(value)) return {};
  return isDomain ? { domain: value } : { slug: value };
}

/** @param searches pool for searches by part of a text, which may read many rows; default `db`. */
export function createCatalogueService(db: Queryable, searches = db) {
  const loaderBy = (by: IdentifierKind) =>
    sharedLoader((values: readonly string[]) => findCompanies(db, by, values));
  const bySlug = loaderBy('slug');
  const byFormerSlug = loaderBy('formerSlug');
  const byDomain = loaderBy('domain');

  async function find(identifier: string): Promise<Company | undefined> {
    const { domain, slug } = readIdentifier(identifier);
    if (domain !== undefined) return byDomain(domain);
    return slug === undefined ? undefined : ((await bySlug(slug)) ?? byFormerSlug(slug));
  }

  /** Finds the ids of many companies, by a statement for each kind of identifier. */
  async function findIds(identifiers: readonly string[]): Promise<(number | undefined)[]> {
    const read = identifiers.map(readIdentifier);
    const slugs = read.flatMap(({ slug }) => slug ?? []);
    const [domains, current] = await Promise.all([
      findCompanyIds(
        db,
        'domain',
        read.flatMap(({ domain }) => domain ?? []),
      ),
      findCompanyIds(db, 'slug', slugs),
    ]);
    const former = await findCompanyIds(
      db,
      'formerSlug',
      slugs.filter((slug) => !current.has(slug)),
    );
    return read.map(
      ({ domain = '', slug = '' }) => domains.get(domain) ?? current.get(slug) ?? former.get(slug),
    );
  }

  return {
    /** Reads size and freshness of the catalogue, with one statement. */
    getState: (): Promise<CatalogueState> => readCatalogueState(db),
    /**
     * Finds a company by domain (any identifier with a dot, in any form) or by slug (contract, section 3). The slug of a
     * company that was merged finds the one that took it over.
     *
     * @throws Fault company_not_found with the identifier of the request.
     */
    async getCompany(identifier: string): Promise<Company> {
      const company = await find(identifier);
      if (company) return company;
      const message = 'No tracked company has this domain or slug. Check the spelling, or search by name.';
      throw new Fault('company_not_found', message, { details: { identifier } });
    },
    /** Finds companies as `getCompany` does. @returns their ids in the order of the identifiers; undefined for unknown ones */
    findIds,
    /** Finds a technology by its key. @throws Fault technology_not_found with the key of the request. */
    async getTechnology(techKey: string): Promise<CountedTechnology> {
      const technology = await findTechnology(db, techKey);
      if (technology) return technology;
      const message =
        'No technology has this key. Search the keys among the values of the filter field "technology".';
      throw new Fault('technology_not_found', message, { details: { tech_key: techKey } });
    },
    /** Finds technologies by part of a key or name. @throws Fault validation_error */
    findTechnologies: (search: string, order: OrderBy<TechnologySortField>, window: PageWindow) =>
      searchTechnologies(searches, search, order, window),
    countTechnologies: (search: string) => countTechnologies(searches, search),
    /** Searches companies by part of a name or domain. @throws Fault validation_error */
    search: (search: string, window: PageWindow) => searchCompanies(searches, search, window),
    countHits: (search: string) => countCompanies(searches, search),
  };
}

/** Size and freshness of the catalogue. All counts are exact. */
export interface CatalogueState {
  /** Version of the facet index, from which the counts are read. */
  indexVersion: number;
  companyCount: number;
  technologyCount: number;
  /** Pairs of a company and a technology. */
  detectionCount: number;
  /** Pairs of companies. */
  partnershipCount: number;
  /** Newest observation; null without observations. */
  asOf: Date | null;
  /** When the catalogue last changed, or its index was rebuilt; null if neither ever happened. */
  updatedAt: Date | null;
  /** When the last import ended that succeeded, whether it changed anything or not; null before the first. */
  importedAt: Date | null;
}

/** Sums an integer field over all companies, from the cardinalities of its bit slices. No company is read. */
const sumOf = (field: string) => `
  coalesce((SELECT sum(p.cardinality::bigint << bit) FROM generate_series(0, ${WHOLE_BITS.highest}) AS bit
    JOIN facet_posting p ON p.field = '${field}' AND p.value = bit::text AND p.window_days = 0), 0)::bigint`;

/** Each partnership counts at both of its companies, hence the half. */
const STATE = {
  name: 'catalogue_state',
  runsOn: ON_REPLICA,
  text: `
    SELECT version AS "indexVersion", as_of AS "asOf", refreshed_at AS "updatedAt",
      coalesce((SELECT cardinality FROM facet_posting
        WHERE field = '${UNIVERSE.field}' AND value = '' AND window_days = 0), 0) AS "companyCount",
      (SELECT count(*)::int FROM technology) AS "technologyCount",
      ${sumOf('technology_count')}::float8 AS "detectionCount",
      (${sumOf('partnership_count')} / 2)::float8 AS "partnershipCount",
      (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt"
    FROM facet_index`,
};

export async function readCatalogueState(db: Queryable): Promise<CatalogueState> {
  const { rows } = await db.query<CatalogueState>(STATE);
  const [state] = rows;
  if (state === undefined) throw new Error('the table facet_index is empty; it must have one row');
  return state;
}

/** Companies and technologies that left the catalogue. */
interface RetiredCounts {
  /** Companies that were deleted. */
  companies: number;
  /** Companies that were merged into another one. */
  merged: number;
  technologies: number;
}

/** Counts rows: far fewer leave the catalogue than are in it. */
export async function countRetired(db: Queryable): Promise<RetiredCounts> {
  const { rows } = await db.query<RetiredCounts>({
    name: 'retired_counts',
    runsOn: ON_REPLICA,
    text: `SELECT (count(*) FILTER (WHERE merged_into IS NULL))::int AS companies, count(merged_into)::int AS merged,
      (SELECT count(*)::int FROM retired_technology) AS technologies
    FROM retired_company`,
  });
  const [counts] = rows;
  if (counts === undefined) throw new Error('retired_company returned no counts');
  return counts;
}
