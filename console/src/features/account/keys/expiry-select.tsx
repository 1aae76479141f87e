import { NativeSelect } from '@mantine/core';
import { accountText } from '../../../text/account.ts';
import { EXPIRIES, type Expiry } from './expiry.ts';

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
