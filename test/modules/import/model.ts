import type { CompanyView, EdgeView } from './support.ts';

export interface CompanyInput {
  name: string;
  primary_domain: string;
  domains?: string[] | null;
  investors?: string[] | null;
  industry?: string | null;
  slug?: string;
}

export interface ObservationInput {
  subject: string;
  object: string;
  count: number;
  first: string;
  last: string;
}

interface ModelCompany {
  name: string;
  slug: string;
  secondary: string[];
  investors: string[];
  industry: string | undefined;
}

/** The simplest implementation of the rules in docs/import.md: one row at a time, with maps. */
export class ModelCatalogue {
  readonly companies = new Map<string, ModelCompany>();
  readonly detections = new Map<string, ObservationInput>();
  readonly observations = new Map<string, ObservationInput>();
  readonly technologies: ReadonlySet<string>;

  constructor(technologies: Iterable<string>) {
    this.technologies = new Set(technologies);
  }

  ownerOf(domain: string): string | undefined {
    if (this.companies.has(domain)) return domain;
    for (const [primary, { secondary }] of this.companies) if (secondary.includes(domain)) return primary;
    return undefined;
  }

  /** @returns the number of rows accepted. */
  importCompanies(rows: readonly CompanyInput[]): number {
    const effective = effectiveRows(rows);
    for (const { primary_domain, domains } of effective) {
      const known = this.companies.get(primary_domain);
      if (!known || domains === undefined) continue;
      known.secondary = known.secondary.filter((domain) => domains?.includes(domain));
    }
    const fresh: CompanyInput[] = [];
    for (const row of effective) this.#take(row, fresh);
    this.#nameAll(fresh);
    return rows.filter((row) => this.companies.has(row.primary_domain)).length;
  }

  #take(row: CompanyInput, fresh: CompanyInput[]): void {
    const known = this.companies.get(row.primary_domain);
    if (!known && this.ownerOf(row.primary_domain) !== undefined) return;
    const company = known ?? { name: row.name, slug: '', secondary: [], investors: [], industry: undefined };
    if (!known) fresh.push(row);
    this.companies.set(row.primary_domain, company);
    company.name = row.name;
    if (row.domains !== undefined) {
      const listed = [...new Set(row.domains ?? [])].filter((domain) => domain !== row.primary_domain);
      company.secondary = listed.filter((domain) =>
        [undefined, row.primary_domain].includes(this.ownerOf(domain)),
      );
    }
    if (row.investors !== undefined) company.investors = [...new Set(row.investors ?? [])];
    if (row.industry !== undefined) company.industry = row.industry ?? undefined;
  }

  #nameAll(fresh: readonly CompanyInput[]): void {
    const waiting = [...fresh.filter((row) => row.slug), ...fresh.filter((row) => !row.slug)];
    const taken = new Set([...this.companies.values()].map(({ slug }) => slug));
    const later = waiting.filter((row) => !this.#name(row, wantedSlug(row), taken));
    for (const row of later) {
      let suffix = 2;
      while (!this.#name(row, `${wantedSlug(row)}-${suffix}`, taken)) suffix += 1;
    }
  }

  #name(row: CompanyInput, slug: string, taken: Set<string>): boolean {
    const company = this.companies.get(row.primary_domain);
    if (!company || taken.has(slug)) return false;
    company.slug = slug;
    taken.add(slug);
    return true;
  }

  importDetections(rows: readonly ObservationInput[]): number {
    const accepted = rows.filter(
      (row) => this.ownerOf(row.subject) !== undefined && this.technologies.has(row.object),
    );
    for (const row of accepted) this.detections.set(`${this.ownerOf(row.subject)} ${row.object}`, row);
    return accepted.length;
  }

  importPartnerships(rows: readonly ObservationInput[]): number {
    const accepted = rows.filter((row) => {
      const [observer, partner] = [this.ownerOf(row.subject), this.ownerOf(row.object)];
      return observer !== undefined && partner !== undefined && observer !== partner;
    });
    for (const row of accepted)
      this.observations.set(`${this.ownerOf(row.subject)} ${this.ownerOf(row.object)}`, row);
    return accepted.length;
  }

  viewCompanies(): Record<string, CompanyView> {
    return Object.fromEntries(
      [...this.companies].map(([primary, { secondary, industry, ...rest }]) => [
        primary,
        { ...rest, domains: [primary, ...secondary], ...(industry === undefined ? {} : { industry }) },
      ]),
    );
  }

  viewDetections(): Record<string, EdgeView> {
    return Object.fromEntries([...this.detections].map(([key, row]) => [key, view(row)]));
  }

  viewPartnerships(): Record<string, EdgeView> {
    const merged: Record<string, EdgeView> = {};
    for (const [key, row] of this.observations) {
      const [a = '', b = ''] = key.split(' ');
      const other = this.observations.get(`${b} ${a}`);
      const both = other === undefined ? view(row) : merge(view(row), view(other));
      merged[`${a} ${b}`] = both;
      merged[`${b} ${a}`] = both;
    }
    return merged;
  }
}

/** Returns the last row of each company, completed by earlier rows, in the order of the last rows. */
function effectiveRows(rows: readonly CompanyInput[]): CompanyInput[] {
  const byDomain = new Map<string, CompanyInput>();
  for (const row of rows) {
    const earlier = byDomain.get(row.primary_domain);
    byDomain.delete(row.primary_domain);
    byDomain.set(row.primary_domain, { ...earlier, ...row });
  }
  return [...byDomain.values()];
}

function wantedSlug({ slug, name }: CompanyInput): string {
  return slug ?? name.toLowerCase().replaceAll(' ', '-');
}

function view({ count, first, last }: ObservationInput): EdgeView {
  return { count, first: `${first}T00:00:00.000Z`, last: `${last}T00:00:00.000Z` };
}

function merge(x: EdgeView, y: EdgeView): EdgeView {
  return {
    count: x.count + y.count,
    first: [x.first, y.first].sort().at(0) ?? '',
    last: [x.last, y.last].sort().at(1) ?? '',
  };
}
