import type { Queryable } from '../../database/client.ts';
import type { DefinitionErrorCode } from '../../lib/fault.ts';
import { cut, didYouMean } from '../../lib/text.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode, type Problems } from './definition.ts';
import { suggestCompanies } from './did-you-mean.ts';
import { MAX_PATTERNS } from './operators.ts';
import { MAX_CONDITIONS } from './parse.ts';
import { UNKNOWN_LIST } from './parse-condition.ts';
import {
  type ExpandedSize,
  type Expansion,
  expansionOf,
  type ListSizes,
  type ListSource,
  listValuesIn,
  NO_SIZES,
  namedIn,
  ownSize,
  parseStored,
  pathTo,
  readSizesOf,
} from './referenced-lists.ts';
import { isVocabularyField } from './registry.ts';
import { requirementsOfCondition } from './requirements.ts';
import { readVocabulary } from './values.ts';
import { identityOf, type Vocabulary } from './vocabularies.ts';

/** Bounds of a definition with the lists that it names, and those that they name (contract-next, section 11). */
const MAX_LIST_DEPTH = 4;
const MAX_NAMED_LISTS = 100;
/** Domains of all named lists together, which are read into memory. */
export const MAX_NAMED_DOMAINS = 200_000;

/** Lists that a definition may name. */
export interface ListScope {
  organizationId: number;
  /** Returns those of some lists that the caller can see. */
  visible: (listIds: readonly number[]) => Promise<readonly number[]>;
  /** List that the definition belongs to, if it has one. */
  listId?: number | undefined;
  /** Lists that the active definition of that list names: they stay, whether the caller can see them or not. */
  kept?: readonly number[];
  /** That definition: deleted own fields that it uses, and values that have left their vocabulary, may stay. */
  saved?: unknown;
}

/**
 * Checks the lists that a tree names, by their sizes: none is read, however large the tree would be with them.
 *
 * @returns what they add to the size of the tree; undefined when errors were added to `problems`.
 */
export async function checkLists(
  source: Pick<ListSource, 'readSizes'>,
  root: FilterNode,
  scope: ListScope,
  problems: Problems,
): Promise<Expansion | undefined> {
  const named = namedIn(root);
  const added = named.filter((id) => !scope.kept?.includes(id));
  const visible = new Set(added.length > 0 ? await scope.visible(added) : []);
  const hidden = new Set(added.filter((id) => !visible.has(id)));
  if (hidden.size > 0) {
    for (const { pointer, id } of listValuesIn(root))
      if (hidden.has(id)) problems.add(pointer, 'unknown_value', UNKNOWN_LIST);
    return undefined;
  }
  // Reading what so many lists name could take long.
  const sizes =
    named.length > MAX_NAMED_LISTS ? NO_SIZES : await readSizesOf(source, scope.organizationId, named);
  if (await refuseCircle(root, scope, sizes, problems)) return undefined;
  const expansion = expansionOf(named, sizes);
  const own = ownSize(root);
  const conditions = own.conditions + expansion.conditions;
  const patterns = own.patterns + expansion.patterns;
  const found = [...excesses({ ...expansion, conditions, patterns }), ...excessOfDomains(expansion)];
  for (const [code, message] of found) problems.add(root.pointer, code, message);
  return found.length === 0 ? expansion : undefined;
}

async function refuseCircle(
  root: FilterNode,
  { listId, visible }: ListScope,
  sizes: ListSizes,
  problems: Problems,
): Promise<boolean> {
  const circle = listId === undefined ? undefined : pathTo(root, listId, sizes);
  if (!circle) return false;
  const seen = new Set(await visible(circle.path));
  const message =
    'This list names the edited list, directly or through others. A list cannot be a part of itself';
  const path = circle.path.filter((id) => seen.has(id));
  problems.add(circle.pointer, 'list_cycle', message, { path });
  return true;
}

/** Returns what is above the bound in the domains of named lists, which change without the definitions above them. */
export function excessOfDomains({ domains }: Pick<Expansion, 'domains'>): Excess[] {
  if (domains <= MAX_NAMED_DOMAINS) return [];
  const message = `names lists with more than ${MAX_NAMED_DOMAINS} domains together, added and excluded`;
  return [['too_many_values', message]];
}

