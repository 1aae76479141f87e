import { Tabs, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CompanyDataError } from '../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { later } from '../../api/load-code.ts';
import {
  CreateListDocument,
  DefinitionPreviewDocument,
  DraftCountDocument,
  SaveDefinitionDocument,
} from '../../generated/graphql.ts';
import { counted } from '../../lib/format.ts';
import { faultsOf } from '../../preview/service-faults.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useListName } from '../draft/list-name.tsx';
import type { Saved, SavedList } from '../draft/saved-list.ts';
import { useOpenDraft } from '../open-draft.ts';
import type { SavingStep } from '../use-workspace.ts';
import { DiffInWords } from './diff-in-words.tsx';
import { EnterAndLeave } from './enter-and-leave.tsx';
import { useFinished } from './unfinished-rows.tsx';

/** Few drafts meet a conflict. */
const ConflictDialog = later(async () => (await import('./conflict-dialog.tsx')).ConflictDialog);

/** Shows the dialog of a step, and what follows it: the list's page, the faults, or the conflict. */
export function SavingDialogs({ step }: { step: SavingStep }) {
  const { editor, target, base, rebase, forget, setStep, setRefused } = useOpenDraft();
  const navigate = useNavigate();
  const close = () => setStep(undefined);

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
      setRefused(faults);
      close();
    } else if (error instanceof CompanyDataError && error.code === 'definition_conflict') setStep('conflict');
  };
  const ends = { onClose: close, onFailed: fail, onSaved: open };

  if (step === 'create') return <CreateDialog {...ends} />;
  if (!target || !base) return null;
  if (step === 'review') return <ReviewDialog {...ends} base={base} list={target} />;
  return (
    <Suspense>
      <ConflictDialog
        base={base}
        list={target}
        onClose={close}
        onMerged={(definition) => {
          rebase({ version: target.version, definition: target.definition }, definition);
          notify(`Your draft now builds on version ${target.version}. Review and save it.`);
          setStep('review');
        }}
      />
    </Suspense>
  );
}

interface SaveProps {
  onClose: () => void;
  onFailed: (error: Error) => void;
  onSaved: (listId: string, message: string) => Promise<void>;
}

/** Saves the draft as a new list: asks for its name, and says how many companies it will have. */
function CreateDialog({ onClose, onFailed, onSaved }: SaveProps) {
  const suggested = useListName();
  const { definition, isAllowed, question } = useFinished();
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
          : count && `${counted(count.exactCount, 'company', 'companies')} match.`}
      </Text>
      {question}
    </NameDialog>
  );
}

/** Shows what a save would change, in words and in JSON, and which companies enter and leave; then saves. */
function ReviewDialog(props: SaveProps & { base: Saved; list: SavedList }) {
  const { base, list, onClose, onFailed, onSaved } = props;
  const { definition, isAllowed, question } = useFinished();
  const save = useApiMutation(SaveDefinitionDocument);
  const version = base.version + 1;
  const { listId } = list;
  const preview = useApiQuery(DefinitionPreviewDocument, { listId, definition }, { staleTime: 0 });
  const submit = () =>
    save.mutate(
      { listId, definition, ifVersion: base.version },
      { onSuccess: () => void onSaved(listId, `Version ${version} is saved.`), onError: onFailed },
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
