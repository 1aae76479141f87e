import { Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { GiveUpAccessDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useListId } from '../list-id.ts';
import type { Sharing } from './permissions.ts';

interface LeaveListProps {
  sharing: Sharing;
  /** Id of the caller. */
  userId: number;
}

/** Gives up the caller's own access, after a confirmation. Access of the whole organization stays. */
export function LeaveList({ sharing: { owner, organization, people }, userId }: LeaveListProps) {
  const listId = useListId();
  const navigate = useNavigate();
  const leave = useApiMutation(GiveUpAccessDocument);
  const [isAsking, setAsking] = useState(false);
  const hasOwn = people.some(({ user }) => user.userId === userId);
  const close = () => {
    leave.reset();
    setAsking(false);
  };
  const confirm = async () => {
    const { leaveList } = await leave.mutateAsync({ input: { listId } });
    close();
    notify(sharingText.left);
    if (!leaveList?.list) await navigate({ to: '/app/lists' });
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2}>{sharingText.leaveHeading}</Title>
      {hasOwn ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {sharingText.leave}
        </Button>
      ) : (
        <Text>{sharingText.onlyOrganization}</Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={sharingText.leaveTitle}
        action={sharingText.leaveConfirm}
        danger
        busy={leave.isPending}
        error={leave.error}
        // A failure is shown by the dialog.
        onConfirm={() => void confirm().catch(() => undefined)}
        onClose={close}
      >
        <Text>
          {organization ? sharingText.leaveKeeps : visibleText(sharingText.leaveEffect(owner.name))}
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}
