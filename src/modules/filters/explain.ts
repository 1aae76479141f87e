import type { Queryable } from '../../database/client.ts';
import { EVER, type EvidenceWindow, WINDOWS } from '../facets/evidence-windows.ts';
import type { FacetReader } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative, type Value } from './definition.ts';
import { evaluate } from './evaluate.ts';
import { readEvidence } from './evidence.ts';
import { readRequirements } from './preview.ts';
import { requirementsOf } from './requirements.ts';

/** Outcome of one condition of a definition for one company. */
export interface Verdict {
  /** JSON pointer of the condition's node in the definition. */
  pointer: string;
  condition: { field: string; operator: string; values: readonly Value[] };
  /** True when the condition is negated: by an odd number of `not`, or by its operator, not both. */
  negated: boolean;
  /** True when the company meets the condition, negation included. */
  met: boolean;
  /** Narrowest evidence window in which a positive dated condition is met; null otherwise. */
  window: EvidenceWindow | null;
  /** Time of the latest evidence; null without dated evidence. */
  lastSeen: Date | null;
}

/**
 * Explains how some companies meet each condition of a tree, in two statements at most.
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
  const snapshot = await readRequirements(db, reader, requirementsOf(root, WINDOWS));
  const dated = [...conditionsOf(root)].filter(({ field }) => field.dated);
  const evidence = dated.length > 0 ? await readEvidence(db, dated, companyIds) : undefined;
  const conditions = [...leavesOf(root, false)].map(({ node, inverted }) => {
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

/** Yields the conditions of a tree. They are `inverted` when the number of `not` above them is odd. */
function* leavesOf(
  node: FilterNode,
  inverted: boolean,
): Generator<{ node: ConditionNode; inverted: boolean }> {
  if (node.kind === 'condition') yield { node, inverted };
  else if (node.kind === 'not') yield* leavesOf(node.child, !inverted);
  else for (const child of node.children) yield* leavesOf(child, inverted);
}
