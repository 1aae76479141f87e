import { type Condition, type Definition, type FilterNode, groupOf } from './definition.ts';
import { align, type Item, rootItem } from './items.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/** A place where mine and theirs differ. A node is undefined where that side does not have it. */
export interface Hunk {
  id: string;
  subject: 'version' | 'group' | 'condition';
  /** Choice when only one side changed the base; undefined for a conflict. */
  automatic: 'mine' | 'theirs' | undefined;
  base?: FilterNode;
  mine?: FilterNode;
  theirs?: FilterNode;
  /** JSON pointers of the nodes in mine and theirs. */
  minePointer?: string;
  theirsPointer?: string;
  /** Condition with the values that either side added and without those that either side removed. */
  both?: FilterNode;
}

export interface Merge {
  hunks: readonly Hunk[];
  /**
   * Returns the definition for choices by the hunk's id. A hunk without a choice takes its automatic one; a conflict
   * takes mine. Mixed choices can exceed the bounds of a definition, which the editor and the service refuse.
   */
  apply(choices: Readonly<Record<string, Choice>>): Definition;
}

type Pick = (hunk: string) => Choice;
/** Builds the chosen node; undefined for none. */
type Build = (pick: Pick) => FilterNode | undefined;

/** Merges two definitions that began with the same base. Edits of different nodes are both kept. */
export function mergeDefinitions(base: Definition, mine: Definition, theirs: Definition): Merge {
  const merger = new Merger();
  const { registry_version: version } = base;
  const pickVersion = merger.choose(
    { subject: 'version' },
    [version, mine.registry_version, theirs.registry_version],
    (a, b) => a === b,
  );
  const build = merger.root(rootItem(base.root), rootItem(mine.root), rootItem(theirs.root));
  const { hunks } = merger;
  return {
    hunks,
    apply(choices) {
      const automatic = new Map(hunks.map((hunk) => [hunk.id, hunk.automatic ?? 'mine']));
      const pick: Pick = (id) => choices[id] ?? automatic.get(id) ?? 'mine';
      return { registry_version: pickVersion(pick), root: build(pick) ?? null };
    },
  };
}

class Merger {
  readonly hunks: Hunk[] = [];

  /** Adds a hunk where both sides differ. Returns a function that picks one of them. */
  choose<T>(
    details: Omit<Hunk, 'id' | 'automatic'>,
    [base, mine, theirs]: readonly [T, T, T],
    equal: (a: T, b: T) => boolean,
  ): (pick: Pick, both?: T) => T {
    if (equal(mine, theirs)) return () => mine;
    const id = `h${this.hunks.length + 1}`;
    const automatic = equal(base, mine) ? 'theirs' : equal(base, theirs) ? 'mine' : undefined;
    this.hunks.push({ id, automatic, ...details });
    return (pick, both) => {
      const choice = pick(id);
      if (choice === 'both') return both ?? mine;
      return choice === 'theirs' ? theirs : mine;
    };
  }

  root(base: Root, mine: Root, theirs: Root): Build {
    const shape = ({ kind, nots, implied }: Root) => ({ kind: kind ?? 'and', nots, implied });
    const header = this.choose(
      { subject: 'group', ...sides(base, mine, theirs) },
      [shape(base), shape(mine), shape(theirs)],
      (a, b) => a.kind === b.kind && a.nots === b.nots && a.implied === b.implied,
    );
    const build = this.children(base.children, mine.children, theirs.children);
    return (pick) => {
      const { kind, nots, implied } = header(pick);
      const children = build(pick);
      const [only, ...others] = children;
      return implied && others.length === 0 ? only : wrap(kind, nots, children);
    };
  }

  children(
    base: readonly Item[],
    mine: readonly Item[],
    theirs: readonly Item[],
  ): (pick: Pick) => FilterNode[] {
    const inMine = new Map(align(base, mine));
    const inTheirs = new Map(align(base, theirs));
    const builds: Build[] = [];
    let mineAt = 0;
    let theirsAt = 0;
    const upTo = (mineEnd: number, theirsEnd: number) => {
      builds.push(...this.inserted(mine.slice(mineAt, mineEnd), theirs.slice(theirsAt, theirsEnd)));
      mineAt = mineEnd;
      theirsAt = theirsEnd;
    };
    for (const [index, item] of base.entries()) {
      const m = inMine.get(index);
      const t = inTheirs.get(index);
      upTo(m ?? mineAt, t ?? theirsAt);
      builds.push(this.node(item, m === undefined ? m : mine[m], t === undefined ? t : theirs[t]));
      if (m !== undefined) mineAt = m + 1;
      if (t !== undefined) theirsAt = t + 1;
    }
    upTo(mine.length, theirs.length);
    return (pick) => builds.flatMap((build) => build(pick) ?? []);
  }

