import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { type Choice, mergeDefinitions } from '../../../filter/merge.ts';
import { DraftCountDocument } from '../../../generated/graphql.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Editor } from '../draft/editor.ts';
import type { Saved, SavedList } from '../draft/use-saved-list.ts';
import { HunkChoice } from './hunk-choice.tsx';

const texts = editorText.conflict;

interface ConflictDialogProps {
  editor: Editor;
  catalogue: Catalogue;
  /** Version that the draft began with. */
  base: Saved;
  /** The list as others have saved it meanwhile. */
  list: SavedList;
  onClose: () => void;
  onMerged: (definition: Definition) => void;
}

/** Their version beside mine, node by node, with the count of the result as it is chosen. */
export function ConflictDialog({ editor, catalogue, base, list, onClose, onMerged }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const mine = editor.produced().definition;
  const merge = useMemo(
    () => mergeDefinitions(base.definition, mine, list.definition),
    [base.definition, mine, list.definition],
  );
  const result = useMemo(() => merge.apply(choices), [merge, choices]);
  return (
    <Dialog opened title={texts.title} onClose={onClose} size="xl">
      <DialogForm action={texts.use} onSubmit={() => onMerged(result)} onCancel={onClose}>
        <Text>{merge.hunks.length === 0 ? texts.same : texts.explain(list.version)}</Text>
        {merge.hunks.map((hunk) => (
          <HunkChoice
            key={hunk.id}
            {...{ hunk, catalogue }}
            chosen={choices[hunk.id] ?? hunk.automatic ?? 'mine'}
            onChoose={(choice) => setChoices({ ...choices, [hunk.id]: choice })}
          />
        ))}
        <ResultCount listId={list.listId} definition={result} />
      </DialogForm>
    </Dialog>
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
        {isEmpty ? texts.resultNone : count !== undefined && !error && texts.result(count)}
      </Text>
    </>
  );
}
