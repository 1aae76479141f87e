import type { Queryable } from '../../database/client.ts';
import type { FacetReader } from '../facets/reader.ts';
import { EVER, WINDOWS, type Window } from '../facets/windows.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative, type Value } from './definition.ts';
import { evaluate } from './evaluate.ts';
import { readEvidence } from './evidence.ts';
import { readFor } from './preview.ts';
import { requirementsOf } from './requirements.ts';

/** What one condition of a definition says of one company. */
export interface Verdict {
  /** JSON pointer of the condition's node in the definition. */
  pointer: string;
  condition: { field: string; operator: string; values: readonly Value[] };
  /** Whether the definition wants it not to hold: under `not`, or by its operator. */
  negated: boolean;
  /** Whether the company is as the definition wants it here. */
  met: boolean;
  /** The narrowest evidence window in which a positive dated condition is met. */
  window: Window | null;
  /** When it was last seen to hold; null where evidence has no date. */
  lastSeen: Date | null;
}

interface Placed {
  node: ConditionNode;
  /** Whether an odd number of `not` stands above it. */
  inverted: boolean;
}

/**
 * What each condition of a tree says of some companies: two statements at most, however many companies and conditions.
 *
 * @returns verdicts in document order, by company.
 */
export async function explain(
  db: Queryable,
  reader: FacetReader,
  root: FilterNode | null,
  companyIds: readonly number[],
): Promise<Map<number, Verdict[]>> {
  if (root === null) return new Map(companyIds.map((id) => [id, []]));
  const snapshot = await readFor(db, reader, requirementsOf(root, WINDOWS));
  const dated = [...conditionsOf(root)].filter(({ field }) => field.dated);
  const evidence = dated.length > 0 ? await readEvidence(db, dated, companyIds) : undefined;
  const conditions = [...place(root, false)].map(({ node, inverted }) => {
    const negated = isNegative(node) !== inverted;
    const windows = node.field.dated && !negated ? WINDOWS : ([EVER] as const);
    const sets = windows.map((window) => ({ window, set: evaluate(node, snapshot, window, inverted) }));
    return { node, negated, sets };
  });
  return new Map(
    companyIds.map((id) => [
      id,
      conditions.map(({ node, negated, sets }): Verdict => {
        const found = sets.find(({ set }) => set.ids.has(id) !== set.complement);
        const { field, operator, values } = node;
        const isDated = field.dated && !negated;
        return {
          pointer: node.pointer,
          condition: { field: field.key, operator, values },
          negated,
          met: found !== undefined,
          window: isDated && found ? found.window : null,
          lastSeen: field.dated ? (evidence?.lastSeen(node, id) ?? null) : null,
        };
      }),
    ]),
  );
}

function* place(node: FilterNode, inverted: boolean): Generator<Placed> {
  if (node.kind === 'condition') yield { node, inverted };
  else if (node.kind === 'not') yield* place(node.child, !inverted);
  else for (const child of node.children) yield* place(child, inverted);
}
