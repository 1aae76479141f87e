import type { Queryable } from '../../database/client.ts';

/** Domains held in memory at most, a few hundred bytes each. */
const MAX_KNOWN = 1_500_000;
/** Looking up one domain costs as much as reading about this many in order (measured: 8 µs and 1.2 µs). */
const LOOK_UP_COST = 6;
/** Fewer look-ups are no reason to ask how many domains there are. */
const MIN_LOOK_UPS = 5000;
const PAGE_ROWS = 20_000;
const UNKNOWN = 0;

/**
 * Finds the companies that domains belong to, a batch of domains at a time. A file that names very many domains has
 * all of them read in one go, when they fit into memory.
 */
export class DomainResolver {
  readonly #database: Queryable;
  readonly #known = new Map<string, number>();
  #lookedUp = 0;
  /** How many domains there are; undefined until it matters. */
  #total: number | undefined;
  #knowsAll = false;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Looks up every domain of a batch, so that `companyOf` knows them. Any domain of a company will do. */
  async resolve(domains: Iterable<string>): Promise<void> {
    if (await this.#shouldReadAll()) await this.#readAll();
    if (this.#knowsAll) return;
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

  /** Whether as much has been spent on looking up as reading everything costs. */
  async #shouldReadAll(): Promise<boolean> {
    if (this.#knowsAll || this.#lookedUp < MIN_LOOK_UPS) return false;
    this.#total ??= await this.#countDomains();
    return this.#total <= MAX_KNOWN && this.#lookedUp * LOOK_UP_COST >= this.#total;
  }

  async #countDomains(): Promise<number> {
    const { rows } = await this.#database.query<{ count: number }>(
      `SELECT count(*)::integer FROM (SELECT FROM company_domain LIMIT ${MAX_KNOWN + 1}) d`,
    );
    return rows[0]?.count ?? 0;
  }

  async #readAll(): Promise<void> {
    const page = `SELECT domain, company_id FROM company_domain WHERE domain > $1 ORDER BY domain LIMIT ${PAGE_ROWS}`;
    for (let last: string | undefined = ''; last !== undefined; ) last = await this.#read(page, [last]);
    this.#knowsAll = true;
  }

  /** @returns the last domain read. */
  async #read(text: string, values: unknown[]): Promise<string | undefined> {
    const { rows } = await this.#database.query<[string, number]>({ text, values, rowMode: 'array' });
    for (const [domain, companyId] of rows) this.#known.set(domain, companyId);
    return rows.at(-1)?.[0];
  }
}
