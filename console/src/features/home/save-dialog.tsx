import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { labelsOf, toPlainText, toSentence } from '../../filter/sentence.ts';
import { CreateListDocument } from '../../generated/graphql.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';
import { LeftOut } from '../../ui/left-out.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';

const MAX_NAME = 200;

interface SaveDialogProps {
  catalogue: Catalogue;
  definition: Definition;
  /** What was typed, which is the first name of the list. */
  typed: string;
  /** Words of it that are no part of the filter. */
  leftOut: readonly string[];
  onClose: () => void;
}

/** Saves the filter of the sentence as a list, and opens it. */
export function SaveDialog({ catalogue, definition, typed, leftOut, onClose }: SaveDialogProps) {
  const navigate = useNavigate();
  const [isAccepted, setAccepted] = useState(false);
  const create = useApiMutation(CreateListDocument);
  const labels = labelsOf(catalogue, useKnownLabels());
  const submit = async (name: string) => {
    const { createList } = await create.mutateAsync({ input: { name, definitionJson: definition } });
    if (!createList) return;
    await navigate({ to: '/app/lists/$listId', params: { listId: String(createList.list.listId) } });
  };
  const name = typed.trim();
  return (
    <NameDialog
      opened
      title="Save as list"
      submit="Save"
      initial={`${name.charAt(0).toUpperCase()}${name.slice(1, MAX_NAME)}`}
      busy={create.isPending}
      disabled={leftOut.length > 0 && !isAccepted}
      error={create.error}
      // The dialog shows a failure.
      onSubmit={(chosen) => void submit(chosen).catch(() => undefined)}
      onClose={onClose}
    >
      <Text>It has the companies that match now and later:</Text>
      <Text c="dimmed">{toPlainText(toSentence(definition, labels, 3))}</Text>
      <LeftOut words={leftOut} isAccepted={isAccepted} onChange={setAccepted} />
    </NameDialog>
  );
}