type Excess = readonly [DefinitionErrorCode, string];

/** Returns what is above the bounds in a tree with all lists in it. */
export function excesses({ conditions, patterns, lists, depth }: Omit<ExpandedSize, 'values'>): Excess[] {
  if (lists === 0) return [];
  const found: (Excess | false)[] = [
    depth > MAX_LIST_DEPTH && [
      'too_deep',
      `names lists that name lists, ${depth} levels deep; at most ${MAX_LIST_DEPTH} are allowed`,
    ],
    lists > MAX_NAMED_LISTS && [
      'too_many_lists',
      `has ${lists} lists with those that they name; at most ${MAX_NAMED_LISTS} are allowed`,
    ],
    conditions > MAX_CONDITIONS && [
      'too_many_conditions',
      `has ${conditions} conditions with those of its lists; at most ${MAX_CONDITIONS} are allowed`,
    ],
    patterns > MAX_PATTERNS && [
      'too_many_patterns',
      `has ${patterns} values of contains, starts_with and ends_with with those of its lists; at most ${MAX_PATTERNS} are allowed`,
    ],
  ];
  return found.filter((each) => each !== false);
}

/** Values that get suggestions. Each costs a search, and typing errors are few. */
const MAX_SUGGESTED = 10;

interface UnusedValue {
  condition: ConditionNode;
  value: string;
  index: number;
}

/** Finds the values of closed vocabularies that no company has. They may be outside of their vocabulary. */
export function findUnusedValues(root: FilterNode, snapshot: IndexSnapshot): UnusedValue[] {
  const unused: UnusedValue[] = [];
  for (const { condition } of conditionsOf(root)) {
    const { field, operator, values } = condition;
    if (operator === 'is_known' || !(isVocabularyField(field) || field.type === 'company')) continue;
    const { postings, conditions } = requirementsOfCondition(condition, EVER);
    for (const [index, key] of postings.entries())
      if (snapshot.posting(key).isEmpty) unused.push({ condition, value: String(values[index]), index });
    for (const [index, partner] of conditions.entries())
      if (!snapshot.result(partner).found) unused.push({ condition, value: String(values[index]), index });
  }
  return unused;
}

/** Drops the values that a saved definition has in the same field: it may keep what has left its vocabulary. */
export function withoutValuesOf(unused: readonly UnusedValue[], saved: unknown): readonly UnusedValue[] {
  const kept = new Set<string>();
  for (const { condition } of conditionsOf(saved === undefined ? null : parseStored(saved)))
    for (const value of condition.values) kept.add(`${condition.field.key}\0${value}`);
  return unused.filter(({ condition, value }) => !kept.has(`${condition.field.key}\0${value}`));
}

/** Refuses unused values that are outside of their vocabulary (contract, section 6). */
export async function refuseUnknownValues(
  db: Queryable,
  unused: readonly UnusedValue[],
  problems: Problems,
): Promise<void> {
  const vocabularies = new Map<Vocabulary, Awaited<ReturnType<typeof readVocabulary>>>();
  for (const [index, each] of unused.entries()) {
    const { field } = each.condition;
    if (problems.isFull) return;
    const hasSuggestions = index < MAX_SUGGESTED;
    if (field.type === 'company') {
      refuse(each, hasSuggestions ? await suggestCompanies(db, each.value) : [], problems);
    } else if (isVocabularyField(field)) {
      const vocabulary = vocabularies.get(field.vocabulary) ?? (await readVocabulary(db, field.vocabulary));
      vocabularies.set(field.vocabulary, vocabulary);
      if (vocabulary.has(identityOf(field.vocabulary, each.value))) continue;
      refuse(each, hasSuggestions ? didYouMean(each.value, vocabulary.values()) : [], problems);
    }
  }
}

function refuse(
  { condition, value, index }: UnusedValue,
  suggestions: readonly string[],
  problems: Problems,
) {
  const { field } = condition;
  const hint = suggestions.length === 0 ? ` Search filter-fields/${field.key}/values.` : '';
  const pointer = `${condition.pointer}/condition/values/${index}`;
  problems.add(pointer, 'unknown_value', `Unknown ${field.key} "${cut(value)}".${hint}`, { suggestions });
}
