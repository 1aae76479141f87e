import { deriveSlug } from '../../../src/modules/import/slug.ts';
import type { EdgeView } from './support.ts';

/** A line of a companies file: values, a rename with values, a merge, or a delete. */
export interface CompanyLine {
  primary_domain: string;
  name?: string;
  domains?: string[] | null;
  industry?: string | null;
  previous_primary_domain?: string;
  merge_into?: string;
  deleted?: boolean;
}

export interface EdgeLine {
  subject: string;
  object: string;
  count: number;
  first: string;
  last: string;
  deleted?: boolean;
}

export interface TechnologyLine {
  tech_key: string;
  deleted?: boolean;
}

interface Secondary {
  wasPrimary: boolean;
  fromMerge: boolean;
}

interface Company {
  id: number;
  primary: string;
  /** Whether the primary domain came with a merged company, before a rename made it the primary one. */
  isPrimaryFromMerge: boolean;
  name: string;
  slug: string;
  secondary: Map<string, Secondary>;
  industry: string | undefined;
}

/** A line that names a domain. */
interface Naming {
  line: CompanyLine;
  place: number;
  isSurvivor: boolean;
}

interface Retired {
  id: number;
  slug: string;
  name: string;
  primary: string | undefined;
  survivor: number | undefined;
}

interface Edge {
  count: number;
  first: string;
  last: string;
}

