import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { CreateListFromDraftDocument, DraftCountDocument } from '../../../generated/graphql.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Editor } from '../draft/editor.ts';
import { useListName } from '../draft/list-name.tsx';
import { UnfinishedRows } from './unfinished-rows.tsx';

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
  const [name, setName] = useState(suggested);
  const [isTried, setTried] = useState(false);
  const { definition, dropped } = editor.produced();
  const [isAccepted, setAccepted] = useState(false);
  const isAllowed = dropped.length === 0 || isAccepted;
  const isEmpty = definition.root === null;
  const count = useApiQuery(DraftCountDocument, { definition }, { enabled: !isEmpty }).data?.previewCount;
  const create = useApiMutation(CreateListFromDraftDocument);
  const isNamed = name.trim().length > 0 && name.trim().length <= 200;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isNamed || !isAllowed || create.isPending) return;
    const variables = { name: name.trim(), ...(isEmpty ? {} : { definition }) };
    create.mutate(variables, {
      onSuccess: ({ createList }) =>
        createList && void onSaved(String(createList.list.listId), texts.created),
      onError: onFailed,
    });
  };

  return (
    <Dialog opened title={texts.title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isTried && !isNamed ? texts.nameNeeded : undefined}
          />
          <Text role="status">{isEmpty ? texts.empty : count && texts.matches(count.exactCount)}</Text>
          <UnfinishedRows {...{ editor, catalogue, isAccepted }} onChange={setAccepted} />
          {create.error && <Problem error={create.error} title={texts.failed} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={!isAllowed}>
              {texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
