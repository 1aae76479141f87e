import { Radio, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { Definition, FilterNode } from '../../filter/definition.ts';
import { type Choice, type Hunk, mergeDefinitions } from '../../filter/merge.ts';
import { type Labels, nodeSentence } from '../../filter/sentence.ts';
import { DraftCountDocument } from '../../generated/graphql.ts';
import { counted } from '../../lib/format.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Saved, SavedList } from '../draft/saved-list.ts';
import { useOpenDraft } from '../open-draft.ts';
import classes from './saving.module.css';

interface ConflictDialogProps {
  /** Version that the draft began with. */
  base: Saved;
  /** The list as others have saved it meanwhile. */
  list: SavedList;
  onClose: () => void;
  onMerged: (definition: Definition) => void;
}

/** Their version beside mine, node by node, with the count of the result as it is chosen. */
export function ConflictDialog({ base, list, onClose, onMerged }: ConflictDialogProps) {
  const { editor } = useOpenDraft();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const mine = editor.produced().definition;
  const merge = useMemo(
    () => mergeDefinitions(base.definition, mine, list.definition),
    [base.definition, mine, list.definition],
  );
  const result = useMemo(() => merge.apply(choices), [merge, choices]);
  return (
    <FormDialog
      title="The list was changed meanwhile"
      size="xl"
      action="Use this result"
      onSubmit={() => onMerged(result)}
      onClose={onClose}
    >
      <Text>
        {merge.hunks.length === 0
          ? 'Both filters say the same.'
          : `Version ${list.version} and your draft changed the filter. Choose for each place; then your draft goes on from version ${list.version}.`}
      </Text>
      {merge.hunks.map((hunk) => (
        <HunkChoice
          key={hunk.id}
          hunk={hunk}
          chosen={choices[hunk.id] ?? hunk.automatic ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [hunk.id]: choice })}
        />
      ))}
      <ResultCount listId={list.listId} definition={result} />
    </FormDialog>
  );
}

function ResultCount({ listId, definition }: { listId: string; definition: Definition }) {
  const isEmpty = definition.root === null;
  const { data, error, isPlaceholderData } = useApiQuery(
    DraftCountDocument,
    { definition, listId },
    { enabled: !isEmpty, keepPrevious: true },
  );
  const count = data?.previewCount?.exactCount;
  return (
    <>
      {error && <Problem error={error} />}
      <Text role="status" fw={600} c={isPlaceholderData ? 'dimmed' : undefined}>
        {isEmpty
          ? 'The result has no conditions.'
          : count !== undefined && !error && `The result matches ${counted(count, 'company', 'companies')}.`}
      </Text>
    </>
  );
}

interface HunkChoiceProps {
  hunk: Hunk;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** One place where both differ: theirs beside mine, and both together where values can be united. */
function HunkChoice({ hunk, chosen, onChoose }: HunkChoiceProps) {
  const { mine, theirs, both, automatic, subject } = hunk;
  const labels = useLabels(useOpenDraft().catalogue, mine, theirs);
  const title = {
    mine: 'Only you changed this',
    theirs: 'Only they changed this',
    none: 'Both changed this',
  }[automatic ?? 'none'];
  const options: readonly [Choice, string, string][] = [
    ['mine', 'Take mine', wordsOf(mine, subject, labels)],
    ['theirs', 'Take theirs', wordsOf(theirs, subject, labels)],
    // If one side alone changed the values, both together are that side.
    ...(both && automatic === undefined
      ? [['both', 'Take both', nodeSentence(both, labels)] as [Choice, string, string]]
      : []),
  ];
  return (
    <Radio.Group label={title} value={chosen} onChange={(value) => onChoose(value as Choice)}>
      <div className={classes.sides}>
        {options.map(([choice, label, words]) => (
          <div key={choice} className={classes.side} data-chosen={chosen === choice || undefined}>
            <Radio value={choice} label={label} />
            <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
              <bdi>{words}</bdi>
            </Text>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

function wordsOf(node: FilterNode | undefined, subject: Hunk['subject'], labels: Labels): string {
  if (subject === 'version') return 'Registry version';
  return node ? nodeSentence(node, labels) : 'not there';
}
