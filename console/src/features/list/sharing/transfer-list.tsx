import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import type { Person } from '../../../api/people.ts';
import { TransferListDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useListId } from '../list-id.ts';
import { PersonPicker } from './person-picker.tsx';

/** Gives a list to another person, after a confirmation. The old owner becomes editor. */
export function TransferList({ owner }: { owner: Person }) {
  const listId = useListId();
  const transfer = useApiMutation(TransferListDocument);
  const [person, setPerson] = useState<Person | null>(null);
  const [isAsking, setAsking] = useState(false);
  const name = visibleText(person?.name ?? '');
  const close = () => {
    transfer.reset();
    setAsking(false);
  };
  const confirm = () => {
    if (!person) return;
    transfer.mutate({ input: { listId, to: { userId: person.userId } } }, { onSuccess: close });
  };
  return (
    <Stack gap="xs">
      <Title order={2}>{sharingText.transferHeading}</Title>
      <Text c="dimmed">{sharingText.transferHint}</Text>
      <Group align="flex-end" gap="xs">
        <PersonPicker
          label={sharingText.newOwner}
          without={[owner.userId]}
          value={person}
          onChange={setPerson}
        />
        <Button variant="default" disabled={!person} onClick={() => setAsking(true)}>
          {sharingText.transfer}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={sharingText.transferTitle(name)}
        action={sharingText.transferConfirm}
        danger
        busy={transfer.isPending}
        error={transfer.error}
        onConfirm={confirm}
        onClose={close}
      >
        <Text>{sharingText.transferEffect(name)}</Text>
      </ConfirmDialog>
    </Stack>
  );
}