/** The rules of docs/import.md with maps, one line after the other; only lines of values are taken together. */
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
    const lines = sent.map(withoutSelf);
    let accepted = 0;
    const { first, inPlace, merges, deletes } = this.#arrange(lines);
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
      const named = new Set(lines.map((line) => line.primary_domain));
      for (const line of lines.filter(isRefusedAtOnce)) named.add(line.previous_primary_domain ?? '');
      const missing = [...this.companies].filter(({ primary, secondary }) =>
        [primary, ...secondary.keys()].every((domain) => !named.has(domain)),
      );
      for (const company of missing) this.#leave(company, undefined);
    }
    return accepted;
  }

  /** Takes the actions out of their places that do not depend on other lines. */
  #arrange(lines: readonly CompanyLine[]) {
    const valid = lines.filter((line) => !isRefusedAtOnce(line));
    const places = new Map(valid.map((line, place) => [line, place]));
    const naming = new Map<string, Naming[]>();
    for (const [line, place] of places) {
      for (const named of namedBy(line))
        naming.set(named.domain, [...(naming.get(named.domain) ?? []), { ...named, line, place }]);
    }
    const isFree = (line: CompanyLine) =>
      namedBy(line).every(({ domain, isSurvivor }) =>
        this.#reach(domain, isSurvivor, naming).every((each) =>
          (naming.get(each) ?? []).every((other) => {
            if (other.line === line) return true;
            if (isAction(other.line)) return isSurvivor && other.isSurvivor;
            if (isSurvivor) return true;
            const isBefore = other.place < (places.get(line) ?? 0);
            return isRemoval(line) ? isBefore : !isBefore;
          }),
        ),
      );
    const free = new Set(valid.filter((line) => isAction(line) && isFree(line)));
    const dependent = valid.filter((line) => isAction(line) && !free.has(line));
    const excess = new Set(dependent.slice(50));
    return {
      first: new Set([...free].filter((line) => !isRemoval(line))),
      inPlace: valid.filter((line) => !excess.has(line) && (!free.has(line) || !isRemoval(line))),
      merges: [...free].filter((line) => line.merge_into !== undefined),
      deletes: [...free].filter((line) => line.deleted),
    };
  }

  /** The domains of the company that has a domain, and those that lines of the file give to it. */
  #reach(domain: string, isSurvivor: boolean, naming: ReadonlyMap<string, readonly Naming[]>): string[] {
    const owner = this.ownerOf(domain);
    const owned = owner ? [domain, owner.primary, ...owner.secondary.keys()] : [domain];
    if (isSurvivor) return owned;
    const stated = owned.flatMap((each) =>
      (naming.get(each) ?? [])
        .filter(({ line }) => !isRemoval(line) && line.primary_domain === each)
        .flatMap(({ line }) => line.domains ?? []),
    );
    return [...owned, ...stated];
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
    for (const { primary_domain, domains } of rows) {
      const known = this.#byPrimary(primary_domain);
      if (!known || domains === undefined) continue;
      for (const [domain, { fromMerge }] of known.secondary)
        if (!fromMerge && !domains?.includes(domain)) {
          known.secondary.delete(domain);
          this.#owners.delete(domain);
        }
    }
    const fresh: Company[] = [];
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

  #take({ primary_domain: primary, name = '', domains, industry }: CompanyLine, fresh: Company[]): void {
    const known = this.#byPrimary(primary);
    if (!known && this.ownerOf(primary)) return;
    const company = known ?? this.#create(primary, fresh);
    company.name = name;
    for (const domain of domains ?? []) {
      if (domain === primary || this.ownerOf(domain)) continue;
      this.#own(company, domain, { wasPrimary: false, fromMerge: false });
    }
    if (industry !== undefined) company.industry = industry ?? undefined;
  }

  #create(primary: string, fresh: Company[]): Company {
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
      industry: undefined,
    };
    this.companies.add(company);
    this.#owners.set(primary, company);
    if (!gone) fresh.push(company);
    return company;
  }

  /** Gives new companies slugs of their names, the later ones of a name with suffixes. */
  #nameAll(fresh: readonly Company[]): void {
    const give = (company: Company, slug: string) => {
      if (this.#slugs.has(slug)) return false;
      this.#slugs.add(slug);
      company.slug = slug;
      return true;
    };
    const slugOf = ({ name, primary }: Company) => deriveSlug(name, primary);
    for (const company of fresh.filter((each) => !give(each, slugOf(each)))) {
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
    return this.#importEdges(this.detections, lines, keyOf, isSnapshot);
  }

  importPartnerships(lines: readonly EdgeLine[], isSnapshot = false): number {
    const keyOf = ({ subject, object }: EdgeLine) => {
      const [observer, partner] = [this.ownerOf(subject), this.ownerOf(object)];
      return observer && partner && observer !== partner
        ? ([observer.id, String(partner.id)] as const)
        : undefined;
    };
    return this.#importEdges(this.observations, lines, keyOf, isSnapshot);
  }

  #importEdges(
    edges: Edges,
    lines: readonly EdgeLine[],
    keyOf: (line: EdgeLine) => readonly [number, string] | undefined,
    isSnapshot: boolean,
  ): number {
    const present = new Edges();
    let accepted = 0;
    for (const line of lines) {
      const { count, first, last } = line;
      const key = keyOf(line);
      if (key !== undefined || line.deleted) accepted += 1;
      if (key === undefined) continue;
      present.set(...key, { count, first, last });
      if (line.deleted) edges.delete(...key);
      else edges.set(...key, { count, first, last });
    }
    if (isSnapshot) for (const [a, b] of [...edges]) if (!present.get(a, b)) edges.delete(a, b);
    return accepted;
  }

  view(): CatalogueView {
    const slugs = new Map([...this.companies, ...this.retired].map(({ id, slug }) => [id, slug]));
    const slugOf = (id: string | number) => slugs.get(Number(id)) ?? '';
    const partnerships: Record<string, EdgeView> = {};
    for (const [a, b, edge] of this.observations) {
      const other = this.observations.get(Number(b), String(a));
      const both = toView(other ? { ...spread(edge, other), count: edge.count + other.count } : edge);
      partnerships[`${slugOf(a)} ${slugOf(b)}`] = both;
      partnerships[`${slugOf(b)} ${slugOf(a)}`] = both;
    }
    return {
      companies: Object.fromEntries(
        [...this.companies].map(({ slug, name, primary, secondary, industry }) => [
          slug,
          { name, industry: industry ?? null, domains: [primary, ...[...secondary.keys()].sort()] },
        ]),
      ),
      retired: Object.fromEntries(
        [...this.retired].map(({ slug, primary, survivor }) => [
          slug,
          { primary_domain: primary ?? null, merged_into: survivor === undefined ? null : slugOf(survivor) },
        ]),
      ),
      technologies: [...this.technologies].sort(),
      detections: Object.fromEntries(
        [...this.detections].map(([id, technology, edge]) => [`${slugOf(id)} ${technology}`, toView(edge)]),
      ),
      partnerships,
      unlocks: Object.fromEntries([...this.unlocks].map(([id, end]) => [slugOf(id), end])),
    };
  }
}

