import { useApiMutation } from '../../api/hooks.ts';
import { type ListRowFragment, RenameListDocument } from '../../generated/graphql.ts';
import { listsText } from '../../text/lists.ts';
import { NameDialog } from './name-dialog.tsx';

interface RenameDialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

export function RenameDialog({ list: { listId, name }, onClose }: RenameDialogProps) {
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
