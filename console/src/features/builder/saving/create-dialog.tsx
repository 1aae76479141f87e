import { Text } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { CreateListFromDraftDocument, DraftCountDocument } from '../../../generated/graphql.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import type { Editor } from '../draft/editor.ts';
import { useListName } from '../draft/list-name.tsx';
import { useFinished } from './unfinished-rows.tsx';

const texts = editorText.create;

interface CreateDialogProps {
  editor: Editor;
  catalogue: Catalogue;
  onClose: () => void;
  onFailed: (error: Error) => void;
  onSaved: (listId: string, message: string) => Promise<void>;
}

/** Saves the draft as a new list: asks for its name, and says how many companies it will have. */
export function CreateDialog({ editor, catalogue, onClose, onFailed, onSaved }: CreateDialogProps) {
  const suggested = useListName(editor, catalogue);
  const { definition, isAllowed, question } = useFinished(editor, catalogue);
  const isEmpty = definition.root === null;
  const count = useApiQuery(DraftCountDocument, { definition }, { enabled: !isEmpty }).data?.previewCount;
  const create = useApiMutation(CreateListFromDraftDocument);
  const submit = (name: string) =>
    create.mutate(
      { name, ...(isEmpty ? {} : { definition }) },
      {
        onSuccess: ({ createList }) =>
          createList && void onSaved(String(createList.list.listId), texts.created),
        onError: onFailed,
      },
    );
  return (
    <NameDialog
      opened
      title={texts.title}
      submit={texts.create}
      initial={suggested}
      busy={create.isPending}
      disabled={!isAllowed}
      error={create.error}
      failed={texts.failed}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text role="status">{isEmpty ? texts.empty : count && texts.matches(count.exactCount)}</Text>
      {question}
    </NameDialog>
  );
}
