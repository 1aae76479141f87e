import { type DocumentNode, type FieldNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

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
    for (const group of fieldsByKey(sets, fragments).values()) {
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

/** Collects the fields of selection sets that are one place of the answer. A fragment counts once, however often it is spread. */
function fieldsByKey(
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, SelectionSetNode>,
): Map<string, FieldNode[]> {
  const byKey = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const known = byKey.get(key);
        if (known) known.push(node);
        else byKey.set(key, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment);
      }
    }
  };
  for (const each of sets) collect(each);
  return byKey;
}

function tooManyOverlaps(): GraphQLError {
  return new GraphQLError(
    'The document repeats fields too often: those with one name in one place of the answer are compared pair by pair. Select each field once, or split the document.',
  );
}
