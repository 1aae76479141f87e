import { Tabs } from '@mantine/core';
import { useApiMutation } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { SaveDefinitionDocument } from '../../../generated/graphql.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { JsonDiff } from '../../../ui/json-diff.tsx';
import type { Editor } from '../draft/editor.ts';
import type { Saved, SavedList } from '../draft/use-saved-list.ts';
import { ChangesInWords } from './changes-in-words.tsx';
import { EnterAndLeave } from './enter-and-leave.tsx';
import { useFinished } from './unfinished-rows.tsx';

const texts = editorText.review;

interface ReviewDialogProps {
  editor: Editor;
  catalogue: Catalogue;
  base: Saved;
  list: SavedList;
  onClose: () => void;
  onFailed: (error: Error) => void;
  onSaved: (listId: string, message: string) => Promise<void>;
}

/** Shows what a save would change, in words and in JSON, and which companies enter and leave; then saves. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { editor, catalogue, base, list, onClose, onFailed, onSaved } = props;
  const { definition, isAllowed, question } = useFinished(editor, catalogue);
  const save = useApiMutation(SaveDefinitionDocument);
  const version = base.version + 1;
  const submit = () =>
    save.mutate(
      { listId: list.listId, definition, ifVersion: base.version },
      { onSuccess: () => void onSaved(list.listId, texts.saved(version)), onError: onFailed },
    );
  return (
    <Dialog opened title={texts.title} onClose={onClose} size="xl">
      <DialogForm
        action={texts.save(version)}
        busy={save.isPending}
        disabled={!isAllowed}
        error={save.error}
        failed={texts.failed}
        onSubmit={submit}
        onCancel={onClose}
      >
        {question}
        <Tabs defaultValue="words" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="words">{texts.words}</Tabs.Tab>
            <Tabs.Tab value="json">{texts.json}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="words" pt="sm">
            <ChangesInWords {...{ catalogue }} before={base.definition} after={definition} />
          </Tabs.Panel>
          <Tabs.Panel value="json" pt="sm">
            <JsonDiff title={texts.json} before={base.definition} after={definition} />
          </Tabs.Panel>
        </Tabs>
        <EnterAndLeave {...{ list, definition }} />
      </DialogForm>
    </Dialog>
  );
}
