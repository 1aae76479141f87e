import type { Condition, FilterNode } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import { type Labels, nodeSentence } from '../../../filter/sentence.ts';

/** Result of a condition for a company, as the service gives it. */
export interface Verdict {
  /** Condition as JSON. */
  condition: unknown;
  met: boolean;
  negated: boolean;
  lastSeen?: string | null;
}

/** Returns the condition of a verdict; undefined if it is in a form that is not known here. */
export function conditionOf({ condition }: Verdict): Condition | undefined {
  const parsed = parseDefinition({ registry_version: '', root: { condition } });
  const root = parsed.ok ? parsed.value.root : null;
  return root !== null && 'condition' in root ? root.condition : undefined;
}

/** Operators that negate by themselves. */
const isNegative = ({ operator, values }: Condition): boolean =>
  operator === 'none_of' || (operator === 'is_known' && values[0] === false);

/** Returns the condition of a verdict in words, with the `not` above it. */
export function verdictSentence(verdict: Verdict, labels: Labels, maxValues?: number): string {
  const condition = conditionOf(verdict);
  if (!condition) return JSON.stringify(verdict.condition);
  const node: FilterNode = { condition };
  return nodeSentence(isNegative(condition) === verdict.negated ? node : { not: node }, labels, maxValues);
}

/** Why a member is in the list, in short: the conditions that it meets, the positive ones first. */
export function shortReasons(reasons: readonly Verdict[], labels: Labels): string {
  const met = reasons.filter((reason) => reason.met);
  const positive = met.filter(({ negated }) => !negated);
  return (positive.length > 0 ? positive : met)
    .map((reason) => verdictSentence(reason, labels, 2))
    .join(' · ');
}

const DAY_MS = 86_400_000;

/** Evidence window of a tier that a sighting is in, counted back from the newest observation of the catalogue. */
export function windowOf(lastSeen: string, asOf: string): 90 | 365 | 'ever' {
  const age = Date.parse(asOf) - Date.parse(lastSeen);
  if (age <= 90 * DAY_MS) return 90;
  return age <= 365 * DAY_MS ? 365 : 'ever';
}
