import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import { type ApiKeyKind, CreateKeyDocument, KeysDocument } from '../../../generated/graphql.ts';
import { accountText } from '../../../text/account.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { submitOnEnter } from '../../../ui/submit-on-enter.ts';
import { type Expiry, ExpirySelect, expiryOf } from './expiry.tsx';

const text = accountText.keys;
const KINDS: readonly ApiKeyKind[] = ['USER', 'ORG'];

interface CreateKeyProps {
  opened: boolean;
  /** Service account that gets the key. By default it is for the caller or the organization. */
  account?: { userId: number; name: string };
  onClose: () => void;
  onCreated: (key: string) => void;
}

/** Asks what a new key is for, and creates it. */
export function CreateKey({ opened, account, onClose, onCreated }: CreateKeyProps) {
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<ApiKeyKind>('USER');
  const [expiry, setExpiry] = useState<Expiry>('90');
  const isAdmin = useIsAdmin();
  const create = useApiMutation(CreateKeyDocument, { changes: [KeysDocument] });
  const close = () => {
    create.reset();
    setLabel('');
    onClose();
  };
  const submit = async () => {
    const input = {
      kind,
      expiresAt: expiryOf(expiry),
      ...(label.trim() !== '' && { label: label.trim() }),
      ...(account && { userId: account.userId }),
    };
    const { createApiKey } = await create.mutateAsync({ input });
    if (!createApiKey) return;
    close();
    onCreated(createApiKey.key);
  };
  return (
    <Dialog opened={opened} onClose={close} title={account ? text.createFor(account.name) : text.create}>
      <form
        onKeyDown={submitOnEnter}
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => undefined);
        }}
      >
        <Stack>
          <TextInput
            label={text.label}
            description={text.labelHint}
            maxLength={100}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
            data-autofocus
          />
          {isAdmin && !account && (
            <div>
              <Text size="sm" fw={500} id="key-kind">
                {text.kind}
              </Text>
              <SegmentedControl
                aria-labelledby="key-kind"
                value={kind}
                onChange={(value) => setKind(value as ApiKeyKind)}
                data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
              />
              <Text size="xs" c="dimmed">
                {text.kindHint}
              </Text>
            </div>
          )}
          <ExpirySelect value={expiry} onChange={setExpiry} />
          {create.error && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {text.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
