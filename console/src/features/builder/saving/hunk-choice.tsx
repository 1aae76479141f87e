import { Radio, Text } from '@mantine/core';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { FilterNode } from '../../../filter/definition.ts';
import type { Choice, Hunk } from '../../../filter/merge.ts';
import { type Labels, nodeSentence } from '../../../filter/sentence.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useLabels } from '../use-labels.ts';
import classes from './saving.module.css';

const texts = editorText.conflict;

interface HunkChoiceProps {
  hunk: Hunk;
  catalogue: Catalogue;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** One place where both differ: theirs beside mine, and both together where values can be united. */
export function HunkChoice({ hunk, catalogue, chosen, onChoose }: HunkChoiceProps) {
  const { mine, theirs, both, automatic, subject } = hunk;
  const labels = useLabels(catalogue, mine, theirs);
  const title = { mine: texts.onlyMine, theirs: texts.onlyTheirs, none: texts.conflict }[automatic ?? 'none'];
  const options: readonly [Choice, string, string][] = [
    ['mine', texts.takeMine, wordsOf(mine, subject, labels)],
    ['theirs', texts.takeTheirs, wordsOf(theirs, subject, labels)],
    // If one side alone changed the values, both together are that side.
    ...(both && automatic === undefined
      ? [['both', texts.takeBoth, nodeSentence(both, labels)] as [Choice, string, string]]
      : []),
  ];
  return (
    <Radio.Group
      label={title}
      value={chosen}
      onChange={(value) => {
        const found = options.find(([choice]) => choice === value);
        if (found) onChoose(found[0]);
      }}
    >
      <div className={classes.sides}>
        {options.map(([choice, label, words]) => (
          <div key={choice} className={classes.side} data-chosen={chosen === choice || undefined}>
            <Radio value={choice} label={label} />
            <Text className={classes.sentence}>
              <bdi>{words}</bdi>
            </Text>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

function wordsOf(node: FilterNode | undefined, subject: Hunk['subject'], labels: Labels): string {
  if (subject === 'version') return texts.version;
  return node ? nodeSentence(node, labels) : texts.absent;
}
