import { Text } from '@mantine/core';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { diffDefinitions } from '../../../filter/diff.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useLabels } from '../use-labels.ts';
import { changeWords, type Sign } from './change-words.ts';
import classes from './saving.module.css';

const SIGNS: Record<Sign, string> = { added: '+', removed: '−', changed: '~' };

interface ChangesInWordsProps {
  catalogue: Catalogue;
  before: Definition;
  after: Definition;
}

/** The difference of two definitions, one sentence for each change. */
export function ChangesInWords({ catalogue, before, after }: ChangesInWordsProps) {
  const labels = useLabels(catalogue, before.root, after.root);
  const changes = diffDefinitions(before, after).map((change) => changeWords(change, after, labels));
  if (changes.length === 0) return <Text c="dimmed">{editorText.review.noChanges}</Text>;
  return (
    <ul className={classes.changes}>
      {changes.map(({ sign, text }, index) => (
        // Two changes can have the same words, and the list never changes while it is shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} data-sign={sign}>
          <span className={classes.sign} aria-hidden="true">
            {SIGNS[sign]}
          </span>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
