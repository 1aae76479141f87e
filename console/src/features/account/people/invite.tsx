import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { InviteUserDocument, PeopleDocument, type UserRole } from '../../../generated/graphql.ts';
import { ONLY_PROVIDER } from '../../../lib/provider.ts';
import { peopleText as text } from '../../../text/people.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface InviteProps {
  onClose: () => void;
  /** @param link signs the person in once, or is the address where they sign in with the provider. @param mailed whether the service has sent it. */
  onInvited: (link: string, mailed: boolean) => void;
}

/** Asks whom to invite. */
export function Invite({ onClose, onInvited }: InviteProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<UserRole>('MEMBER');
  const invite = useApiMutation(InviteUserDocument, { changes: [PeopleDocument] });
  const submit = async () => {
    const input = { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) };
    const { inviteUser } = await invite.mutateAsync({ input });
    if (inviteUser) onInvited(inviteUser.link, inviteUser.mailed);
  };
  return (
    <ConfirmDialog
      opened
      title={text.invitation.title}
      action={ONLY_PROVIDER ? text.invite : text.invitation.action}
      busy={invite.isPending}
      disabled={email.trim() === ''}
      error={invite.error}
      onConfirm={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <Text>{ONLY_PROVIDER ? text.provided.body(ONLY_PROVIDER) : text.invitation.body}</Text>
      <TextInput
        label={text.email}
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={text.columns.name}
        description={text.invitation.nameHint}
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={text.columns.role}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as UserRole)}
        data={(['MEMBER', 'ADMIN'] as const).map((value) => ({ value, label: text.roles[value] }))}
      />
    </ConfirmDialog>
  );
}
