import type { Queryable } from '../../database/client.ts';

/** Domains held in memory at most, about 100 bytes each. */
const MAX_KNOWN = 2_000_000;
/** Single look-ups after which reading the whole table is the cheaper way. */
const PATIENCE = 100_000;
const PAGE_ROWS = 50_000;
const UNKNOWN = 0;

/**
 * Finds the companies that domains belong to, a batch of domains at a time. A file that names very many domains has
 * all of them read once, when they fit into memory.
 */
export class DomainResolver {
  readonly #database: Queryable;
  readonly #known = new Map<string, number>();
  #lookedUp = 0;
  /** Undecided until looking up has gone on for long. */
  #all: 'undecided' | 'known' | 'too many' = 'undecided';

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Looks up every domain of a batch, so that `companyOf` knows them. Any domain of a company will do. */
  async resolve(domains: Iterable<string>): Promise<void> {
    if (this.#all === 'undecided' && this.#lookedUp >= PATIENCE) await this.#readAll();
    if (this.#all === 'known') return;
    const all = new Set(domains);
    if (this.#known.size + all.size > MAX_KNOWN) this.#known.clear();
    const missing = [...all].filter((domain) => !this.#known.has(domain));
    if (missing.length === 0) return;
    this.#lookedUp += missing.length;
    for (const domain of missing) this.#known.set(domain, UNKNOWN);
    await this.#read('SELECT domain, company_id FROM company_domain WHERE domain = ANY ($1::text[])', [
      missing,
    ]);
  }

  /** @returns the id of the company, or undefined when no company has the domain. */
  companyOf(domain: string): number | undefined {
    return this.#known.get(domain) || undefined;
  }

  async #readAll(): Promise<void> {
    this.#all = 'too many';
    const size = `SELECT FROM company_domain OFFSET ${MAX_KNOWN} LIMIT 1`;
    if ((await this.#database.query(size)).rows.length > 0) return;
    const page = `SELECT domain, company_id FROM company_domain WHERE domain > $1 ORDER BY domain LIMIT ${PAGE_ROWS}`;
    for (let last: string | undefined = ''; last !== undefined; ) last = await this.#read(page, [last]);
    this.#all = 'known';
  }

  /** @returns the last domain read. */
  async #read(text: string, values: unknown[]): Promise<string | undefined> {
    const { rows } = await this.#database.query<[string, number]>({ text, values, rowMode: 'array' });
    for (const [domain, companyId] of rows) this.#known.set(domain, companyId);
    return rows.at(-1)?.[0];
  }
}
