import { type DocumentNode, type FieldNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import { fieldsIn } from './selections.ts';

/**
 * Pairs of fields with one response key in one place of the answer. Validation compares each of them, so its time grows with
 * the square of a repetition: without a bound, a document of some thousand tokens would take a quarter of a second. People
 * and their tools repeat a field for each fragment that needs it, which makes some hundred pairs.
 */
const MAX_PAIRS = 10_000;
/** Fields that are met on the way, once for each fragment that leads to them. */
const MAX_FIELDS = 20_000;

/**
 * Returns the error of a document whose fields overlap too often to be compared; undefined for all others. Call it before
 * the document is validated.
 */
export function overlapErrorOf({ definitions }: DocumentNode): GraphQLError | undefined {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  const pending: SelectionSetNode[][] = definitions.flatMap((each) =>
    'selectionSet' in each ? [[each.selectionSet as SelectionSetNode]] : [],
  );
  const seen = new Set<SelectionSetNode>();
  let pairs = 0;
  let fields = 0;
  for (let sets = pending.pop(); sets; sets = pending.pop()) {
    for (const group of byKey(fieldsIn(sets, (name) => fragments.get(name))).values()) {
      fields += group.length;
      pairs += (group.length * (group.length - 1)) / 2;
      if (pairs > MAX_PAIRS || fields > MAX_FIELDS) return tooManyOverlaps();
      const below = group.flatMap(({ selectionSet }) => selectionSet ?? []);
      const [only] = below;
      // What one field alone selects is the same wherever its fragment is spread.
      if (only && (below.length > 1 || !seen.has(only))) pending.push(below);
      if (only && below.length === 1) seen.add(only);
    }
  }
  return undefined;
}

function byKey(fields: readonly FieldNode[]): Map<string, FieldNode[]> {
  const groups = new Map<string, FieldNode[]>();
  for (const field of fields) {
    const key = (field.alias ?? field.name).value;
    const known = groups.get(key);
    if (known) known.push(field);
    else groups.set(key, [field]);
  }
  return groups;
}

function tooManyOverlaps(): GraphQLError {
  return new GraphQLError(
    'The document repeats fields too often: those with one name in one place of the answer are compared pair by pair. Select each field once, or split the document.',
  );
}
