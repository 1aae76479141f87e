import type { Catalogue, CatalogueField } from '../catalogue.ts';
import {
  type Condition,
  type FilterNode,
  groupOf,
  MAX_DEPTH,
  MAX_VALUES,
  type Value,
} from '../definition.ts';
import type { Atom, Item } from './items.ts';
import { isSingle } from './vocabulary.ts';

type Link = 'and' | 'or' | 'comma' | 'none';

/** Atoms that make one condition. */
interface Leaf {
  kind: 'leaf';
  atoms: readonly Atom[];
  values: readonly Value[];
  /** Whether companies must have all the values. */
  isAll: boolean;
}

type Term = (Leaf | { kind: 'group'; node: Group; negated: boolean }) & {
  /** How it follows the term before it. */
  link: Link;
};

/** A tree whose conditions are leaves. */
type Group = { kind: 'and' | 'or'; children: readonly Group[] } | { kind: 'not'; child: Group } | Leaf;

export interface Assembled {
  root: FilterNode | null;
  /** JSON pointer of the condition of each atom. Bounds that have no value in common are no part of the tree. */
  pointers: ReadonlyMap<Atom, string>;
}

/**
 * Makes the tree of a sentence. "or" joins its two neighbours; everything else is joined by "and". Neighbours on the same
 * field are one condition, which for two bounds has the values within both. Brackets that would nest too deeply are ignored.
 */
export function assemble(items: readonly Item[], catalogue: Catalogue): Assembled {
  const fields = new Map(catalogue.fields.map((field) => [field.key, field]));
  const nested = new Assembler(items, fields).tree();
  const flat = items.filter(({ kind }) => kind !== 'open' && kind !== 'close');
  const tree = nested && depthOf(nested, fields) > MAX_DEPTH ? new Assembler(flat, fields).tree() : nested;
  const pointers = new Map<Atom, string>();
  return { root: tree ? toNode(tree, '/root', fields, pointers) : null, pointers };
}

type Fields = ReadonlyMap<string, CatalogueField>;

class Assembler {
  readonly #items: readonly Item[];
  readonly #fields: Fields;
  #at = 0;

  constructor(items: readonly Item[], fields: Fields) {
    this.#items = items;
    this.#fields = fields;
  }

  tree(): Group | undefined {
    const all: Group[] = [];
    // A closing bracket without an opening one ends nothing.
    while (this.#at < this.#items.length) {
      const some = this.#group();
      if (some) all.push(some);
    }
    return together('and', all);
  }

  /** Reads up to the closing bracket or the end. */
  #group(): Group | undefined {
    const terms: Term[] = [];
    let link: Link = 'none';
    while (this.#at < this.#items.length) {
      const item = this.#items[this.#at];
      this.#at += 1;
      if (item?.kind === 'close') break;
      if (item?.kind === 'link')
        link = link === 'or' || item.link === 'or' ? 'or' : link === 'and' ? 'and' : item.link;
      if (item?.kind === 'atom')
        terms.push({ kind: 'leaf', atoms: [item], values: item.values, isAll: false, link });
      if (item?.kind === 'open') {
        const node = this.#group();
        if (node) terms.push({ kind: 'group', node, negated: item.negated, link });
      }
      // What was not understood still stands between its neighbours.
      if (item?.kind !== 'link' && item?.kind !== 'filler') link = 'none';
    }
    return this.#join(this.#merge(terms));
  }

  /** Joins neighbours of the same field: "germany, austria", "kubernetes and docker". */
  #merge(terms: readonly Term[]): Term[] {
    const runs: Term[][] = [];
    for (const term of terms) {
      const run = runs.at(-1);
      if (run && this.#continues(run.at(-1), term)) run.push(term);
      else runs.push([term]);
    }
    return runs.flatMap((run) => this.#mergeRun(run));
  }

  #continues(before: Term | undefined, term: Term): boolean {
    if (before?.kind !== 'leaf' || term.kind !== 'leaf') return false;
    const [a] = before.atoms;
    const [b] = term.atoms;
    if (!a || !b || !isSameKind(a, b)) return false;
    // Free texts are alternatives: ".io or .ai".
    if (a.operator !== 'any_of') return term.link === 'or' && !a.negated;
    return term.link === 'or' ? !a.negated || !b.negated || !b.isCued : !b.isCued || this.#isOne(b);
  }

  #isOne = ({ field }: Atom) => {
    const found = this.#fields.get(field);
    return found !== undefined && isSingle(found);
  };

  #mergeRun(run: readonly Term[]): Term[] {
    const [first] = run;
    const leaves = run.filter((term) => term.kind === 'leaf');
    const [atom] = leaves.flatMap(({ atoms }) => atoms);
    if (!first || !atom || run.length === 1) return [...run];
    const links = run.slice(1).map(({ link }) => link);
    const isBounded = !atom.negated && leaves.some(isBound);
    const isAny = !isBounded && (atom.negated || this.#isOne(atom) || !links.includes('and'));
    if (isAny) return [{ ...leafOf(leaves, false), link: first.link }];
    if (!isBounded && !links.includes('or')) return [{ ...leafOf(leaves, true), link: first.link }];
    // "a and b or c": "or" joins its two neighbours. A bound has no other alternatives: "over 50, under 500 employees".
    const parts: Extract<Term, { kind: 'leaf' }>[][] = [];
    for (const leaf of leaves) {
      const part = parts.at(-1);
      const isOther = isBounded
        ? leaf.link !== 'or' && (isBound(leaf) || part?.some(isBound))
        : leaf.link === 'and';
      if (part && !isOther) part.push(leaf);
      else parts.push([leaf]);
    }
    // The parts of bounds meet where conditions on one field do.
    return parts.map((part, index) => ({ ...leafOf(part, false), link: index === 0 ? first.link : 'and' }));
  }

  #join(terms: readonly Term[]): Group | undefined {
    const chains: Term[][] = [];
    for (const term of terms) {
      const chain = chains.at(-1);
      if (chain && term.link === 'or') chain.push(term);
      else chains.push([term]);
    }
    const all = chains.flatMap((chain) => together('or', chain.map(toGroup)) ?? []);
    return together('and', this.#unite(all));
  }

  /**
   * Two conditions on a field of which a company has one value would match nothing: the second joins the first. A bound
   * leaves the values of both, and nothing of two without a common value.
   */
  #unite(children: readonly Group[]): Group[] {
    const result: Group[] = [];
    for (const child of children) {
      const [atom] = child.kind === 'leaf' ? child.atoms : [];
      const at = result.findIndex(
        (other) =>
          atom &&
          this.#isOne(atom) &&
          other.kind === 'leaf' &&
          other.atoms[0] &&
          isSameKind(other.atoms[0], atom),
      );
      const other = result[at];
      if (child.kind === 'leaf' && other?.kind === 'leaf') result[at] = united(other, child);
      else result.push(child);
    }
    return result.filter((child) => child.kind !== 'leaf' || child.values.length > 0);
  }
}

