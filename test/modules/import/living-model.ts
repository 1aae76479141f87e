import { deriveSlug } from '../../../src/modules/import/company-values.ts';
import { Edges, importEdges } from './living-edges.ts';
import {
  arrange,
  type Company,
  type CompanyLine,
  type EdgeLine,
  effective,
  fuse,
  isAction,
  isRefusedAtOnce,
  type Retired,
  type Secondary,
  type TechnologyLine,
  withoutSelf,
} from './living-lines.ts';

/** The rules of docs/operate/import.md with maps, one line after the other; only lines of values are taken together. */
export class LivingModel {
  readonly companies = new Set<Company>();
  readonly retired = new Set<Retired>();
  readonly technologies = new Set<string>();
  readonly detections = new Edges();
  readonly observations = new Edges();
  /** Ends of unlocks by company id, in days. */
  readonly unlocks = new Map<number, number>();
  readonly #owners = new Map<string, Company>();
  readonly #retiredAt = new Map<string, Retired>();
  readonly #slugs = new Set<string>();
  #nextId = 1;

  ownerOf(domain: string): Company | undefined {
    return this.#owners.get(domain);
  }

  #byPrimary(domain: string): Company | undefined {
    const owner = this.ownerOf(domain);
    return owner?.primary === domain ? owner : undefined;
  }

  #own(company: Company, domain: string, how: Secondary): void {
    company.secondary.set(domain, how);
    this.#owners.set(domain, company);
  }

  /** @returns the number of accepted lines. */
  importCompanies(sent: readonly CompanyLine[], isSnapshot = false): number {
    const { lines, removed } = fuse(sent.map(withoutSelf), (domain) => this.#byPrimary(domain) !== undefined);
    let accepted = removed.length;
    const { first, inPlace, merges, deletes } = arrange(lines, (domain) => {
      const owner = this.ownerOf(domain);
      return owner ? [owner.primary, ...owner.secondary.keys()] : [];
    });
    const refused = new Set([...first].filter((line) => !this.#rename(line)));
    let run: CompanyLine[] = [];
    const endRun = () => {
      accepted += this.#update(run);
      run = [];
    };
    for (const line of inPlace) {
      if (refused.has(line)) continue;
      if (!isAction(line) || first.has(line)) {
        run.push(line);
        continue;
      }
      endRun();
      if (line.deleted) accepted += this.#delete(line);
      else if (line.merge_into !== undefined) accepted += this.#merge(line);
      else if (this.#rename(line)) accepted += this.#update([line]);
    }
    endRun();
    for (const line of merges) accepted += this.#merge(line);
    for (const line of deletes) accepted += this.#delete(line);
    if (isSnapshot) {
      const named = new Set([...lines, ...removed].map((line) => line.primary_domain));
      for (const line of lines.filter(isRefusedAtOnce)) named.add(line.previous_primary_domain ?? '');
      const missing = [...this.companies].filter(({ primary, secondary }) =>
        [primary, ...secondary.keys()].every((domain) => !named.has(domain)),
      );
      for (const company of missing) this.#leave(company, undefined);
    }
    return accepted;
  }

  /** @returns whether the values of the line may be applied. */
  #rename({ primary_domain: now, previous_primary_domain: before = '' }: CompanyLine): boolean {
    const owner = this.ownerOf(now);
    const company = this.ownerOf(before);
    if (owner?.primary === now)
      return company === undefined || company === owner || company.primary !== before;
    if (company === undefined) {
      const gone = this.#retiredAt.get(before);
      if (owner !== undefined || gone === undefined) return true;
      this.#free(now);
      this.#free(before);
      this.#keepAt(now, gone);
      return true;
    }
    if (company.primary !== before || (owner !== undefined && owner !== company)) return false;
    this.#free(now);
    const fromMerge = company.secondary.get(now)?.fromMerge ?? false;
    company.secondary.delete(now);
    this.#own(company, before, { wasPrimary: true, fromMerge: company.isPrimaryFromMerge });
    this.#owners.set(now, company);
    company.primary = now;
    company.isPrimaryFromMerge = fromMerge;
    return true;
  }

  /** A retired company can no longer come back by its primary domain. */
  #free(primary: string): void {
    const gone = this.#retiredAt.get(primary);
    if (gone) gone.primary = undefined;
    this.#retiredAt.delete(primary);
  }

  #keepAt(primary: string, gone: Retired): void {
    gone.primary = primary;
    this.#retiredAt.set(primary, gone);
  }

  #merge({ primary_domain: source, merge_into: into = '' }: CompanyLine): number {
    const survivor = this.ownerOf(into);
    const company = this.#byPrimary(source);
    const owner = this.ownerOf(source);
    if (survivor === undefined || company === survivor) return 0;
    if (company === undefined && owner !== undefined) return owner === survivor ? 1 : 0;
    if (company !== undefined) {
      this.#leave(company, survivor);
      return 1;
    }
    const gone = this.#retiredAt.get(source);
    if (gone === undefined) return 1;
    this.#own(survivor, source, { wasPrimary: true, fromMerge: true });
    this.#free(source);
    this.#follow(gone, survivor);
    return 1;
  }

  #delete({ primary_domain: domain }: CompanyLine): number {
    const company = this.#byPrimary(domain);
    if (company) this.#leave(company, undefined);
    return 1;
  }

  #leave(company: Company, survivor: Company | undefined): void {
    const { id, slug, name, primary, secondary } = company;
    this.companies.delete(company);
    const gone: Retired = { id, slug, name, primary: undefined, survivor: undefined };
    this.retired.add(gone);
    for (const domain of [primary, ...secondary.keys()]) this.#owners.delete(domain);
    if (survivor) {
      this.#own(survivor, primary, { wasPrimary: true, fromMerge: true });
      for (const [domain, how] of secondary) this.#own(survivor, domain, how);
      this.#follow(gone, survivor);
    } else {
      this.#free(primary);
      this.#keepAt(primary, gone);
    }
    this.detections.move(id, survivor?.id);
    this.observations.move(id, survivor?.id);
    this.observations.moveObjects(String(id), survivor && String(survivor.id));
  }

  #follow(gone: Retired, survivor: Company): void {
    for (const each of this.retired) if (each.survivor === gone.id) each.survivor = survivor.id;
    gone.survivor = survivor.id;
    const end = this.unlocks.get(gone.id);
    if (end === undefined) return;
    this.unlocks.delete(gone.id);
    this.unlocks.set(survivor.id, Math.max(end, this.unlocks.get(survivor.id) ?? 0));
  }

  /** Applies lines of values together. @returns the number of accepted ones */
  #update(lines: readonly CompanyLine[]): number {
    const named = lines.map((line) => this.#redirect(this.#withName(line)));
    const rows = effective(named.filter((line) => line.name !== undefined));
    const naming = new Set(lines.map((line) => line.primary_domain));
    for (const { primary_domain, domains } of rows) {
      const known = this.#byPrimary(primary_domain);
      if (!known || domains === undefined) continue;
      for (const [domain, { fromMerge, wasPrimary }] of known.secondary)
        if (!fromMerge && !(wasPrimary && naming.has(domain)) && !domains?.includes(domain)) {
          known.secondary.delete(domain);
          this.#owners.delete(domain);
        }
    }
    const fresh = new Map<Company, string | undefined>();
    for (const row of rows) this.#take(row, fresh);
    this.#nameAll(fresh);
    return named.filter((line) => line.name !== undefined && this.#byPrimary(line.primary_domain)).length;
  }

  #withName(line: CompanyLine): CompanyLine {
    const { primary_domain: domain } = line;
    const name = line.name ?? this.#byPrimary(domain)?.name ?? this.#retiredAt.get(domain)?.name;
    return name === undefined ? line : { ...line, name };
  }

  #redirect(line: CompanyLine): CompanyLine {
    const { primary_domain: domain, domains } = line;
    const owner = this.ownerOf(domain);
    if (!owner?.secondary.get(domain)?.wasPrimary) return line;
    return {
      ...line,
      primary_domain: owner.primary,
      ...(domains === undefined ? {} : { domains: [domain, ...(domains ?? [])] }),
    };
  }

  /** @param fresh receives a company without a slug, with the one that the line gives. */
  #take(line: CompanyLine, fresh: Map<Company, string | undefined>): void {
    const { primary_domain: primary, name = '', domains, investors, industry, slug } = line;
    const known = this.#byPrimary(primary);
    if (!known && this.ownerOf(primary)) return;
    const company = known ?? this.#create(primary);
    if (company.slug === '') fresh.set(company, slug);
    company.name = name;
    for (const domain of domains ?? []) {
      if (domain === primary || this.ownerOf(domain)) continue;
      this.#own(company, domain, { wasPrimary: false, fromMerge: false });
    }
    if (investors !== undefined) company.investors = [...new Set(investors ?? [])];
    if (industry !== undefined) company.industry = industry ?? undefined;
  }

  #create(primary: string): Company {
    const gone = this.#retiredAt.get(primary);
    const { id, slug } = gone ?? { id: this.#nextId++, slug: '' };
    if (gone) this.retired.delete(gone);
    this.#retiredAt.delete(primary);
    const company = {
      id,
      primary,
      isPrimaryFromMerge: false,
      name: '',
      slug,
      secondary: new Map(),
      investors: [],
      industry: undefined,
    };
    this.companies.add(company);
    this.#owners.set(primary, company);
    return company;
  }

  /** Gives new companies their slugs, given ones first, and the later ones of a slug suffixes. */
  #nameAll(fresh: ReadonlyMap<Company, string | undefined>): void {
    const give = (company: Company, slug: string) => {
      if (this.#slugs.has(slug)) return false;
      this.#slugs.add(slug);
      company.slug = slug;
      return true;
    };
    const slugOf = (company: Company) => fresh.get(company) ?? deriveSlug(company.name, company.primary);
    const all = [...fresh.keys()];
    const isGiven = (company: Company) => fresh.get(company) !== undefined;
    const inTurn = [...all.filter(isGiven), ...all.filter((each) => !isGiven(each))];
    for (const company of inTurn.filter((each) => !give(each, slugOf(each)))) {
      let suffix = 2;
      while (!give(company, `${slugOf(company)}-${suffix}`)) suffix += 1;
    }
  }

  importTechnologies(lines: readonly TechnologyLine[], isSnapshot = false): number {
    const last = new Map(lines.map((line) => [line.tech_key, line.deleted === true]));
    for (const [key, isDeleted] of last) {
      if (isDeleted) this.#retireTechnology(key);
      else this.technologies.add(key);
    }
    if (isSnapshot) for (const key of this.technologies) if (!last.has(key)) this.#retireTechnology(key);
    return lines.length;
  }

  #retireTechnology(key: string): void {
    this.technologies.delete(key);
    this.detections.moveObjects(key, undefined);
  }

  importDetections(lines: readonly EdgeLine[], isSnapshot = false): number {
    const keyOf = ({ subject, object }: EdgeLine) => {
      const owner = this.ownerOf(subject);
      return owner && this.technologies.has(object) ? ([owner.id, object] as const) : undefined;
    };
    return importEdges(this.detections, lines, keyOf, isSnapshot);
  }

  importPartnerships(lines: readonly EdgeLine[], isSnapshot = false): number {
    const keyOf = ({ subject, object }: EdgeLine) => {
      const [observer, partner] = [this.ownerOf(subject), this.ownerOf(object)];
      return observer && partner && observer !== partner
        ? ([observer.id, String(partner.id)] as const)
        : undefined;
    };
    return importEdges(this.observations, lines, keyOf, isSnapshot);
  }
}
