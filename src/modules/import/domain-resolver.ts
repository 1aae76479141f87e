import type { Queryable } from '../../database/client.ts';

const MAX_CACHED = 250_000;
const UNKNOWN = 0;

/** Finds the companies that domains belong to, a batch of domains at a time. */
export class DomainResolver {
  readonly #database: Queryable;
  readonly #known = new Map<string, number>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Looks up every domain of a batch, so that `companyOf` knows them. Any domain of a company will do. */
  async resolve(domains: Iterable<string>): Promise<void> {
    const all = new Set(domains);
    if (this.#known.size + all.size > MAX_CACHED) this.#known.clear();
    const missing = [...all].filter((domain) => !this.#known.has(domain));
    if (missing.length === 0) return;
    for (const domain of missing) this.#known.set(domain, UNKNOWN);
    const { rows } = await this.#database.query<[string, number]>({
      text: 'SELECT domain, company_id FROM company_domain WHERE domain = ANY ($1::text[])',
      values: [missing],
      rowMode: 'array',
    });
    for (const [domain, companyId] of rows) this.#known.set(domain, companyId);
  }

  /** @returns the id of the company, or undefined when no company has the domain. */
  companyOf(domain: string): number | undefined {
    return this.#known.get(domain) || undefined;
  }
}
