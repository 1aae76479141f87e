import type { Queryable } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { InvalidField } from './fields.ts';

/** Maximum number of cached domains, a few hundred bytes each. */
const MAX_CACHED = 1_500_000;
/** Cost of looking up a domain, relative to reading one in order (measured: 8 µs and 1.2 µs). */
const LOOK_UP_COST = 6;
/** Look-ups from which counting the domains is worth its cost. */
const MIN_LOOK_UPS = 5000;
const UNKNOWN = 0;

/**
 * A join, because `= ANY` would take the trigram index while the table has no statistics: five milliseconds a domain. The first
 * import of a role that may not ANALYZE finds none.
 */
const LOOK_UP = `SELECT domain, company_id FROM unnest($1::text[]) AS asked (domain) JOIN company_domain USING (domain)`;

/**
 * Finds the companies of domains in batches. When a file has very many domains, all domains of the catalogue are read
 * at once, if they fit into memory.
 */
export class DomainResolver {
  readonly #database: Queryable;
  readonly #cached = new Map<string, number>();
  #lookedUp = 0;
  /** Number of domains in the catalogue; undefined until needed. */
  #total: number | undefined;
  #hasAll = false;
  /** The last company that was found as the subject of a row. */
  #last = { domain: '', id: UNKNOWN };

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Looks up the domains of a batch, primary or secondary, so that `companyOf` can find them. */
  async resolve(domains: Iterable<string>): Promise<void> {
    if (await this.#shouldReadAll()) await this.#readAll();
    if (this.#hasAll) return;
    const all = new Set(domains);
    if (this.#cached.size + all.size > MAX_CACHED) this.#cached.clear();
    const missing = [...all].filter((domain) => !this.#cached.has(domain));
    if (missing.length === 0) return;
    this.#lookedUp += missing.length;
    for (const domain of missing) this.#cached.set(domain, UNKNOWN);
    const asked = { text: LOOK_UP, values: [missing], rowMode: 'array' as const };
    const { rows } = await this.#database.query<[string, number]>(asked);
    for (const [domain, companyId] of rows) this.#cached.set(domain, companyId);
  }

  /** @returns the id of the company. @throws InvalidField when no company has the domain, which `field` states. */
  companyOf(domain: string, field: string): number {
    // Most rows name the company of the row before, and a map of a million entries is slow to reach.
    if (domain === this.#last.domain) return this.#last.id;
    const id = this.#cached.get(domain) ?? UNKNOWN;
    if (id === UNKNOWN) throw new InvalidField(field, `no company has the domain "${domain}"`);
    if (field === 'domain') this.#last = { domain, id };
    return id;
  }

  /** Tells whether the look-ups so far cost as much as reading all domains. */
  async #shouldReadAll(): Promise<boolean> {
    if (this.#hasAll || this.#lookedUp < MIN_LOOK_UPS) return false;
    this.#total ??= await this.#countDomains();
    return this.#total <= MAX_CACHED && this.#lookedUp * LOOK_UP_COST >= this.#total;
  }

  async #countDomains(): Promise<number> {
    const { rows } = await this.#database.query<{ count: number }>(
      `SELECT count(*)::integer FROM (SELECT FROM company_domain LIMIT ${MAX_CACHED + 1}) d`,
    );
    return rows[0]?.count ?? 0;
  }

  async #readAll(): Promise<void> {
    await copyRows(this.#database, 'SELECT domain, company_id FROM company_domain', (row) => {
      this.#cached.set(row.text(0), row.int4(1));
    });
    this.#hasAll = true;
  }
}
