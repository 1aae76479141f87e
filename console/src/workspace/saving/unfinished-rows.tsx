import { Alert, Checkbox, List, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import { findNode } from '../../filter/rows.ts';
import { type Labels, nodeSentence } from '../../filter/sentence.ts';
import { type EditorNode, toCondition } from '../../filter/tree.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { LeftOut } from '../../ui/left-out.tsx';
import type { Editor } from '../draft/editor.ts';

interface UnfinishedRowsProps {
  editor: Editor;
  catalogue: Catalogue;
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
}

/**
 * Returns what a save of the draft stores, and whether it may: rows that are not finished are left out only after the
 * `question` was answered. So are words of the sentence that the draft began with.
 */
export function useFinished(editor: Editor, catalogue: Catalogue) {
  const { definition, dropped } = editor.produced();
  const [isAccepted, setAccepted] = useState(false);
  const { left = [] } = useSearch({ strict: false });
  const [isLeft, setLeft] = useState(false);
  return {
    definition,
    isAllowed: (dropped.length === 0 || isAccepted) && (left.length === 0 || isLeft),
    question: (
      <>
        <LeftOut words={left} isAccepted={isLeft} onChange={setLeft} />
        <UnfinishedRows {...{ editor, catalogue, isAccepted }} onChange={setAccepted} />
      </>
    ),
  };
}

/** Names the rows that a save leaves out, and asks whether it may. Nothing where all rows are finished. */
function UnfinishedRows({ editor, catalogue, isAccepted, onChange }: UnfinishedRowsProps) {
  const labels = useLabels(catalogue);
  const rows = unfinishedRows(editor, labels);
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

/** Conditions without their values, and groups without conditions, in words. */
function unfinishedRows(editor: Editor, labels: Labels): { id: string; words: string }[] {
  return editor.produced().dropped.flatMap((id) => {
    const words = wordsOf(findNode(editor.tree.root, id), labels);
    return words === undefined ? [] : [{ id, words }];
  });
}

function wordsOf(node: EditorNode | undefined, labels: Labels): string | undefined {
  if (node?.kind === 'condition') return nodeSentence({ condition: toCondition(node) }, labels);
  const isEmpty = node !== undefined && 'children' in node && node.children.length === 0;
  return isEmpty ? 'a group without conditions' : undefined;
}
