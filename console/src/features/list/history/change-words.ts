import { asGroup, type Condition, type Definition, type FilterNode } from '../../../filter/definition.ts';
import type { Change } from '../../../filter/diff.ts';
import { type Labels, nodeSentence } from '../../../filter/sentence.ts';
import { historyText } from '../../../text/list-history.ts';

/** A change in words. `was` is the state before, where both states are conditions. */
export interface ChangeWords {
  kind: 'added' | 'removed' | 'changed';
  text: string;
  was?: string;
}

/** Values of a condition that a sentence names. */
const MOST_VALUES = 20;

/** Says a change between two definitions. */
export function changeWords(
  change: Change,
  labels: Labels,
  before: Definition,
  after: Definition,
): ChangeWords {
  const say = (node: FilterNode) => nodeSentence(node, labels, MOST_VALUES);
  const at = (definition: Definition, pointer: string) => {
    const node = nodeAt(definition, pointer);
    return node ? say(node) : pointer;
  };
  const { groups } = historyText;
  switch (change.kind) {
    case 'versionChanged':
      return { kind: 'changed', text: historyText.registry(change.before, change.after) };
    case 'conditionAdded':
      return { kind: 'added', text: say(negated(change)) };
    case 'conditionRemoved':
      return { kind: 'removed', text: say(negated(change)) };
    case 'conditionChanged':
      return { kind: 'changed', was: say({ condition: change.was }), text: say({ condition: change.is }) };
    case 'groupAdded':
      return { kind: 'added', text: historyText.groupAdded(groups[change.group]) };
    case 'groupRemoved':
      return { kind: 'removed', text: historyText.groupAdded(groups[change.group]) };
    case 'groupKindChanged':
      return { kind: 'changed', text: historyText.groupKind(groups[change.was], groups[change.is]) };
    case 'negationChanged': {
      const words = change.is > change.was ? historyText.negated : historyText.unnegated;
      const node = change.is > change.was ? at(before, change.before) : at(after, change.after);
      return { kind: 'changed', text: words(node) };
    }
    case 'moved':
      return { kind: 'changed', text: historyText.moved(at(after, change.after)) };
  }
}

function negated({ condition, negated: isNegated }: { condition: Condition; negated: boolean }): FilterNode {
  return isNegated ? { not: { condition } } : { condition };
}

/** Finds the node at a JSON pointer such as `/root/and/0/not`. */
function nodeAt({ root }: Definition, pointer: string): FilterNode | undefined {
  const steps = pointer.split('/').slice(2);
  let node = root ?? undefined;
  for (let step = 0; step < steps.length && node; step += 1) {
    if ('not' in node) node = node.not;
    else {
      step += 1;
      node = asGroup(node)?.children[Number(steps[step])];
    }
  }
  return node;
}
