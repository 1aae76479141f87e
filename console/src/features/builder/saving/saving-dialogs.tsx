import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { patiently } from '../../../api/load-code.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { ServiceFault } from '../../../filter/faults.ts';
import { faultsOf } from '../../../preview/service-faults.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { notify } from '../../../ui/notify.ts';
import type { SavedList } from '../draft/use-saved-list.ts';
import type { WorkspaceState } from '../use-workspace.ts';
import { CreateDialog } from './create-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/** Few drafts meet a conflict. */
const ConflictDialog = lazy(
  patiently(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog })),
);

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
            notify(editorText.conflict.merged(list.version));
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
