import { NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import { type ApiKeyKind, CreateKeyDocument, KeysDocument } from '../../../generated/graphql.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';

/** Texts of a new key, which is shown once. */
export const CREATED_KEY = {
  title: 'Your new key',
  warning: 'Copy it now. It is not stored and cannot be shown again.',
  stored: 'I have stored it',
  done: 'Done',
  field: 'New key',
};
const KINDS: Record<ApiKeyKind, string> = { USER: 'Me', ORG: 'The organization' };

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
    <FormDialog
      opened={opened}
      title={account ? `Create a key for ${account.name}` : 'Create a key'}
      action="Create a key"
      busy={create.isPending}
      error={create.error}
      onSubmit={() => submit().catch(() => undefined)}
      onClose={close}
    >
      <LabelInput value={label} onChange={setLabel} />
      {isAdmin && !account && (
        <div>
          <Text size="sm" fw={500} id="key-kind">
            For whom
          </Text>
          <SegmentedControl
            aria-labelledby="key-kind"
            value={kind}
            onChange={(value) => setKind(value as ApiKeyKind)}
            data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          />
          <Text size="xs" c="dimmed">
            Keys of the organization look up and enrich. They cannot open lists.
          </Text>
        </div>
      )}
      <ExpirySelect value={expiry} onChange={setExpiry} />
    </FormDialog>
  );
}

/** Choices of an expiry: never, or a number of days from now. */
const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

export type Expiry = (typeof EXPIRIES)[number]['value'];

/** Returns the instant of an expiry (ISO 8601); null for never. */
export function expiryOf(expiry: Expiry): string | null {
  return expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * 86_400_000).toISOString();
}

/** What a key is for. */
export function LabelInput({ value, onChange }: { value: string; onChange: (label: string) => void }) {
  return (
    <TextInput
      label="Label"
      description="What the key is for, such as “CRM import”. At most 100 characters."
      maxLength={100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  );
}

/** Asks when a key expires. @param keep offers to leave the expiry as it is. */
export function ExpirySelect<Value extends Expiry | 'keep'>(props: {
  value: Value;
  onChange: (value: Value) => void;
  keep?: boolean;
}) {
  return (
    <NativeSelect
      label="Expires"
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value as Value)}
      data={[...(props.keep ? [{ value: 'keep', label: 'As it is' }] : []), ...EXPIRIES]}
    />
  );
}
