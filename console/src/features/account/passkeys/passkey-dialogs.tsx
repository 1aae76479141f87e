import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  PasskeysDocument,
  RemovePasskeyDocument,
  RenamePasskeyDocument,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { common } from '../../../text/common.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';

const { adding, renaming, removal } = accountText.passkeys;

interface PasskeyDialogProps {
  passkey: { passkeyId: number; name: string };
  onClose: () => void;
}

/** Changes the name of a passkey. What was typed stays when saving fails. */
export function RenamePasskey({ passkey: { passkeyId, name: current }, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(current);
  const rename = useApiMutation(RenamePasskeyDocument, { changes: [PasskeysDocument] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { passkeyId: String(passkeyId), name: name.trim() };
    if (input.name !== '') rename.mutate({ input }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={renaming.title(visibleText(current))}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={adding.name}
            description={adding.nameHint}
            maxLength={100}
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          {rename.error && <Problem error={rename.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {renaming.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Removes a passkey after it was confirmed. */
export function RemovePasskey({ passkey: { passkeyId, name }, onClose }: PasskeyDialogProps) {
  const remove = useApiMutation(RemovePasskeyDocument, { changes: [PasskeysDocument] });
  const confirm = () =>
    remove.mutate(
      { input: { passkeyId: String(passkeyId) } },
      {
        onSuccess() {
          onClose();
          notify(removal.done);
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={removal.title(visibleText(name))}
      action={removal.action}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{removal.body}</Text>
    </ConfirmDialog>
  );
}
