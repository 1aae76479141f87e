import { NativeSelect } from '@mantine/core';
import { accountText } from '../../../text/account.ts';

const DAY_MS = 86_400_000;

/** Choices of an expiry: a number of days from now, or never. */
const EXPIRIES = ['never', '30', '90', '365'] as const;

export type Expiry = (typeof EXPIRIES)[number];

/** Returns the instant of an expiry (ISO 8601); null for never. */
export function expiryOf(expiry: Expiry): string | null {
  return expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
}

const text = accountText.keys;

interface ExpirySelectProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  /** Offers to leave the expiry as it is. */
  keep?: boolean;
}

/** Asks when a key expires. */
export function ExpirySelect<Value extends Expiry | 'keep'>({
  value,
  onChange,
  keep,
}: ExpirySelectProps<Value>) {
  const choices = [...(keep ? (['keep'] as const) : []), ...EXPIRIES];
  return (
    <NativeSelect
      label={text.expiry}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      data={choices.map((each) => ({ value: each, label: text.expiries[each] }))}
    />
  );
}
