import { NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, useApiMutation } from '../../../api/hooks.ts';
import { startSession } from '../../../api/session.ts';
import { KeysDocument, RotateKeyDocument } from '../../../generated/graphql.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Expiry, expiryOf } from './expiry.ts';
import { ExpirySelect } from './expiry-select.tsx';
import type { KeyActionProps } from './key-menu.tsx';
import type { NewKeyState } from './new-key.tsx';

const text = accountText.keys.rotation;

/** Seconds for which the old key keeps working. */
const OVERLAPS = ['86400', '604800', '2592000', '3600', '0'] as const;

interface RotateKeyProps extends KeyActionProps {
  onCreated: (state: NewKeyState) => void;
}

/** Replaces a key by a new one, which is shown once after this dialog. */
export function RotateKey({ apiKey: { keyId, prefix }, isCurrent, onClose, onCreated }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('86400');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const rotate = useApiMutation(RotateKeyDocument, { changes: [] });
  const cache = useQueryClient();
  const switches = isCurrent && overlap === '0';
  const submit = async () => {
    const input = { keyId, overlapSeconds: Number(overlap), expiresAt: expiryOf(expiry) };
    const { rotateApiKey } = await rotate.mutateAsync({ input });
    if (!rotateApiKey) return;
    // The old key is refused from now on.
    if (switches) startSession(rotateApiKey.key, { continues: true });
    else void cache.invalidateQueries({ queryKey: queryKey(KeysDocument) });
    onClose();
    onCreated({ key: rotateApiKey.key, replacesCurrent: isCurrent && !switches });
  };
  return (
    <ConfirmDialog
      opened
      title={text.title(prefix)}
      action={text.action}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <Text>{text.body}</Text>
      {isCurrent && <Text>{switches ? text.switches : text.current}</Text>}
      <NativeSelect
        label={text.overlap}
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value as typeof overlap)}
        data={OVERLAPS.map((value) => ({ value, label: text.overlaps[value] }))}
      />
      <ExpirySelect value={expiry} onChange={setExpiry} />
    </ConfirmDialog>
  );
}
