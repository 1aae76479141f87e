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
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { type Expiry, ExpirySelect, expiryOf, LabelInput } from './create-key.tsx';

interface KeyActionProps {
  apiKey: KeyFieldsFragment;
  onClose: () => void;
}

/** The highest limit of a key, in credits. */
const MOST = 2 ** 31 - 1;

/** Reads a limit that was typed: null for none, undefined for what is no limit. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number(text) <= MOST ? Number(text) : undefined;
}

/** Changes the label, the expiry and the monthly credit limit of a key. */
export function UpdateKey({ apiKey, onClose }: KeyActionProps) {
  const { keyId, prefix } = apiKey;
  const former = apiKey.monthlyCreditLimit ?? null;
  const [label, setLabel] = useState(apiKey.label ?? '');
  const [typedLimit, setTypedLimit] = useState(former === null ? '' : String(former));
  const limit = limitOf(typedLimit);
  const [expiry, setExpiry] = useState<Expiry | 'keep'>('keep');
  const update = useApiMutation(UpdateKeyDocument, { changes: [KeysDocument] });
  const submit = () => {
    const trimmed = label.trim();
    const input = {
      keyId,
      label: trimmed === '' ? null : trimmed,
      ...(expiry !== 'keep' && { expiresAt: expiryOf(expiry) }),
      // A session opened with a limited key may change the other fields.
      ...(limit !== former && { monthlyCreditLimit: limit }),
    };
    update.mutate({ input }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Change ${prefix}…`}
      action="Save"
      busy={update.isPending}
      disabled={limit === undefined}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabelInput value={label} onChange={setLabel} />
      <ExpirySelect value={expiry} onChange={setExpiry} keep />
      <TextInput
        label="Credits a month"
        description="The most that the key may spend in a calendar month (UTC), together with keys that replace it. Empty: no limit."
        error={limit === undefined && `A whole number from 0 to ${formatNumber(MOST)}`}
        inputMode="numeric"
        autoComplete="off"
        value={typedLimit}
        onChange={({ currentTarget }) => setTypedLimit(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Seconds for which the old key keeps working. */
const OVERLAPS = [
  { value: '86400', label: 'a day' },
  { value: '604800', label: 'a week' },
  { value: '2592000', label: '30 days' },
  { value: '3600', label: 'an hour' },
  { value: '0', label: 'not at all' },
];

/** Replaces a key by a new one, which is shown once after this dialog. */
export function RotateKey(props: KeyActionProps & { onCreated: (key: string) => void }) {
  const { keyId, prefix } = props.apiKey;
  const [overlap, setOverlap] = useState('86400');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const rotate = useApiMutation(RotateKeyDocument, { changes: [KeysDocument] });
  const submit = async () => {
    const input = { keyId, overlapSeconds: Number(overlap), expiresAt: expiryOf(expiry) };
    const { rotateApiKey } = await rotate.mutateAsync({ input });
    props.onClose();
    if (rotateApiKey) props.onCreated(rotateApiKey.key);
  };
  return (
    <FormDialog
      title={`Rotate ${prefix}…`}
      action="Rotate"
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => void submit().catch(() => undefined)}
      onClose={props.onClose}
    >
      <Text>
        A new key takes the place of this one. Both work until the overlap is over, so that you can change
        your programs one by one.
      </Text>
      <NativeSelect
        label="The old key keeps working for"
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
        data={OVERLAPS}
      />
      <ExpirySelect value={expiry} onChange={setExpiry} />
    </FormDialog>
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
          notify(
            left === 0 ? 'The key is revoked.' : `The key is revoked. ${left} created with it stay active.`,
          );
          onClose();
        },
      },
    );
  return (
    <FormDialog
      danger
      title={`Revoke ${prefix}…`}
      action="Revoke"
      busy={revoke.isPending}
      disabled={inOneLine(typed) !== word}
      error={revoke.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        Programs that use this key are refused within seconds. Whoever signed in with it is signed out. This
        cannot be undone.
      </Text>
      <TextInput
        label={<span style={{ overflowWrap: 'anywhere' }}>Type “{word}” to confirm</span>}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox
        label="Also revoke the keys that were created with it"
        checked={includeCreated}
        onChange={({ currentTarget }) => setIncludeCreated(currentTarget.checked)}
      />
    </FormDialog>
  );
}
