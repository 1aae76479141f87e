import { Text } from '@mantine/core';
import { diffDefinitions } from '../../../filter/diff.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { historyText } from '../../../text/list-history.ts';
import { type ChangeWords, changeWords } from './change-words.ts';
import { toDefinition, useDefinitionLabels } from './definition-words.ts';
import classes from './diff.module.css';

/** Differences of two definitions, each as a sentence. */
export function DiffInWords({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [toDefinition(before), toDefinition(after)];
  const labels = useDefinitionLabels(old, now);
  if (!old || !now) return <Text>{historyText.unread}</Text>;
  // The only condition of a filter is at the root; a move from there to there is none.
  const changes = diffDefinitions(old, now).filter(
    (change) => change.kind !== 'moved' || change.before !== change.after,
  );
  if (changes.length === 0) return <Text role="status">{historyText.same}</Text>;
  return (
    <ul className={classes.changes} aria-label={historyText.comparison}>
      {changes.map((change) => {
        const words = changeWords(change, labels, old, now);
        return <Line key={JSON.stringify(change)} words={words} />;
      })}
    </ul>
  );
}

function Line({ words: { kind, text, was } }: { words: ChangeWords }) {
  return (
    <li data-kind={kind}>
      <Text component="span" fw={600} mr={8} className={kind === 'changed' ? undefined : classes[kind]}>
        {historyText.kinds[kind]}
      </Text>
      {was !== undefined && (
        <>
          <del className={classes.removed}>
            <bdi>{visibleText(was)}</bdi>
          </del>
          {' → '}
        </>
      )}
      {was === undefined ? (
        <bdi>{visibleText(text)}</bdi>
      ) : (
        <ins className={classes.added}>
          <bdi>{visibleText(text)}</bdi>
        </ins>
      )}
    </li>
  );
}
