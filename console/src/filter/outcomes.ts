/** `unneeded`: not met, in a group that is met without it. */
type Outcome = 'met' | 'failed' | 'unneeded';

/** A condition for a company. `met` includes each `not` above it. */
interface Verdict {
  /** JSON pointer of the condition in its definition, such as `/root/and/0/not/or/1`. */
  pointer: string;
  met: boolean;
}

/** A condition, or a group of which all nodes or one must be met. */
export type OutcomeNode<V> =
  | { kind: 'condition'; outcome: Outcome; verdict: V }
  | { kind: 'all' | 'any'; outcome: Outcome; children: OutcomeNode<V>[] };

/**
 * Returns the outcome of a filter and of each of its groups for one company, from those of its conditions. A `not` around a
 * group is in the verdicts, so that "none of" needs all of its negated conditions. A filter without conditions is met.
 */
export function outcomesOf<V extends Verdict>(verdicts: readonly V[]): OutcomeNode<V> {
  const steps = verdicts.map((verdict) => ({ verdict, path: verdict.pointer.split('/').slice(2) }));
  return withUnneeded(nodeOf(steps, false), false);
}

/** A verdict, and the rest of its pointer below a node. */
type Step<V> = { verdict: V; path: string[] };

function nodeOf<V extends Verdict>(steps: readonly Step<V>[], negated: boolean): OutcomeNode<V> {
  const [first] = steps;
  const below = (from: number) => steps.map(({ verdict, path }) => ({ verdict, path: path.slice(from) }));
  const step = first?.path[0];
  if (step === 'not') return nodeOf(below(1), !negated);
  if (first && step !== 'and' && step !== 'or')
    return { kind: 'condition', outcome: first.verdict.met ? 'met' : 'failed', verdict: first.verdict };
  const places = [...new Set(steps.map(({ path }) => path[1]))];
  const at = (place: string | undefined) => below(2).filter((_, index) => steps[index]?.path[1] === place);
  const children = places.map((place) => nodeOf(at(place), negated));
  const isAny = (step === 'or') !== negated && step !== undefined;
  const isMet = ({ outcome }: OutcomeNode<V>) => outcome === 'met';
  const met = isAny ? children.some(isMet) : children.every(isMet);
  return { kind: isAny ? 'any' : 'all', outcome: met ? 'met' : 'failed', children };
}

/** Marks what failed below a node that is met. */
function withUnneeded<V>(node: OutcomeNode<V>, isAboveMet: boolean): OutcomeNode<V> {
  const outcome = node.outcome === 'failed' && isAboveMet ? 'unneeded' : node.outcome;
  if (node.kind === 'condition') return { ...node, outcome };
  const isMet = isAboveMet || outcome === 'met';
  return { ...node, outcome, children: node.children.map((child) => withUnneeded(child, isMet)) };
}
