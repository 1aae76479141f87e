import { Text } from '@mantine/core';
import { toCatalogue } from '../../filter/catalogue.ts';
import { type Condition, conditionsOf, type Definition, type FilterNode } from '../../filter/definition.ts';
import { type Change, diffDefinitions } from '../../filter/diff.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { nodeAt } from '../../filter/parts.ts';
import { type Labels, labelsOf, nodeSentence, toPlainText, toSentence } from '../../filter/sentence.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import classes from './saving.module.css';

export const historyText = {
  versions: 'Versions of the filter',
  unread: 'This version cannot be shown in words. Its JSON is complete.',
} as const;

/** Differences of two definitions, each as a sentence. */
export function DiffInWords({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [toDefinition(before), toDefinition(after)];
  const labels = useDefinitionLabels(old, now);
  if (!old || !now) return <Text>{historyText.unread}</Text>;
  // The only condition of a filter is at the root; a move from there to there is none.
  const changes = diffDefinitions(old, now).filter(
    (change) => change.kind !== 'moved' || change.before !== change.after,
  );
  if (changes.length === 0) return <Text role="status">Both versions have the same filter.</Text>;
  return (
    <ul className={classes.changes} aria-label="Comparison">
      {changes.map((change) => (
        <Line key={JSON.stringify(change)} {...changeWords(change, labels, old, now)} />
      ))}
    </ul>
  );
}

function Line({ kind, text, was }: ChangeWords) {
  return (
    <li data-kind={kind}>
      <Text span fw={600} mr={8} c={kind === 'changed' ? undefined : `var(--${kind})`}>
        {kind.charAt(0).toUpperCase() + kind.slice(1)}
      </Text>
      {was !== undefined && (
        <>
          <del style={{ color: 'var(--removed)' }}>
            <bdi>{visibleText(was)}</bdi>
          </del>
          {' → '}
        </>
      )}
      {was === undefined ? (
        <bdi>{visibleText(text)}</bdi>
      ) : (
        <ins style={{ color: 'var(--added)' }}>
          <bdi>{visibleText(text)}</bdi>
        </ins>
      )}
    </li>
  );
}

/** Values of a condition that a sentence names. */
const MOST_VALUES_OF_VERSION = 8;
/** Names of the API, until those for people are there. */
const PLAIN = labelsOf(toCatalogue({ registryVersion: '', fields: [], operators: [] }));

/** Returns the names of fields, and of the values of definitions. */
function useDefinitionLabels(...definitions: (Definition | undefined)[]): Labels {
  const conditions = definitions.flatMap((each) => [...conditionsOf(each?.root ?? null)]);
  return useFilterLabels(conditions) ?? PLAIN;
}

/** Returns a definition in words; undefined for one that this console cannot read. */
export function useDefinitionSentence(json: unknown): string | undefined {
  const definition = toDefinition(json);
  const labels = useDefinitionLabels(definition);
  return definition && toPlainText(toSentence(definition, labels, MOST_VALUES_OF_VERSION));
}

/** Reads a definition of the API. @returns undefined for one of a form that this console does not know */
function toDefinition(json: unknown): Definition | undefined {
  const parsed = parseDefinition(json);
  return parsed.ok ? parsed.value : undefined;
}

/** A change in words. `was` is the state before, where both states are conditions. */
interface ChangeWords {
  kind: 'added' | 'removed' | 'changed';
  text: string;
  was?: string;
}

/** Values of a condition that a sentence names. */
const MOST_VALUES = 20;

const groups = { and: 'all of', or: 'any of' } as const;

/** Says a change between two definitions. */
function changeWords(change: Change, labels: Labels, before: Definition, after: Definition): ChangeWords {
  const say = (node: FilterNode) => nodeSentence(node, labels, MOST_VALUES);
  const at = (definition: Definition, pointer: string) => {
    const node = nodeAt(definition, pointer);
    return node ? say(node) : pointer;
  };
  switch (change.kind) {
    case 'versionChanged':
      return {
        kind: 'changed',
        text: `Fields of version ${change.before} became those of version ${change.after}`,
      };
    case 'conditionAdded':
      return { kind: 'added', text: say(negated(change)) };
    case 'conditionRemoved':
      return { kind: 'removed', text: say(negated(change)) };
    case 'conditionChanged':
      return { kind: 'changed', was: say({ condition: change.was }), text: say({ condition: change.is }) };
    case 'groupAdded':
      return { kind: 'added', text: `A group “${groups[change.group]}”` };
    case 'groupRemoved':
      return { kind: 'removed', text: `A group “${groups[change.group]}”` };
    case 'groupKindChanged':
      return { kind: 'changed', text: `A group “${groups[change.was]}” became “${groups[change.is]}”` };
    case 'negationChanged':
      return change.is > change.was
        ? { kind: 'changed', text: `Negated: ${at(before, change.before)}` }
        : { kind: 'changed', text: `No longer negated: ${at(after, change.after)}` };
    case 'moved':
      return { kind: 'changed', text: `Moved: ${at(after, change.after)}` };
  }
}

function negated({ condition, negated: isNegated }: { condition: Condition; negated: boolean }): FilterNode {
  return isNegated ? { not: { condition } } : { condition };
}
