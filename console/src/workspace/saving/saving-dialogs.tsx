import { Tabs, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CompanyDataError } from '../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { later } from '../../api/load-code.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { ServiceFault } from '../../filter/faults.ts';
import {
  CreateListDocument,
  DefinitionPreviewDocument,
  DraftCountDocument,
  SaveDefinitionDocument,
} from '../../generated/graphql.ts';
import { faultsOf } from '../../preview/service-faults.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import type { Editor } from '../draft/editor.ts';
import { useListName } from '../draft/list-name.tsx';
import type { Saved, SavedList } from '../draft/saved-list.ts';
import { editorText } from '../text.ts';
import type { WorkspaceState } from '../use-workspace.ts';
import { DiffInWords } from './diff-in-words.tsx';
import { EnterAndLeave } from './enter-and-leave.tsx';
import { useFinished } from './unfinished-rows.tsx';

/** Few drafts meet a conflict. */
const ConflictDialog = later(async () => (await import('./conflict-dialog.tsx')).ConflictDialog);

/** Dialog on the way to a saved definition. */
export type SavingStep = 'review' | 'create' | 'conflict';

interface SavingDialogsProps {
  state: WorkspaceState;
  catalogue: Catalogue;
  list: SavedList | undefined;
  step: SavingStep;
  onStep: (step: SavingStep | undefined) => void;
  /** Called with the faults of a refused save, which the tree then shows. */
  onRefused: (faults: readonly ServiceFault[]) => void;
}

/** Shows the dialog of a step, and what follows it: the list's page, the faults, or the conflict. */
export function SavingDialogs({ state, catalogue, list, step, onStep, onRefused }: SavingDialogsProps) {
  const navigate = useNavigate();
  const { editor, base, rebase, forget } = state;
  const close = () => onStep(undefined);

  const open = async (listId: string, message: string) => {
    editor.dispatch({ type: 'saved' });
    forget();
    close();
    notify(message);
    // Back does not return to a draft that is saved.
    await navigate({ to: '/app/lists/$listId', params: { listId }, replace: true });
  };
  const fail = (error: Error) => {
    const faults = faultsOf(error);
    if (faults) {
      onRefused(faults);
      close();
    } else if (error instanceof CompanyDataError && error.code === 'definition_conflict') onStep('conflict');
  };

  if (step === 'create') {
    return <CreateDialog {...{ editor, catalogue }} onClose={close} onFailed={fail} onSaved={open} />;
  }
  if (!list || !base) return null;
  if (step === 'conflict') {
    return (
      <Suspense>
        <ConflictDialog
          {...{ editor, catalogue, base, list }}
          onClose={close}
          onMerged={(definition) => {
            rebase({ version: list.version, definition: list.definition }, definition);
            notify(`Your draft now builds on version ${list.version}. Review and save it.`);
            onStep('review');
          }}
        />
      </Suspense>
    );
  }
  return (
    <ReviewDialog {...{ editor, catalogue, base, list }} onClose={close} onFailed={fail} onSaved={open} />
  );
}

const createTexts = editorText.create;

interface CreateDialogProps {
  editor: Editor;
  catalogue: Catalogue;
  onClose: () => void;
  onFailed: (error: Error) => void;
  onSaved: (listId: string, message: string) => Promise<void>;
}

/** Saves the draft as a new list: asks for its name, and says how many companies it will have. */
function CreateDialog({ editor, catalogue, onClose, onFailed, onSaved }: CreateDialogProps) {
  const suggested = useListName(editor, catalogue);
  const { definition, isAllowed, question } = useFinished(editor, catalogue);
  const isEmpty = definition.root === null;
  const count = useApiQuery(DraftCountDocument, { definition }, { enabled: !isEmpty }).data?.previewCount;
  const create = useApiMutation(CreateListDocument);
  const submit = (name: string) =>
    create.mutate(
      { input: { name, ...(!isEmpty && { definitionJson: definition }) } },
      {
        onSuccess: ({ createList }) =>
          createList && void onSaved(String(createList.list.listId), 'The list is created.'),
        onError: onFailed,
      },
    );
  return (
    <NameDialog
      opened
      title="Save as a new list"
      submit="Create the list"
      initial={suggested}
      busy={create.isPending}
      disabled={!isAllowed}
      error={create.error}
      failed="The list was not created"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text role="status">
        {isEmpty
          ? 'The filter is empty. The list will hold only the domains that you add by hand.'
          : count && createTexts.matches(count.exactCount)}
      </Text>
      {question}
    </NameDialog>
  );
}

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
function ReviewDialog(props: ReviewDialogProps) {
  const { editor, catalogue, base, list, onClose, onFailed, onSaved } = props;
  const { definition, isAllowed, question } = useFinished(editor, catalogue);
  const save = useApiMutation(SaveDefinitionDocument);
  const version = base.version + 1;
  const preview = useApiQuery(
    DefinitionPreviewDocument,
    { listId: list.listId, definition },
    { staleTime: 0 },
  );
  const submit = () =>
    save.mutate(
      { listId: list.listId, definition, ifVersion: base.version },
      { onSuccess: () => void onSaved(list.listId, `Version ${version} is saved.`), onError: onFailed },
    );
  return (
    <FormDialog
      title="Review and save"
      size="xl"
      action={`Save as version ${version}`}
      busy={save.isPending}
      disabled={!isAllowed}
      error={save.error}
      failed="The definition was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      {question}
      <Tabs defaultValue="words" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="words">What changes</Tabs.Tab>
          <Tabs.Tab value="json">As JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="words" pt="sm">
          <DiffInWords before={base.definition} after={definition} />
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="sm">
          <JsonDiff title="As JSON" before={base.definition} after={definition} />
        </Tabs.Panel>
      </Tabs>
      <Loaded query={preview} lines={3}>
        {({ list: found }) =>
          found?.previewDefinition && <EnterAndLeave {...list} preview={found.previewDefinition} />
        }
      </Loaded>
    </FormDialog>
  );
}
