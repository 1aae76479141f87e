/** A line of a companies file: values, a rename with values, a merge, or a delete. */
export interface CompanyLine {
  primary_domain: string;
  name?: string;
  domains?: string[] | null;
  investors?: string[] | null;
  industry?: string | null;
  slug?: string;
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

export interface Secondary {
  wasPrimary: boolean;
  fromMerge: boolean;
}

export interface Company {
  id: number;
  primary: string;
  /** Whether the primary domain came with a merged company, before a rename made it the primary one. */
  isPrimaryFromMerge: boolean;
  name: string;
  slug: string;
  secondary: Map<string, Secondary>;
  investors: string[];
  industry: string | undefined;
}

export interface Retired {
  id: number;
  slug: string;
  name: string;
  primary: string | undefined;
  survivor: number | undefined;
}

export const isRemoval = ({ deleted, merge_into }: CompanyLine) =>
  deleted === true || merge_into !== undefined;
export const isAction = (line: CompanyLine) => isRemoval(line) || line.previous_primary_domain !== undefined;

/** Ignores a previous domain that is the present one. */
export function withoutSelf({ previous_primary_domain: before, ...line }: CompanyLine): CompanyLine {
  return before === undefined || before === line.primary_domain
    ? line
    : { ...line, previous_primary_domain: before };
}

/** Tells whether a line is refused whatever the catalogue has. */
export function isRefusedAtOnce(line: CompanyLine): boolean {
  if (isRemoval(line)) return line.merge_into === line.primary_domain;
  return line.name === undefined && line.previous_primary_domain === undefined;
}

function namedBy(line: CompanyLine): { domain: string; isSurvivor: boolean }[] {
  const others = isRemoval(line) ? [] : [...(line.domains ?? []), line.previous_primary_domain ?? []].flat();
  const survivors = line.merge_into === undefined ? [] : [{ domain: line.merge_into, isSurvivor: true }];
  return [...[line.primary_domain, ...others].map((domain) => ({ domain, isSurvivor: false })), ...survivors];
}

/**
 * Removes rows with the primary domain of a later row, if two of them have different names and no line between them changes
 * the company of that domain. A rename keeps its place, with the name of the last row.
 *
 * @param isPrimary tells whether a company of the catalogue has a primary domain.
 */
export function fuse(lines: readonly CompanyLine[], isPrimary: (domain: string) => boolean) {
  const rows = lines.filter((line) => !isRemoval(line) && !isRefusedAtOnce(line));
  const changedBy = ({ previous_primary_domain: previous, ...line }: CompanyLine): string[] => {
    if (isRemoval(line)) return [line.primary_domain];
    const isRename =
      previous !== undefined &&
      (isPrimary(previous) || rows.some(({ primary_domain }) => primary_domain === previous));
    return isRename ? [line.primary_domain, previous] : [];
  };
  const open = new Map<string, CompanyLine[]>();
  const stretches: CompanyLine[][] = [];
  for (const line of lines.filter((each) => !isRefusedAtOnce(each))) {
    for (const domain of changedBy(line)) open.delete(domain);
    if (isRemoval(line) || line.name === undefined) continue;
    const stretch = open.get(line.primary_domain) ?? [];
    if (stretch.length === 0) stretches.push(stretch);
    stretch.push(line);
    open.set(line.primary_domain, stretch);
  }
  const replaced = new Map<CompanyLine, CompanyLine>();
  for (const stretch of stretches) {
    const last = stretch.at(-1);
    if (!last || new Set(stretch.map(({ name = '' }) => name.toLowerCase())).size < 2) continue;
    for (const line of stretch.slice(0, -1)) replaced.set(line, last);
  }
  const withLast = ({ primary_domain, previous_primary_domain: previous }: CompanyLine, name = '') =>
    previous === undefined ? [] : [{ primary_domain, previous_primary_domain: previous, name }];
  return {
    lines: lines.flatMap((line) => (replaced.has(line) ? withLast(line, replaced.get(line)?.name) : [line])),
    removed: [...replaced.keys()].filter((line) => line.previous_primary_domain === undefined),
  };
}

/** Returns the last row of each company, completed by earlier rows, in the order of the last rows. */
export function effective(rows: readonly CompanyLine[]): CompanyLine[] {
  const byDomain = new Map<string, CompanyLine>();
  for (const row of rows) {
    const earlier = byDomain.get(row.primary_domain);
    byDomain.delete(row.primary_domain);
    byDomain.set(row.primary_domain, { ...earlier, ...row });
  }
  return [...byDomain.values()];
}

/** A line that names a domain. */
interface Naming {
  line: CompanyLine;
  place: number;
  isSurvivor: boolean;
}

/**
 * Takes the actions out of their places that do not depend on other lines.
 *
 * @param domainsOf returns all domains of the company that has a domain.
 */
export function arrange(lines: readonly CompanyLine[], domainsOf: (domain: string) => readonly string[]) {
  const valid = lines.filter((line) => !isRefusedAtOnce(line));
  const places = new Map(valid.map((line, place) => [line, place]));
  const naming = new Map<string, Naming[]>();
  for (const [line, place] of places) {
    for (const named of namedBy(line))
      naming.set(named.domain, [...(naming.get(named.domain) ?? []), { ...named, line, place }]);
  }
  const isFree = (line: CompanyLine) =>
    namedBy(line).every(({ domain, isSurvivor }) =>
      reach([domain, ...domainsOf(domain)], isSurvivor, naming).every((each) =>
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
function reach(
  owned: readonly string[],
  isSurvivor: boolean,
  naming: ReadonlyMap<string, readonly Naming[]>,
) {
  if (isSurvivor) return owned;
  const stated = owned.flatMap((each) =>
    (naming.get(each) ?? [])
      .filter(({ line }) => !isRemoval(line) && line.primary_domain === each)
      .flatMap(({ line }) => line.domains ?? []),
  );
  return [...owned, ...stated];
}
