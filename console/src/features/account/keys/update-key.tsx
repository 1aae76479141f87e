import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { KeysDocument, UpdateKeyDocument } from '../../../generated/graphql.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Expiry, expiryOf } from './expiry.ts';
import { ExpirySelect } from './expiry-select.tsx';
import type { KeyActionProps } from './key-menu.tsx';

const text = accountText.keys;

/** Changes the label and the expiry of a key. */
export function UpdateKey({ apiKey: { keyId, prefix, label: current }, onClose }: KeyActionProps) {
  const [label, setLabel] = useState(current ?? '');
  const [expiry, setExpiry] = useState<Expiry | 'keep'>('keep');
  const update = useApiMutation(UpdateKeyDocument, { changes: [KeysDocument] });
  const submit = () => {
    const trimmed = label.trim();
    const input = {
      keyId,
      label: trimmed === '' ? null : trimmed,
      ...(expiry !== 'keep' && { expiresAt: expiryOf(expiry) }),
    };
    update.mutate({ input }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      opened
      title={text.update.title(prefix)}
      action={text.update.action}
      busy={update.isPending}
      error={update.error}
      onConfirm={submit}
      onClose={onClose}
    >
      <TextInput
        label={text.label}
        description={text.labelHint}
        maxLength={100}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        data-autofocus
      />
      <ExpirySelect value={expiry} onChange={setExpiry} keep />
    </ConfirmDialog>
  );
}
