import { Button, Text, TextInput } from '@mantine/core';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, request, useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  AddPasskeyDocument,
  CreatePasskeyOptionsDocument,
  PasskeysDocument,
  type PasskeysQuery,
  RemovePasskeyDocument,
  RenamePasskeyDocument,
} from '../../../generated/graphql.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { hasPasskeys, wasCancelled } from '../../../lib/provider.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { actionsColumn, type Column, column, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Question } from '../../../ui/question.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Note, UserText } from '../../../ui/user-text.tsx';

type Passkey = NonNullable<Answered<PasskeysQuery>['viewer']['passkeys']>[number];

export function Passkeys() {
  const passkeys = useApiQuery(PasskeysDocument, {});
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      gap="sm"
      title="Passkeys"
      intro={
        hasPasskeys()
          ? 'A passkey signs you in without a password: by your finger, your face or a PIN, on this device, a phone or a security key.'
          : 'This page can make no passkeys. They need an address with HTTPS and a host name instead of an IP address, and a service that accepts them.'
      }
      actions={
        hasPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      <Loaded query={passkeys} lines={2}>
        {({ viewer }) => (
          <DataTable
            label="Your passkeys"
            rows={viewer.passkeys ?? []}
            idOf={({ passkeyId }) => passkeyId}
            empty={<Empty title="No passkeys yet" />}
            columns={COLUMNS}
          />
        )}
      </Loaded>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Section>
  );
}

const COLUMNS: readonly Column<Passkey>[] = [
  column('Passkey', ({ name, createdAt }) => (
    <>
      <UserText text={name} maw="min(60vw, 320px)" fw={600} />
      <Note>
        Added <TimeAgo at={createdAt} />
      </Note>
    </>
  )),
  column('Last used', ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt} /> : 'not yet')),
  actionsColumn((passkey) => (
    <ActionMenu
      label={`Actions for ${passkey.name}`}
      button={{ c: 'inherit' }}
      actions={[
        { label: 'Rename', dialog: (onClose) => <RenamePasskey {...{ passkey, onClose }} /> },
        { label: 'Remove', danger: true, dialog: (onClose) => <RemovePasskey {...{ passkey, onClose }} /> },
      ]}
    />
  )),
];

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

/** Changes the name of a passkey. What was typed stays when saving fails. */
function RenamePasskey({ passkey: { passkeyId, name: current }, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(current);
  const rename = useApiMutation(RenamePasskeyDocument, { changes: [PasskeysDocument] });
  const submit = () => {
    const input = { passkeyId: String(passkeyId), name: name.trim() };
    if (input.name !== '') rename.mutate({ input }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Rename ${current}`}
      action="Save"
      busy={rename.isPending}
      error={rename.error}
      validates
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { passkeyId, name }, onClose }: PasskeyDialogProps) {
  return (
    <Question
      document={RemovePasskeyDocument}
      variables={{ input: { passkeyId: String(passkeyId) } }}
      changes={[PasskeysDocument]}
      danger
      title={`Remove ${name}?`}
      body="It signs nobody in any more. Browsers that are signed in stay so. Delete it on your device as well: this service cannot do that."
      action="Remove"
      done={() => 'The passkey is removed.'}
      onClose={onClose}
    />
  );
}

/** Asks for a name, then has the browser make a passkey. */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => browserName(navigator.userAgent) ?? '');
  const add = useApiMutation(AddPasskeyDocument, { changes: [PasskeysDocument] });
  const attempt = useMutation({
    async mutationFn() {
      const { createPasskeyOptions } = await request(CreatePasskeyOptionsDocument, {});
      const optionsJSON = createPasskeyOptions?.options as PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON });
      await add.mutateAsync({ input: { name: name.trim(), response } });
    },
    onSuccess() {
      onClose();
      notify('The passkey is added. It signs you in from now on.');
    },
  });
  const submit = () => {
    if (name.trim() !== '') attempt.mutate();
  };
  return (
    <FormDialog
      title="Add a passkey"
      action="Continue"
      busy={attempt.isPending}
      validates
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>Your browser asks where to keep it, and checks that it is you.</Text>
      <NameInput value={name} onChange={setName} />
      {attempt.error && <Failure error={attempt.error} />}
    </FormDialog>
  );
}

function Failure({ error }: { error: Error }) {
  if (wasCancelled(error))
    return <Text role="status">No passkey was made. Try again when you are ready.</Text>;
  return (
    <Problem
      error={
        error.name === 'InvalidStateError'
          ? 'This device or app has a passkey of yours already. Choose another one.'
          : error
      }
    />
  );
}

function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label="Name"
      description="Where it is kept, such as “MacBook” or “password manager”. At most 100 characters."
      maxLength={100}
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  );
}
