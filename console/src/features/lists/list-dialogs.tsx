import { useState } from 'react';
import { request, useApiMutation } from '../../api/hooks.ts';
import { ListLossesDocument, type ListRowFragment, RenameListDocument } from '../../generated/graphql.ts';
import { listsText } from '../../text/lists.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { DeleteDialog, isUsed, type Losses } from './delete-dialog.tsx';
import { deleteWithUndo } from './delete-with-undo.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** Action of a list's menu that a dialog can follow. */
export type ListAction = 'rename' | 'tags' | 'leave' | 'remove';

interface Chosen {
  action: ListAction;
  list: ListRowFragment;
  losses?: Losses;
}

/**
 * Keeps the action that was chosen for a list, outside of its row: a row becomes another element when the window becomes
 * narrow, and a dialog must not close then.
 */
export function useListActions() {
  const [chosen, setChosen] = useState<Chosen>();
  /** Deletes a list: at once if its owner alone uses it, else after a question. */
  const remove = async (list: ListRowFragment) => {
    const { list: losses } = await request(ListLossesDocument, { listId: list.listId });
    if (losses && isUsed(losses)) setChosen({ action: 'remove', list, losses });
    else deleteWithUndo(list);
  };
  return {
    chosen,
    choose: (action: ListAction, list: ListRowFragment) => {
      if (action === 'remove') void remove(list).catch((error: Error) => notify(error.message));
      else setChosen({ action, list });
    },
    close: () => setChosen(undefined),
  };
}

interface ListDialogsProps {
  chosen: Chosen;
  /** Tags of all lists of the table. */
  known: readonly string[];
  onClose: () => void;
}

export function ListDialogs({ chosen: { action, list, losses }, known, onClose }: ListDialogsProps) {
  if (action === 'rename') return <RenameDialog list={list} onClose={onClose} />;
  if (action === 'tags') return <TagsDialog list={list} known={known} onClose={onClose} />;
  if (action === 'leave') return <LeaveDialog list={list} onClose={onClose} />;
  const confirm = () => {
    onClose();
    deleteWithUndo(list);
  };
  return losses && <DeleteDialog name={list.name} losses={losses} onConfirm={confirm} onClose={onClose} />;
}

interface RenameDialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

function RenameDialog({ list: { listId, name }, onClose }: RenameDialogProps) {
  const rename = useApiMutation(RenameListDocument);
  return (
    <NameDialog
      opened
      title={listsText.rename.title}
      submit={listsText.rename.submit}
      initial={name}
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(next) => rename.mutate({ input: { listId, name: next } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
