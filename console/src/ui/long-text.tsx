import { Textarea } from '@mantine/core';
import { counted, formatNumber } from '../lib/format.ts';

/** Characters that a description or a note has at most, after trimming. */
const LIMIT = 2000;

/** The service counts characters, not units of UTF-16: an emoji is one. */
const lengthOf = (text: string): number => [...text.trim()].length;

/** Returns whether a text has more characters than the service takes. */
export const isTooLong = (text: string): boolean => lengthOf(text) > LIMIT;

interface LongTextProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** True for the field that has the focus when its dialog opens. */
  first?: boolean;
}

/** Field for a text of several lines, which counts its characters. */
export function LongText({ label, placeholder, value, onChange, first }: LongTextProps) {
  const length = lengthOf(value);
  const over = length - LIMIT;
  return (
    <Textarea
      label={label}
      placeholder={placeholder}
      description={`${formatNumber(length)} of ${formatNumber(LIMIT)} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={over > 0 && `Shorten the text by ${counted(over, 'character', 'characters')}.`}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={4}
      maxRows={12}
      {...(first && { 'data-autofocus': true })}
    />
  );
}
