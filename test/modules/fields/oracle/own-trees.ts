import type { Random } from '../../../fuzz/random.ts';
import type { Meant } from '../../filters/oracle.ts';
import { type Condition, isBounded, type Tree } from '../../filters/oracle-tree.ts';
import type { Model } from './model.ts';
import { meets, type OwnField, spell, type Value } from './own-values.ts';

/** A list as it was saved: its keys mean the fields of its time. */
export interface SavedList {
  id: number;
  root: Tree;
  fields: readonly OwnField[];
}

/** What a tree may consist of. */
export interface Parts {
  model: Model;
  /** Conditions on built-in fields, with values that exist. */
  builtIn: readonly Condition[];
  lists: readonly SavedList[];
}

const BOUNDING: Tree = { condition: { field: 'technology_count', operator: 'gte', values: [0] } };

/** Returns a tree within the bounds of definitions. */
export function drawTree(random: Random, parts: Parts): Tree {
  const tree = drawNode(random, parts, 1 + random.below(4));
  return isBounded(tree) && random.chance(0.8) ? tree : { and: [BOUNDING, tree] };
}

function drawNode(random: Random, parts: Parts, depth: number): Tree {
  if (depth === 1) return { condition: drawCondition(random, parts) };
  const kind = random.pick(['and', 'or', 'not', 'leaf']);
  if (kind === 'leaf') return drawNode(random, parts, 1);
  if (kind === 'not') return { not: drawNode(random, parts, depth - 1) };
  const children = random.times(1 + random.below(3), () => drawNode(random, parts, depth - 1));
  return kind === 'and' ? { and: children } : { or: children };
}

function drawCondition(random: Random, { model, builtIn, lists }: Parts): Condition {
  const fields = model.fields.filter(({ type }) => type !== 'text' && type !== 'url');
  if (lists.length > 0 && random.chance(0.12)) {
    const operator = random.pick(['any_of', 'none_of']);
    return { field: 'list', operator, values: [random.pick(lists).id] };
  }
  if (fields.length === 0 || (builtIn.length > 0 && random.chance(0.3))) return random.pick(builtIn);
  const field = random.pick(fields);
  const held = model.held(field);
  const known = { field: field.key, operator: 'is_known', values: [random.chance(0.6)] };
  if (random.chance(0.1)) return known;
  if (field.type === 'boolean') return { field: field.key, operator: 'eq', values: [random.chance(0.5)] };
  if (field.type !== 'category') return drawComparison(random, field, held);
  // Values that no company has are refused.
  if (held.length === 0) return known;
  const operator = random.pick(['any_of', 'none_of', ...(field.multiple ? ['all_of', 'all_of'] : [])]);
  const values = random.times(1 + random.below(3), () => spell(random, String(random.pick(held))));
  return { field: field.key, operator, values };
}

/** Bounds are values that companies have, the numbers and days beside them, and the limits. */
function drawComparison(random: Random, { key, type }: OwnField, held: readonly Value[]): Condition {
  const limits =
    type === 'date' ? ['1900-01-01', '2100-12-31'] : [-999_999_999_999_999, 0, 999_999_999_999_999];
  const bound = () => {
    const value = random.pick(held.length > 0 && random.chance(0.85) ? held : limits);
    return random.chance(0.5) ? value : beside(value, random.pick([-1, 1]));
  };
  const operator = random.pick(['eq', 'gte', 'lte', 'between', 'between']);
  if (operator !== 'between') return { field: key, operator, values: [bound()] as Condition['values'] };
  const bounds = [bound(), bound()].sort((a, b) => (a < b ? -1 : Number(a > b)));
  return { field: key, operator, values: bounds as Condition['values'] };
}

/** Returns the number or the day next to one, or the same at the limits. */
function beside(value: Value, step: number): Value {
  if (typeof value === 'number')
    return Math.abs(value) < 10_000_000_000 ? Number((value + step / 10_000).toFixed(4)) : value;
  const day = new Date(Date.parse(String(value)) + step * 86_400_000).toISOString().slice(0, 10);
  return day < '1900-01-01' || day > '2100-12-31' ? value : day;
}

/** Returns what the oracle takes a tree for: own fields are the companies whose values meet the condition. */
export function meaningOf(
  tree: Tree,
  fields: readonly OwnField[],
  { model, lists }: Pick<Parts, 'model' | 'lists'>,
  companies: readonly number[],
): Meant {
  const go = (node: Tree): Meant => {
    if ('and' in node) return { and: node.and.map(go) };
    if ('or' in node) return { or: node.or.map(go) };
    if ('not' in node) return { not: go(node.not) };
    const { field: key, operator, values } = node.condition;
    if (key === 'list') {
      const list = lists.find(({ id }) => id === values[0]);
      if (!list) throw new Error(`the model has no list ${values[0]}`);
      const members: Meant = { ever: meaningOf(list.root, list.fields, { model, lists }, companies) };
      return operator === 'none_of' ? { not: members } : members;
    }
    const field = fields.find((each) => each.key === key);
    if (!field) return node;
    return { companies: companies.filter((id) => meets(model.get(id, field), operator, values)) };
  };
  return go(tree);
}

/** Whether a list uses a field, by itself or through a list that it names. */
export function uses(list: SavedList, field: OwnField, lists: readonly SavedList[]): boolean {
  const go = (node: Tree): boolean => {
    if ('not' in node) return go(node.not);
    if (!('condition' in node)) return ('and' in node ? node.and : node.or).some(go);
    const { field: key, values } = node.condition;
    const named = key === 'list' ? lists.find(({ id }) => id === values[0]) : undefined;
    return named ? uses(named, field, lists) : key === field.key && list.fields.includes(field);
  };
  return go(list.root);
}
