import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request, useApiMutation } from '../../../api/hooks.ts';
import {
  AddPasskeyDocument,
  CreatePasskeyOptionsDocument,
  PasskeysDocument,
} from '../../../generated/graphql.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { wasCancelled } from '../../../lib/passkeys.ts';
import { accountText } from '../../../text/account.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';

const text = accountText.passkeys.adding;

/** Asks for a name, then has the browser make a passkey. */
export function AddPasskey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
      close();
      notify(text.done);
    },
  });
  const close = () => {
    attempt.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') attempt.mutate();
  };
  return (
    <Dialog opened={opened} onClose={close} title={text.title}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{text.body}</Text>
          <TextInput
            label={text.name}
            description={text.nameHint}
            maxLength={100}
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          {attempt.error && <Failure error={attempt.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={attempt.isPending}>
              {text.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Failure({ error }: { error: Error }) {
  if (wasCancelled(error)) return <Text role="status">{text.cancelled}</Text>;
  return <Problem error={error.name === 'InvalidStateError' ? text.already : error} />;
}
