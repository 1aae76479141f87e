import { Checkbox, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIsAdmin } from '../../../api/viewer.ts';
import {
  type ApiKeyKind,
  CreateKeyDocument,
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
  RotateKeyDocument,
  UpdateKeyDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Question } from '../../../ui/question.tsx';
import { Note } from '../../../ui/user-text.tsx';

interface KeyActionProps {
  apiKey: KeyFieldsFragment;
  onClose: () => void;
}

const MOST = 2 ** 31 - 1;

/** Reads a limit that was typed: null for none, undefined for what is no limit. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number(text) <= MOST ? Number(text) : undefined;
}

export function UpdateKey({ apiKey, onClose }: KeyActionProps) {
  const { keyId, prefix } = apiKey;
  const former = apiKey.monthlyCreditLimit ?? null;
  const [label, setLabel] = useState(apiKey.label ?? '');
  const [typedLimit, setTypedLimit] = useState(former === null ? '' : String(former));
  const limit = limitOf(typedLimit);
  const [expiry, setExpiry] = useState<Expiry | 'keep'>('keep');
  return (
    <Question
      document={UpdateKeyDocument}
      variables={() => ({
        input: {
          keyId,
          label: label.trim() === '' ? null : label.trim(),
          ...(expiry !== 'keep' && { expiresAt: expiryOf(expiry) }),
          // A session opened with a limited key may change the other fields.
          ...(limit !== former && { monthlyCreditLimit: limit }),
        },
      })}
      changes={[KeysDocument]}
      title={`Change ${prefix}…`}
      action="Save"
      disabled={limit === undefined}
      onClose={onClose}
      body={
        <>
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
        </>
      }
    />
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
  return (
    <Question
      document={RotateKeyDocument}
      variables={() => ({
        input: { keyId, overlapSeconds: Number(overlap), expiresAt: expiryOf(expiry) },
      })}
      changes={[KeysDocument]}
      title={`Rotate ${prefix}…`}
      action="Rotate"
      done={({ rotateApiKey }) => rotateApiKey && props.onCreated(rotateApiKey.key)}
      onClose={props.onClose}
      body={
        <>
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
        </>
      }
    />
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
  return (
    <Question
      danger
      document={RevokeKeyDocument}
      variables={{ input: { keyId, includeCreated } }}
      changes={[KeysDocument]}
      title={`Revoke ${prefix}…`}
      action="Revoke"
      disabled={inOneLine(typed) !== word}
      done={({ revokeApiKey }) => {
        const left = includeCreated ? 0 : (revokeApiKey?.createdKeys.length ?? 0);
        return left === 0
          ? 'The key is revoked.'
          : `The key is revoked. ${left} created with it stay active.`;
      }}
      onClose={onClose}
      body={
        <>
          <Text>
            Programs that use this key are refused within seconds. Whoever signed in with it is signed out.
            This cannot be undone.
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
        </>
      }
    />
  );
}

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

export function CreateKey({ opened, account, onClose, onCreated }: CreateKeyProps) {
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<ApiKeyKind>('USER');
  const [expiry, setExpiry] = useState<Expiry>('90');
  const isAdmin = useIsAdmin();
  return (
    <Question
      opened={opened}
      document={CreateKeyDocument}
      variables={() => ({
        input: {
          kind,
          expiresAt: expiryOf(expiry),
          ...(label.trim() !== '' && { label: label.trim() }),
          ...(account && { userId: account.userId }),
        },
      })}
      changes={[KeysDocument]}
      title={account ? `Create a key for ${account.name}` : 'Create a key'}
      action="Create a key"
      done={({ createApiKey }) => createApiKey && onCreated(createApiKey.key)}
      onClose={() => {
        setLabel('');
        onClose();
      }}
      body={
        <>
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
              <Note>Keys of the organization look up and enrich. They cannot open lists.</Note>
            </div>
          )}
          <ExpirySelect value={expiry} onChange={setExpiry} />
        </>
      }
    />
  );
}

/** Choices of an expiry: never, or a number of days from now. */
const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

type Expiry = (typeof EXPIRIES)[number]['value'];

/** Returns the instant of an expiry (ISO 8601); null for never. */
function expiryOf(expiry: Expiry): string | null {
  return expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * 86_400_000).toISOString();
}

function LabelInput({ value, onChange }: { value: string; onChange: (label: string) => void }) {
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
function ExpirySelect<Value extends Expiry | 'keep'>(props: {
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