/** The catalogue as tests compare it, by slug. */
export interface CatalogueView {
  companies: Record<string, { name: string; industry: string | null; domains: string[] }>;
  retired: Record<string, { primary_domain: string | null; merged_into: string | null }>;
  technologies: string[];
  detections: Record<string, EdgeView>;
  partnerships: Record<string, EdgeView>;
  unlocks: Record<string, number>;
}

const isRemoval = ({ deleted, merge_into }: CompanyLine) => deleted === true || merge_into !== undefined;
const isAction = (line: CompanyLine) => isRemoval(line) || line.previous_primary_domain !== undefined;

/** Ignores a previous domain that is the present one. */
function withoutSelf({ previous_primary_domain: before, ...line }: CompanyLine): CompanyLine {
  return before === undefined || before === line.primary_domain
    ? line
    : { ...line, previous_primary_domain: before };
}

/** Tells whether a line is refused whatever the catalogue has. */
function isRefusedAtOnce(line: CompanyLine): boolean {
  if (isRemoval(line)) return line.merge_into === line.primary_domain;
  return line.name === undefined && line.previous_primary_domain === undefined;
}

function namedBy(line: CompanyLine): { domain: string; isSurvivor: boolean }[] {
  const others = isRemoval(line) ? [] : [...(line.domains ?? []), line.previous_primary_domain ?? []].flat();
  const survivors = line.merge_into === undefined ? [] : [{ domain: line.merge_into, isSurvivor: true }];
  return [...[line.primary_domain, ...others].map((domain) => ({ domain, isSurvivor: false })), ...survivors];
}

/** Returns the last row of each company, completed by earlier rows, in the order of the last rows. */
function effective(rows: readonly CompanyLine[]): CompanyLine[] {
  const byDomain = new Map<string, CompanyLine>();
  for (const row of rows) {
    const earlier = byDomain.get(row.primary_domain);
    byDomain.delete(row.primary_domain);
    byDomain.set(row.primary_domain, { ...earlier, ...row });
  }
  return [...byDomain.values()];
}

function spread(x: Edge, y: Edge): Edge {
  return {
    count: x.count,
    first: x.first < y.first ? x.first : y.first,
    last: x.last > y.last ? x.last : y.last,
  };
}

function toView({ count, first, last }: Edge): EdgeView {
  return { count, first: new Date(first).toISOString(), last: new Date(last).toISOString() };
}

/** Edges of companies by object, also found by their objects. */
class Edges {
  readonly #bySubject = new Map<number, Map<string, Edge>>();
  readonly #subjects = new Map<string, Set<number>>();

  get(subject: number, object: string): Edge | undefined {
    return this.#bySubject.get(subject)?.get(object);
  }

  set(subject: number, object: string, edge: Edge): void {
    getOrAdd(this.#bySubject, subject, () => new Map()).set(object, edge);
    getOrAdd(this.#subjects, object, () => new Set()).add(subject);
  }

  delete(subject: number, object: string): void {
    this.#bySubject.get(subject)?.delete(object);
    this.#subjects.get(object)?.delete(subject);
  }

  /** Gives the edges of a company to another one, or deletes them. */
  move(subject: number, survivor: number | undefined): void {
    for (const [object, edge] of [...(this.#bySubject.get(subject) ?? [])]) {
      this.delete(subject, object);
      if (survivor !== undefined && object !== String(survivor)) this.#merge(survivor, object, edge);
    }
  }

  moveObjects(object: string, survivor: string | undefined): void {
    for (const subject of [...(this.#subjects.get(object) ?? [])]) {
      const edge = this.get(subject, object);
      this.delete(subject, object);
      if (edge && survivor !== undefined && survivor !== String(subject))
        this.#merge(subject, survivor, edge);
    }
  }

  #merge(subject: number, object: string, edge: Edge): void {
    const other = this.get(subject, object);
    this.set(
      subject,
      object,
      other ? { ...spread(edge, other), count: Math.max(edge.count, other.count) } : edge,
    );
  }

  *[Symbol.iterator](): Generator<[subject: number, object: string, edge: Edge]> {
    for (const [subject, edges] of this.#bySubject)
      for (const [object, edge] of edges) yield [subject, object, edge];
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
