import { type Condition, type Definition, type FilterNode, type GroupKind, groupOf } from './definition.ts';
import { align, type Item, rootItem } from './items.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/** A place where mine and theirs differ. A node is undefined where that side does not have it. */
export interface Hunk {
  id: string;
  subject: 'version' | 'group' | 'condition';
  /** Choice when only one side changed the base; undefined for a conflict. */
  automatic: 'mine' | 'theirs' | undefined;
  mine?: FilterNode;
  theirs?: FilterNode;
  /**
   * What keeps the changes of both: two added nodes beside each other in their group, or one condition with the values that
   * either side added and without those that either side removed. Absent where no node has the meaning of both.
   */
  both?: FilterNode;
}

interface Merge {
  hunks: readonly Hunk[];
  /**
   * Returns the definition for choices by the hunk's id. A hunk without a choice takes its automatic one; a conflict
   * takes mine. Mixed choices can exceed the bounds of a definition, which the editor and the service refuse.
   */
  apply(choices: Readonly<Record<string, Choice>>): Definition;
}

type Pick = (hunk: string) => Choice;
/** Builds the chosen nodes of one place: none, one, or those of both sides. */
type Build = (pick: Pick) => readonly FilterNode[];

/**
 * Merges two definitions that began with the same base. Edits of different nodes are both kept. A group is merged node by
 * node only if both sides agree on its kind and negation: a node means something else in another group.
 */
export function mergeDefinitions(base: Definition, mine: Definition, theirs: Definition): Merge {
  const merger = new Merger();
  const versions = [base.registry_version, mine.registry_version, theirs.registry_version] as const;
  const pickVersion = merger.choose({ subject: 'version' }, versions);
  const build = merger.root(rootItem(base.root), rootItem(mine.root), rootItem(theirs.root));
  const { hunks } = merger;
  return {
    hunks,
    apply(choices) {
      const automatic = new Map(hunks.map((hunk) => [hunk.id, hunk.automatic ?? 'mine']));
      const pick: Pick = (id) => choices[id] ?? automatic.get(id) ?? 'mine';
      return { registry_version: pickVersion(pick), root: build(pick)[0] ?? null };
    },
  };
}

class Merger {
  readonly hunks: Hunk[] = [];

  /** Adds a hunk where both sides differ. Returns a function that picks one of them. */
  choose<T>(
    details: Omit<Hunk, 'id' | 'automatic'>,
    [base, mine, theirs]: readonly [T, T, T],
    both: T = mine,
  ): (pick: Pick) => T {
    const equal = (a: T, b: T) => JSON.stringify(a) === JSON.stringify(b);
    if (equal(mine, theirs)) return () => mine;
    const id = `h${this.hunks.length + 1}`;
    const automatic = equal(base, mine) ? 'theirs' : equal(base, theirs) ? 'mine' : undefined;
    this.hunks.push({ id, automatic, ...details });
    return (pick) => ({ mine, theirs, both })[pick(id)];
  }

  root(base: Root, mine: Root, theirs: Root): Build {
    const details = { subject: 'group', ...sides(mine, theirs) } as const;
    if (base.implied && mine.implied && theirs.implied) {
      const build = this.node('and', base.children[0], mine.children[0], theirs.children[0]);
      return (pick) => {
        const [first, ...others] = build(pick);
        return first && others.length > 0 ? [groupOf('and', [first, ...others])] : build(pick);
      };
    }
    // A single condition stands in a group of either kind.
    const compared = mine.implied || theirs.implied ? [base, mine, theirs] : [mine, theirs];
    const kinds = new Set(compared.filter(({ implied }) => !implied).map(({ kind }) => kind));
    const [kind = 'and'] = kinds;
    if (kinds.size > 1 || compared.some(({ nots }) => nots !== mine.nots))
      return this.choose(details, [rootNodes(base), rootNodes(mine), rootNodes(theirs)]);
    const isImplied = this.choose(details, [base.implied, mine.implied, theirs.implied]);
    const build = this.children(kind, base.children, mine.children, theirs.children);
    return (pick) => {
      const children = build(pick);
      return isImplied(pick) && children.length < 2 ? children : wrap(kind, mine.nots, children);
    };
  }