const leafOf = (leaves: readonly Leaf[], isAll: boolean): Leaf => ({
  kind: 'leaf',
  atoms: leaves.flatMap(({ atoms }) => atoms),
  values: leaves.flatMap(({ values }) => values),
  isAll,
});

const isBound = ({ atoms }: Leaf) => atoms.some((atom) => atom.isBound);

function united(one: Leaf, other: Leaf): Leaf {
  const leaf = leafOf([one, other], false);
  const isNarrowed = !leaf.atoms[0]?.negated && isBound(leaf);
  return isNarrowed ? { ...leaf, values: one.values.filter((value) => other.values.includes(value)) } : leaf;
}

function toGroup(term: Term): Group {
  if (term.kind === 'leaf') return leafOf([term], term.isAll);
  return term.negated ? { kind: 'not', child: term.node } : term.node;
}

/** Joins nodes without needless levels. */
function together(kind: 'and' | 'or', children: readonly Group[]): Group | undefined {
  const flat = children.flatMap((child) => (child.kind === kind ? child.children : [child]));
  return flat.length > 1 ? { kind, children: flat } : flat[0];
}

/** Operators whose values mean any of them. */
const MERGED: readonly string[] = ['any_of', 'contains', 'starts_with', 'ends_with', 'equals'];

const isSameKind = (a: Atom, b: Atom) =>
  a.field === b.field &&
  a.operator === b.operator &&
  MERGED.includes(a.operator) &&
  a.negated === b.negated &&
  JSON.stringify(a.when) === JSON.stringify(b.when);

function depthOf(group: Group, fields: Fields): number {
  if (group.kind === 'leaf') return 'not' in leafNode(group, fields) ? 2 : 1;
  if (group.kind === 'not') return 1 + depthOf(group.child, fields);
  return 1 + Math.max(...group.children.map((child) => depthOf(child, fields)));
}

function toNode(group: Group, pointer: string, fields: Fields, pointers: Map<Atom, string>): FilterNode {
  if (group.kind === 'leaf') {
    for (const atom of group.atoms) pointers.set(atom, pointer);
    return leafNode(group, fields);
  }
  if (group.kind === 'not') return { not: toNode(group.child, `${pointer}/not`, fields, pointers) };
  return groupOf(
    group.kind,
    group.children.map((child, index) =>
      toNode(child, `${pointer}/${group.kind}/${index}`, fields, pointers),
    ),
  );
}

function leafNode({ atoms, values: own, isAll }: Leaf, fields: Fields): FilterNode {
  const [first] = atoms;
  const { field = '', operator = '', negated = false, when } = first ?? {};
  const values = [...new Set(own)].slice(0, MAX_VALUES);
  const operators = fields.get(field)?.operators ?? [];
  const isNone = negated && operator === 'any_of' && operators.includes('none_of');
  const all = isAll && values.length > 1;
  const how = isNone ? 'none_of' : all && operators.includes('all_of') ? 'all_of' : operator;
  const condition: Condition = { field, operator: how, values, ...(when ? { when } : {}) };
  if (all && how === 'any_of')
    return groupOf(
      'and',
      values.map((value) => ({ condition: { ...condition, values: [value] } })),
    );
  return negated && !isNone ? { not: { condition } } : { condition };
}
