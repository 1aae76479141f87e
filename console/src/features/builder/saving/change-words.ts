import type { Definition, FilterNode } from '../../../filter/definition.ts';
import type { Change } from '../../../filter/diff.ts';
import { type Labels, nodeSentence } from '../../../filter/sentence.ts';
import { editorText } from '../../../text/builder-editor.ts';

const texts = editorText.change;
const { kinds } = editorText.tree;

/** Kind of a change, for its sign and colour. */
export type Sign = 'added' | 'removed' | 'changed';

/** Returns a change in words. @param after definition with the change. */
export function changeWords(change: Change, after: Definition, labels: Labels): { sign: Sign; text: string } {
  const sentence = (node: FilterNode) => nodeSentence(node, labels);
  const now = (pointer: string) => describe(nodeAt(after, pointer), labels);
  const signed = (text: string, negated: boolean) => (negated ? texts.not(text) : text);
  switch (change.kind) {
    case 'versionChanged':
      return { sign: 'changed', text: texts.versionChanged(change.before, change.after) };
    case 'conditionAdded':
      return {
        sign: 'added',
        text: texts.added(signed(sentence({ condition: change.condition }), change.negated)),
      };
    case 'conditionRemoved':
      return {
        sign: 'removed',
        text: texts.removed(signed(sentence({ condition: change.condition }), change.negated)),
      };
    case 'conditionChanged':
      return {
        sign: 'changed',
        text: texts.changed(sentence({ condition: change.was }), sentence({ condition: change.is })),
      };
    case 'groupAdded':
      return { sign: 'added', text: texts.groupAdded(kinds[change.group]) };
    case 'groupRemoved':
      return { sign: 'removed', text: texts.groupRemoved(kinds[change.group]) };
    case 'groupKindChanged':
      return { sign: 'changed', text: texts.kindChanged(kinds[change.was], kinds[change.is]) };
    case 'negationChanged': {
      const isNegated = change.is % 2 === 1;
      const text = describe(coreAt(nodeAt(after, change.after)), labels);
      return { sign: 'changed', text: isNegated ? texts.negated(text) : texts.unnegated(text) };
    }
    case 'moved':
      return { sign: 'changed', text: texts.moved(now(change.after)) };
  }
}

function describe(node: FilterNode | undefined, labels: Labels): string {
  return node ? nodeSentence(node, labels) : '';
}

function coreAt(node: FilterNode | undefined): FilterNode | undefined {
  return node && 'not' in node ? coreAt(node.not) : node;
}

/** Returns the node that a JSON pointer names. */
function nodeAt({ root }: Definition, pointer: string): FilterNode | undefined {
  const steps = pointer.split('/').slice(2);
  let node: FilterNode | undefined = root ?? undefined;
  for (const [index, step] of steps.entries()) {
    if (node === undefined || /^\d+$/.test(step)) continue;
    const at = Number(steps[index + 1]);
    if (step === 'not') node = 'not' in node ? node.not : undefined;
    else node = 'and' in node ? node.and[at] : 'or' in node ? node.or[at] : undefined;
  }
  return node;
}