  children(kind: GroupKind, base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Build {
    const inMine = new Map(align(base, mine));
    const inTheirs = new Map(align(base, theirs));
    const builds: Build[] = [];
    let mineAt = 0;
    let theirsAt = 0;
    const upTo = (mineEnd: number, theirsEnd: number) => {
      builds.push(...this.inserted(kind, mine.slice(mineAt, mineEnd), theirs.slice(theirsAt, theirsEnd)));
      mineAt = mineEnd;
      theirsAt = theirsEnd;
    };
    for (const [index, item] of base.entries()) {
      const m = inMine.get(index);
      const t = inTheirs.get(index);
      upTo(m ?? mineAt, t ?? theirsAt);
      builds.push(this.node(kind, item, m === undefined ? m : mine[m], t === undefined ? t : theirs[t]));
      if (m !== undefined) mineAt = m + 1;
      if (t !== undefined) theirsAt = t + 1;
    }
    upTo(mine.length, theirs.length);
    return (pick) => builds.flatMap((build) => build(pick));
  }

  /** Merges what both sides inserted at one place: related nodes are one hunk, all others are kept. */
  inserted(kind: GroupKind, mine: readonly Item[], theirs: readonly Item[]): Build[] {
    const pairs = align(mine, theirs, 0.5);
    const builds: Build[] = [];
    let [m, t] = [0, 0];
    for (const [mEnd, tEnd] of [...pairs, [mine.length, theirs.length] as const]) {
      for (; m < mEnd; m += 1) builds.push(this.node(kind, undefined, mine[m], undefined));
      for (; t < tEnd; t += 1) builds.push(this.node(kind, undefined, undefined, theirs[t]));
      if (m < mine.length || t < theirs.length)
        builds.push(this.node(kind, undefined, mine[m++], theirs[t++]));
    }
    return builds;
  }

  /** @param kind of the group around the node */
  node(kind: GroupKind, base: Item | undefined, mine: Item | undefined, theirs: Item | undefined): Build {
    if (base?.kind && mine?.kind && mine.kind === theirs?.kind && mine.nots === theirs.nots) {
      const { kind: inner, nots } = mine;
      const build = this.children(inner, base.children, mine.children, theirs.children);
      return (pick) => wrap(inner, nots, build(pick));
    }
    const both = base
      ? nodesOf(mergeValues(base, mine, theirs))
      : [...nodesOf(mine?.node), ...nodesOf(theirs?.node)];
    const [first] = both;
    const isOffered = first && mine && theirs;
    return this.choose(
      {
        subject: (mine ?? theirs)?.kind ? 'group' : 'condition',
        ...sides(mine, theirs),
        ...(isOffered ? { both: both.length > 1 ? groupOf(kind, both) : first } : {}),
      },
      [nodesOf(base?.node), nodesOf(mine?.node), nodesOf(theirs?.node)],
      isOffered ? both : undefined,
    );
  }
}

const nodesOf = (node: FilterNode | undefined): readonly FilterNode[] => (node ? [node] : []);
const rootNodes = ({ implied, node, children }: Root) =>
  implied ? children.map((child) => child.node) : [node];

type Root = ReturnType<typeof rootItem>;

const sides = (mine: Item | undefined, theirs: Item | undefined): Partial<Hunk> => ({
  ...(mine && { mine: mine.node }),
  ...(theirs && { theirs: theirs.node }),
});

/** A group without children cannot stand in a definition. */
function wrap(kind: GroupKind, nots: number, children: readonly FilterNode[]): readonly FilterNode[] {
  return children.length === 0 ? [] : [negate(groupOf(kind, children), nots)];
}

function negate(node: FilterNode, nots: number): FilterNode {
  return nots === 0 ? node : { not: negate(node, nots - 1) };
}

/** Merges the values of two versions of one condition; undefined where the values are not a set, or more was changed. */
function mergeValues(base: Item, mine: Item | undefined, theirs: Item | undefined): FilterNode | undefined {
  const [was, a, b] = [base.condition, mine?.condition, theirs?.condition];
  if (!was || !a || !b || !isSet(was)) return undefined;
  const parts = ({ field, operator, when }: Condition) => JSON.stringify([field, operator, when]);
  const isSame = (other: Condition) => parts(other) === parts(was);
  if (!isSame(a) || !isSame(b) || mine?.nots !== base.nots || theirs?.nots !== base.nots) return undefined;
  const kept = [...new Set([...a.values, ...b.values])].filter(
    (value) => !was.values.includes(value) || (a.values.includes(value) && b.values.includes(value)),
  );
  return kept.length === 0 ? undefined : negate({ condition: { ...a, values: kept } }, base.nots);
}

/** Operators of numbers and flags take a fixed number of values. */
function isSet({ operator }: Condition): boolean {
  return !['eq', 'gte', 'lte', 'between', 'is_known'].includes(operator);
}
