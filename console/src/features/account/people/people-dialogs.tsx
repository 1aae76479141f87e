import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  CreateServiceAccountDocument,
  InviteUserDocument,
  PeopleDocument,
  type PersonFieldsFragment,
  SignUserOutDocument,
  UpdateUserDocument,
  type UserRole,
  ViewerDocument,
} from '../../../generated/graphql.ts';
import { ONLY_PROVIDER } from '../../../lib/provider.ts';
import { providedBy } from '../../../ui/invited-text.ts';
import { Question } from '../../../ui/question.tsx';

export const ROLES: Record<UserRole, string> = { ADMIN: 'Admin', MEMBER: 'Member' };

const DISABLED = {
  PERSON:
    'They are signed out, cannot sign in again, and their keys are refused. Admins get access to their lists. You can enable them again.',
  SERVICE: 'Its keys are refused. Admins get access to its lists. You can enable it again.',
};
const ENABLED = {
  PERSON: 'They can sign in again, and their keys work again.',
  SERVICE: 'Its keys work again.',
};

interface PersonQuestionProps {
  action: 'role' | 'signOut' | 'disable' | 'enable';
  person: PersonFieldsFragment;
  isSelf: boolean;
  onClose: () => void;
}

/** Asks before an admin changes a person. The service refuses what would leave no admin. */
export function PersonQuestion({ action, person, isSelf, onClose }: PersonQuestionProps) {
  const { userId, kind, name, role } = person;
  if (action === 'signOut')
    return (
      <Question
        document={SignUserOutDocument}
        variables={{ input: { userId } }}
        changes={[]}
        title={`Sign ${name} out everywhere?`}
        body="All browsers in which they are signed in are signed out. They can sign in again, and their keys keep working."
        action="Sign out"
        done={({ revokeSessions }) => signedOut(name, revokeSessions?.count ?? 0)}
        onClose={onClose}
      />
    );
  const isAdmin = role === 'ADMIN';
  const change = {
    role: {
      input: { userId, role: isAdmin ? 'MEMBER' : 'ADMIN' } as const,
      // An admin who becomes a member may no longer read what this page shows: it asks anew, as a member.
      ...(isSelf && { changes: [ViewerDocument] }),
      title: `Make ${name} ${isAdmin ? 'a member' : 'an admin'}?`,
      body: isAdmin
        ? 'Members work with the data and manage their own keys. They no longer manage people.'
        : 'Admins invite and disable people, and manage all keys of the organization.',
      action: isAdmin ? 'Make member' : 'Make admin',
      done: () => `${name} is ${isAdmin ? 'a member' : 'an admin'}.`,
    },
    disable: {
      input: { userId, disabled: true },
      title: `Disable ${name}?`,
      body: DISABLED[kind],
      action: 'Disable',
      done: (keys: number) =>
        keys === 0
          ? `${name} is disabled.`
          : `${name} is disabled. Keys of the organization that they made stay active: ${keys}. Rotate or revoke them.`,
    },
    enable: {
      input: { userId, disabled: false },
      title: `Enable ${name}?`,
      body: ENABLED[kind],
      action: 'Enable',
      done: () => `${name} is enabled.`,
    },
  }[action];
  const { input, done, ...question } = change;
  return (
    <Question
      {...question}
      document={UpdateUserDocument}
      variables={{ input }}
      danger={action === 'disable'}
      done={({ updateUser }) => done(updateUser?.createdKeys.length ?? 0)}
      onClose={onClose}
    />
  );
}

function signedOut(name: string, count: number): string {
  if (count === 0) return `${name} was signed in nowhere.`;
  return `${name} is signed out in ${count === 1 ? 'one browser' : `${count} browsers`}.`;
}

interface CreateAccountProps {
  onClose: () => void;
  onCreated: (account: PersonFieldsFragment) => void;
}

export function CreateAccount({ onClose, onCreated }: CreateAccountProps) {
  const [name, setName] = useState('');
  return (
    <Question
      document={CreateServiceAccountDocument}
      variables={{ input: { name: name.trim() } }}
      changes={[PeopleDocument]}
      title="Add a service account"
      action="Add"
      disabled={name.trim() === ''}
      done={({ createServiceAccount }) => createServiceAccount && onCreated(createServiceAccount.user)}
      onClose={onClose}
      body={
        <>
          <Text>
            It stands for a program, such as a nightly import. It owns lists and has keys, and nobody signs in
            as it.
          </Text>
          <TextInput
            label="Name"
            description="What the program does, such as “Nightly import”."
            required
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
        </>
      }
    />
  );
}

interface InviteProps {
  onClose: () => void;
  /** @param link signs the person in once, or is the address where they sign in with the provider. @param mailed whether the service has sent it. */
  onInvited: (link: string, mailed: boolean) => void;
}

export function Invite({ onClose, onInvited }: InviteProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<UserRole>('MEMBER');
  return (
    <Question
      document={InviteUserDocument}
      variables={{
        input: { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) },
      }}
      changes={[PeopleDocument]}
      title="Invite somebody"
      action={ONLY_PROVIDER ? 'Invite somebody' : 'Make a link'}
      disabled={email.trim() === ''}
      done={({ inviteUser }) => inviteUser && onInvited(inviteUser.link, inviteUser.mailed)}
      onClose={onClose}
      body={
        <>
          <Text>
            {ONLY_PROVIDER
              ? providedBy(ONLY_PROVIDER)
              : 'You get a link that signs them in once, within 72 hours.'}
          </Text>
          <TextInput
            label="E-mail"
            type="email"
            required
            maxLength={254}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Name"
            description="By default, the part of the address before the @."
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="Role"
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as UserRole)}
            data={(['MEMBER', 'ADMIN'] as const).map((value) => ({ value, label: ROLES[value] }))}
          />
        </>
      }
    />
  );
}