  /** Merges what both sides inserted at one place: related nodes are one hunk, all others are kept. */
  inserted(mine: readonly Item[], theirs: readonly Item[]): Build[] {
    const pairs = align(mine, theirs, 0.5);
    const builds: Build[] = [];
    let [m, t] = [0, 0];
    for (const [mEnd, tEnd] of [...pairs, [mine.length, theirs.length] as const]) {
      for (; m < mEnd; m += 1) builds.push(this.node(undefined, mine[m], undefined));
      for (; t < tEnd; t += 1) builds.push(this.node(undefined, undefined, theirs[t]));
      if (m < mine.length || t < theirs.length) builds.push(this.node(undefined, mine[m++], theirs[t++]));
    }
    return builds;
  }

  node(base: Item | undefined, mine: Item | undefined, theirs: Item | undefined): Build {
    if (base?.kind && mine?.kind && theirs?.kind) return this.group(base, mine, theirs);
    const both = bothConditions(base, mine, theirs);
    const details = {
      subject: (mine ?? theirs)?.kind ? 'group' : 'condition',
      ...sides(base, mine, theirs),
    } as const;
    const choose = this.choose(
      { ...details, ...(both ? { both } : {}) },
      [base?.node, mine?.node, theirs?.node],
      (a, b) => JSON.stringify(a) === JSON.stringify(b),
    );
    return (pick) => choose(pick, both);
  }

  group(base: Item, mine: Item, theirs: Item): Build {
    const shape = ({ kind, nots }: Item) => ({ kind: kind ?? 'and', nots });
    const header = this.choose(
      { subject: 'group', ...sides(base, mine, theirs) },
      [shape(base), shape(mine), shape(theirs)],
      (a, b) => a.kind === b.kind && a.nots === b.nots,
    );
    const build = this.children(base.children, mine.children, theirs.children);
    return (pick) => wrap(header(pick).kind, header(pick).nots, build(pick));
  }
}

type Root = ReturnType<typeof rootItem>;

function sides(base: Item | undefined, mine: Item | undefined, theirs: Item | undefined): Partial<Hunk> {
  return {
    ...(base ? { base: base.node } : {}),
    ...(mine ? { mine: mine.node, minePointer: mine.pointer } : {}),
    ...(theirs ? { theirs: theirs.node, theirsPointer: theirs.pointer } : {}),
  };
}

/** A group without children cannot stand in a definition. */
function wrap(kind: 'and' | 'or', nots: number, children: readonly FilterNode[]): FilterNode | undefined {
  if (children.length === 0) return undefined;
  let node = groupOf(kind, children);
  for (let count = 0; count < nots; count += 1) node = { not: node };
  return node;
}

/** Merges the values of two versions of one condition; undefined where the values are not a set. */
function bothConditions(base?: Item, mine?: Item, theirs?: Item): FilterNode | undefined {
  const [was, a, b] = [base?.condition, mine?.condition, theirs?.condition];
  if (!a || !b || mine?.nots !== 0 || theirs?.nots !== 0) return undefined;
  if (a.field !== b.field || a.operator !== b.operator || !isSet(a)) return undefined;
  const old = was?.field === a.field && was.operator === a.operator ? was.values : [];
  const kept = [...new Set([...a.values, ...b.values])].filter(
    (value) => !old.includes(value) || (a.values.includes(value) && b.values.includes(value)),
  );
  return kept.length === 0 ? undefined : { condition: { ...a, values: kept } };
}

/** Operators of numbers and flags take a fixed number of values. */
function isSet({ operator }: Condition): boolean {
  return !['eq', 'gte', 'lte', 'between', 'is_known'].includes(operator);
}
