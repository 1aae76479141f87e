import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  CreateServiceAccountDocument,
  PeopleDocument,
  type PersonFieldsFragment,
} from '../../../generated/graphql.ts';
import { peopleText as text } from '../../../text/people.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface CreateAccountProps {
  onClose: () => void;
  onCreated: (account: PersonFieldsFragment) => void;
}

/** Asks for the name of a new service account. */
export function CreateAccount({ onClose, onCreated }: CreateAccountProps) {
  const [name, setName] = useState('');
  const create = useApiMutation(CreateServiceAccountDocument, { changes: [PeopleDocument] });
  const confirm = () =>
    create.mutate(
      { input: { name: name.trim() } },
      {
        onSuccess({ createServiceAccount }) {
          if (createServiceAccount) onCreated(createServiceAccount.user);
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title={text.account.title}
      action={text.account.action}
      busy={create.isPending}
      disabled={name.trim() === ''}
      error={create.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{text.account.body}</Text>
      <TextInput
        label={text.columns.name}
        description={text.account.nameHint}
        required
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
