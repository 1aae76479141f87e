import { Text } from '@mantine/core';
import { useApiMutation } from '../../api/hooks.ts';
import { GiveUpAccessDocument, type ListRowFragment } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';

const text = listsText.leave;

interface LeaveDialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

/** Gives up the caller's own access to a list. Access of the whole organization stays. */
export function LeaveDialog({ list: { listId, name, owner }, onClose }: LeaveDialogProps) {
  const leave = useApiMutation(GiveUpAccessDocument);
  const hasNone = leave.error?.code === 'permission_not_found';
  const confirm = async () => {
    const { leaveList } = await leave.mutateAsync({ input: { listId } });
    onClose();
    notify(leaveList?.list ? text.shared : text.done(name));
  };
  return (
    <ConfirmDialog
      opened
      title={text.title}
      action={text.submit}
      danger
      busy={leave.isPending}
      disabled={hasNone}
      error={hasNone ? null : leave.error}
      // The dialog shows a failure.
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {visibleText(hasNone ? text.none : text.body(name, owner.name))}
      </Text>
    </ConfirmDialog>
  );
}
