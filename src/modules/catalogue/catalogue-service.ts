import type { Queryable } from '../../database/client.ts';
import { cleanDomain } from '../../lib/domain-name.ts';
import { Fault } from '../../lib/fault.ts';
import type { Company } from './company.ts';
import { findCompanyByDomain, findCompanyBySlug } from './company-queries.ts';
import { countCompanies, type SearchPage, searchCompanies } from './company-search.ts';

export interface CatalogueService {
  /**
   * Finds a company by domain (any identifier with a dot, cleaned as in enrichment) or by slug (contract, section 3).
   *
   * @throws Fault company_not_found with the identifier of the request.
   */
  getCompany(identifier: string): Promise<Company>;
  /**
   * Searches companies by part of a name or domain.
   *
   * @param pointer JSON pointer of the text in the request.
   */
  search(search: string, page: SearchPage, pointer?: string): Promise<Company[]>;
  countHits(search: string): Promise<number>;
}

/** @param searches pool for searches by part of a text, which may read many rows; default `db`. */
export function createCatalogueService(db: Queryable, searches = db): CatalogueService {
  async function find(identifier: string): Promise<Company | undefined> {
    if (!identifier.includes('.')) return findCompanyBySlug(db, identifier.trim().toLowerCase());
    const domain = cleanDomain(identifier);
    return domain === undefined ? undefined : findCompanyByDomain(db, domain);
  }

  return {
    async getCompany(identifier) {
      const company = await find(identifier);
      if (company) return company;
      const message = 'No tracked company has this domain or slug. Check the spelling, or search by name.';
      throw new Fault('company_not_found', message, { details: { identifier } });
    },
    search: (search, page, pointer) => searchCompanies(searches, search, page, pointer),
    countHits: (search) => countCompanies(searches, search),
  };
}
