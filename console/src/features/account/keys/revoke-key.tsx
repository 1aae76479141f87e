import { Checkbox, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { KeysDocument, RevokeKeyDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { KeyActionProps } from './key-menu.tsx';

const text = accountText.keys.revocation;

const inOneLine = (typed: string): string => typed.replace(/\s+/g, ' ').trim();

/** Returns a label as it is shown; undefined for one with control characters, which nobody can type. */
function typeable(label: string | null | undefined): string | undefined {
  return label == null || visibleText(label) !== label ? undefined : inOneLine(label);
}

/** Revokes a key after its label, or else its first characters, were typed. */
export function RevokeKey({ apiKey: { keyId, prefix, label }, isCurrent, onClose }: KeyActionProps) {
  const word = typeable(label) ?? prefix;
  const [typed, setTyped] = useState('');
  const [includeCreated, setIncludeCreated] = useState(false);
  const revoke = useApiMutation(RevokeKeyDocument, { changes: [KeysDocument] });
  const submit = () =>
    revoke.mutate(
      { input: { keyId, includeCreated } },
      {
        onSuccess: ({ revokeApiKey }) => {
          const left = includeCreated ? 0 : (revokeApiKey?.createdKeys.length ?? 0);
          notifications.show({ message: text.done(left) });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={text.title(prefix)}
      action={text.action}
      busy={revoke.isPending}
      disabled={inOneLine(typed) !== word}
      error={revoke.error}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{text.body}</Text>
      {isCurrent && <Text fw={600}>{text.current}</Text>}
      <TextInput
        label={<span style={{ overflowWrap: 'anywhere' }}>{text.confirm(word)}</span>}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox
        label={text.includeCreated}
        checked={includeCreated}
        onChange={({ currentTarget }) => setIncludeCreated(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
