/** Days since a company's technology was last seen, with the tier that follows. */
export const AGES = { high: 10, medium: 200, exploratory: 500 } as const;
export type Tier = keyof typeof AGES;

/** A change of the catalogue, of which the companies are known by their domains, or of a list. */
export type Change =
  | { do: 'import'; domain: string; country: string }
  | { do: 'see'; domain: string; tier: Tier }
  | { do: 'delete'; domain: string }
  | { do: 'merge'; domain: string; into: string }
  /** Asks for countries, or for the technology. */
  | { do: 'define'; countries: string[] | undefined }
  | { do: 'add' | 'exclude' | 'remove'; domain: string };

/** Time for which a list is watched. */
interface Period {
  /** Members of the list since it was watched, after each change. */
  states: ReadonlyMap<string, Tier>[];
  /** Number of events that the list had when the period ended. */
  end?: number;
}

/** The catalogue and a list by plain rules, without bitmaps, versions or SQL. */
export class ListModel {
  readonly #companies = new Map<string, { country: string; seen?: Tier }>();
  /** Domains of companies that were merged, and the company that each leads to. */
  readonly #aliases = new Map<string, string>();
  readonly #byHand = new Map<string, 'added' | 'excluded'>();
  #countries: string[] | undefined = [];
  readonly periods: Period[] = [];

  /** How a domain stands in the list by hand. */
  byHand(domain: string): 'added' | 'excluded' | undefined {
    return this.#byHand.get(domain);
  }

  seen(domain: string): Tier | undefined {
    return this.#companies.get(domain)?.seen;
  }

  /** The period in which the list is watched now. */
  get period(): Period | undefined {
    const last = this.periods.at(-1);
    return last?.end === undefined ? last : undefined;
  }

  watch(): void {
    if (!this.period) this.periods.push({ states: [this.members()] });
  }

  /** @param events number of events that the list has had. */
  unwatch(events: number): void {
    if (this.period) this.period.end = events;
  }

  /** @returns whether the change has an effect, so that it is to be made. */
  apply(change: Change): boolean {
    const isMade = this.#change(change);
    if (isMade) this.period?.states.push(this.members());
    return isMade;
  }

  /** Forgets the technology of a company. */
  unsee(domain: string): void {
    const company = this.#companies.get(domain);
    if (company) this.#companies.set(domain, { country: company.country });
    this.period?.states.push(this.members());
  }

  #change(change: Change): boolean {
    if (change.do === 'define') {
      this.#countries = change.countries;
      return true;
    }
    const { domain } = change;
    const known = this.#companies.get(domain);
    switch (change.do) {
      case 'import':
        if (this.#aliases.has(domain)) return false;
        this.#companies.set(domain, { ...known, country: change.country });
        return true;
      case 'see':
        if (known) known.seen = change.tier;
        return known !== undefined;
      case 'delete':
        return known !== undefined && this.#leave(domain, undefined);
      case 'merge': {
        const survivor = this.#companies.get(change.into);
        if (!known || !survivor || known === survivor) return false;
        const tiers = [known.seen, survivor.seen];
        const seen = (Object.keys(AGES) as Tier[]).find((tier) => tiers.includes(tier));
        if (seen) survivor.seen = seen;
        return this.#leave(domain, change.into);
      }
      case 'remove':
        return this.#byHand.delete(domain);
      default:
        this.#byHand.set(domain, change.do === 'add' ? 'added' : 'excluded');
        return true;
    }
  }

  #leave(domain: string, survivor: string | undefined): boolean {
    this.#companies.delete(domain);
    for (const [alias, owner] of this.#aliases)
      if (owner === domain) this.#aliases.set(alias, survivor ?? '');
    if (survivor !== undefined) this.#aliases.set(domain, survivor);
    return true;
  }

  members(): Map<string, Tier> {
    const members = new Map<string, Tier>();
    for (const [domain, { country, seen }] of this.#companies) {
      if (this.#countries?.includes(country)) members.set(domain, 'high');
      if (!this.#countries && seen) members.set(domain, seen);
    }
    for (const kind of ['added', 'excluded'] as const) {
      for (const [domain, each] of this.#byHand) {
        const owner = this.#companies.has(domain) ? domain : this.#aliases.get(domain);
        if (each !== kind || !owner) continue;
        if (kind === 'added') members.set(owner, 'high');
        else members.delete(owner);
      }
    }
    return members;
  }
}
