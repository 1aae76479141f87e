import { Alert, Checkbox, List, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { findNode } from '../../filter/rows.ts';
import { type Labels, nodeSentence } from '../../filter/sentence.ts';
import { type EditorNode, toCondition } from '../../filter/tree.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { LeftOut } from '../../ui/left-out.tsx';
import { useOpenDraft } from '../open-draft.ts';

/**
 * Returns what a save of the draft stores, and whether it may: rows that are not finished are left out only after the
 * `question` was answered. So are words of the sentence that the draft began with.
 */
export function useFinished() {
  const { definition, dropped } = useOpenDraft().editor.produced();
  const [isAccepted, setAccepted] = useState(false);
  const { left = [] } = useSearch({ strict: false });
  const [isLeft, setLeft] = useState(false);
  return {
    definition,
    isAllowed: (dropped.length === 0 || isAccepted) && (left.length === 0 || isLeft),
    question: (
      <>
        <LeftOut words={left} isAccepted={isLeft} onChange={setLeft} />
        <UnfinishedRows isAccepted={isAccepted} onChange={setAccepted} />
      </>
    ),
  };
}

interface UnfinishedRowsProps {
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** Names the rows that a save leaves out, and asks whether it may. Nothing where all rows are finished. */
function UnfinishedRows({ isAccepted, onChange }: UnfinishedRowsProps) {
  const { editor, catalogue } = useOpenDraft();
  const labels = useLabels(catalogue);
  const rows = editor.produced().dropped.flatMap((id) => {
    const words = wordsOf(findNode(editor.tree.root, id), labels);
    return words === undefined ? [] : [{ id, words }];
  });
  if (rows.length === 0) return null;
  return (
    <Alert color="yellow">
      <Text fw={600}>
        {rows.length === 1 ? 'One row is not finished' : `${rows.length} rows are not finished`}
      </Text>
      <List size="sm" mb="xs">
        {rows.map(({ id, words }) => (
          <List.Item key={id}>
            <bdi>{words}</bdi>
          </List.Item>
        ))}
      </List>
      <Checkbox
        label={rows.length === 1 ? 'Save without this row' : 'Save without these rows'}
        checked={isAccepted}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Alert>
  );
}

/** A condition without its values, or a group without conditions, in words. */
function wordsOf(node: EditorNode | undefined, labels: Labels): string | undefined {
  if (node?.kind === 'condition') return nodeSentence({ condition: toCondition(node) }, labels);
  const isEmpty = node !== undefined && 'children' in node && node.children.length === 0;
  return isEmpty ? 'a group without conditions' : undefined;
}
