import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
  RotateKeyDocument,
  UpdateKeyDocument,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { type Expiry, ExpirySelect, expiryOf } from './expiry.tsx';

const text = accountText.keys;
const { rotation, revocation } = text;

interface KeyActionProps {
  apiKey: KeyFieldsFragment;
  onClose: () => void;
}

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

/** Seconds for which the old key keeps working. */
const OVERLAPS = ['86400', '604800', '2592000', '3600', '0'] as const;

interface RotateKeyProps extends KeyActionProps {
  onCreated: (key: string) => void;
}

/** Replaces a key by a new one, which is shown once after this dialog. */
export function RotateKey({ apiKey: { keyId, prefix }, onClose, onCreated }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('86400');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const rotate = useApiMutation(RotateKeyDocument, { changes: [KeysDocument] });
  const submit = async () => {
    const input = { keyId, overlapSeconds: Number(overlap), expiresAt: expiryOf(expiry) };
    const { rotateApiKey } = await rotate.mutateAsync({ input });
    if (!rotateApiKey) return;
    onClose();
    onCreated(rotateApiKey.key);
  };
  return (
    <ConfirmDialog
      opened
      title={rotation.title(prefix)}
      action={rotation.action}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <Text>{rotation.body}</Text>
      <NativeSelect
        label={rotation.overlap}
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value as typeof overlap)}
        data={OVERLAPS.map((value) => ({ value, label: rotation.overlaps[value] }))}
      />
      <ExpirySelect value={expiry} onChange={setExpiry} />
    </ConfirmDialog>
  );
}

const inOneLine = (typed: string): string => typed.replace(/\s+/g, ' ').trim();

/** Returns a label as it is shown; undefined for one with control characters, which nobody can type. */
function typeable(label: string | null | undefined): string | undefined {
  return label == null || visibleText(label) !== label ? undefined : inOneLine(label);
}

/** Revokes a key after its label, or else its first characters, were typed. */
export function RevokeKey({ apiKey: { keyId, prefix, label }, onClose }: KeyActionProps) {
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
          notify(revocation.done(left));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={revocation.title(prefix)}
      action={revocation.action}
      busy={revoke.isPending}
      disabled={inOneLine(typed) !== word}
      error={revoke.error}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{revocation.body}</Text>
      <TextInput
        label={<span style={{ overflowWrap: 'anywhere' }}>{revocation.confirm(word)}</span>}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox
        label={revocation.includeCreated}
        checked={includeCreated}
        onChange={({ currentTarget }) => setIncludeCreated(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
