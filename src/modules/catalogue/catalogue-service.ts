import type { Queryable } from '../../database/client.ts';
import { isStorable, toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import { Fault } from '../../lib/fault.ts';
import type { Page } from '../../lib/page.ts';
import { sharedLoader } from '../../lib/shared-loader.ts';
import { type CatalogueState, readCatalogueState } from './catalogue-state.ts';
import type { Company } from './company.ts';
import { findCompanies, type IdentifierKind } from './company-queries.ts';
import { countCompanies, searchCompanies } from './company-search.ts';
import {
  type CountedTechnology,
  countTechnologies,
  findTechnology,
  searchTechnologies,
  type TechnologyOrder,
} from './technology-queries.ts';

export type CatalogueService = ReturnType<typeof createCatalogueService>;

/** @param searches pool for searches by part of a text, which may read many rows; default `db`. */
export function createCatalogueService(db: Queryable, searches = db) {
  const loaderBy = (by: IdentifierKind) =>
    sharedLoader((values: readonly string[]) => findCompanies(db, by, values));
  const bySlug = loaderBy('slug');
  const byFormerSlug = loaderBy('formerSlug');
  const byDomain = loaderBy('domain');

  async function find(identifier: string): Promise<Company | undefined> {
    const isDomain = withPlainDots(identifier).includes('.');
    const value = isDomain ? toLookUpDomain(identifier) : identifier.trim().toLowerCase();
    if (value === undefined || !isStorable(value)) return undefined;
    if (isDomain) return byDomain(value);
    return (await bySlug(value)) ?? byFormerSlug(value);
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
    /** Finds a technology by its key. @throws Fault technology_not_found with the key of the request. */
    async getTechnology(techKey: string): Promise<CountedTechnology> {
      const technology = await findTechnology(db, techKey);
      if (technology) return technology;
      const message =
        'No technology has this key. Search the keys among the values of the filter field "technology".';
      throw new Fault('technology_not_found', message, { details: { tech_key: techKey } });
    },
    /** Finds technologies by part of a key or name. @throws Fault validation_error */
    findTechnologies: (search: string, order: TechnologyOrder, page: Page) =>
      searchTechnologies(searches, search, order, page),
    countTechnologies: (search: string) => countTechnologies(searches, search),
    /** Searches companies by part of a name or domain. @throws Fault validation_error */
    search: (search: string, page: Page) => searchCompanies(searches, search, page),
    countHits: (search: string) => countCompanies(searches, search),
  };
}
