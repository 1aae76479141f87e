import { Text } from '@mantine/core';
import { useApiMutation } from '../../../api/hooks.ts';
import { GrantAccessDocument, RevokeAccessDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notifyUndo } from '../../../ui/notify.ts';
import { useListId } from '../list-id.ts';
import type { Permission } from './permissions.ts';

interface RevokeDialogProps {
  /** Permission to revoke; undefined while the dialog is closed. */
  permission: Permission | undefined;
  title: string;
  /** Says what the revocation changes. */
  effect: string;
  onClose: () => void;
}

/** Asks before a permission is revoked. */
export function RevokeDialog({ permission, title, effect, onClose }: RevokeDialogProps) {
  const listId = useListId();
  const revoke = useApiMutation(RevokeAccessDocument);
  const grant = useApiMutation(GrantAccessDocument);
  const close = () => {
    revoke.reset();
    onClose();
  };
  const confirm = () => {
    if (!permission) return;
    const { permissionId, accessLevel, user } = permission;
    const to = user ? { userId: user.userId } : { orgWide: true };
    const undo = () => grant.mutateAsync({ input: { listId, accessLevel, to } });
    const done = () => {
      close();
      notifyUndo(sharingText.revoked(user?.name ?? sharingText.organization), undo);
    };
    revoke.mutate({ input: { listId, permissionId } }, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      opened={permission !== undefined}
      title={visibleText(title)}
      action={sharingText.revoke}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Text>{visibleText(effect)}</Text>
    </ConfirmDialog>
  );
}
