import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';
import { formatNumber } from '../../lib/format.ts';

const INPUT_MODES = { integer: 'numeric', number: 'decimal', date: undefined } as const;
type Kind = keyof typeof INPUT_MODES;

/** Integers of 32 bits, of which conditions compare those that are not negative. */
const MIN = 0;
const MAX = 2_147_483_647;
/** Digits of a number of an own field. */
const MAX_DIGITS = 15;

interface ComparedEditorProps {
  kind: Kind;
  name: string;
  /** Number of values: one, or two for a range. */
  count: number;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
  /** Fault of all values in words, as the service reports it. */
  fault: string | undefined;
}

/** One or two inputs for numbers or days. What is not complete stays in the inputs, and is no value yet. */
export function ComparedEditor(props: ComparedEditorProps) {
  const { kind, name, count, values, onChange, fault } = props;
  const [draft, setDraft] = useState<readonly string[]>([]);
  // A change from outside, such as an undo, replaces what was typed.
  const isOwn = String(toValues(kind, draft, count)) === String(values);
  const texts = isOwn && draft.length > 0 ? draft : values.map(String);

  function type(index: number, text: string): void {
    const next = Array.from({ length: count }, (_, at) => (at === index ? text : (texts[at] ?? '')));
    setDraft(next);
    const numbers = toValues(kind, next, count);
    if (String(numbers) !== String(values)) onChange(numbers);
  }

  const names = count === 2 ? ['From', 'To'] : [''];
  const error = problemOf(kind, texts) ?? fault;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {names.map((part, index) => (
        <TextInput
          key={part}
          w={kind === 'integer' ? 96 : 136}
          size="xs"
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={INPUT_MODES[kind]}
          placeholder={part}
          aria-label={`${part === '' ? '' : `${part}: `}Value of ${name}`}
          value={texts[index] ?? ''}
          error={index === 0 ? error : error !== undefined}
          errorProps={{ role: 'status', style: { whiteSpace: 'nowrap' } }}
          onChange={(event) => type(index, event.currentTarget.value)}
        />
      ))}
    </Group>
  );
}

/** Returns the values if all of them are complete and valid; none otherwise. */
function toValues(kind: Kind, texts: readonly string[], count: number): Value[] {
  const values = texts.flatMap((text) => {
    const value = READERS[kind](text);
    return value === undefined || isOutside(kind, value) ? [] : [value];
  });
  return values.length === count ? values : [];
}

const READERS: Readonly<Record<Kind, (text: string) => Value | undefined>> = {
  /** With separators of thousands. */
  integer: (text) => {
    const plain = text.trim().replace(/(?<=\d)[\s.,'’](?=\d{3}(?!\d))/g, '');
    return /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined;
  },
  /** With separators of thousands, and up to four decimals after a dot. */
  number: (text) => {
    const plain = text.trim().replace(/(?<=\d)[\s,'’](?=\d{3}(?!\d))/g, '');
    const isShort = plain.replace(/\D/g, '').length <= MAX_DIGITS;
    return isShort && /^-?\d+(\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined;
  },
  date: (text) => (isDay(text) ? text : undefined),
};

const FAULTS: Readonly<Record<Kind, string>> = {
  integer: 'Enter a whole number.',
  number: 'Enter a number, such as 1200.5, of at most 15 digits, 4 of them after the point.',
  date: 'Enter a day.',
};

const isOutside = (kind: Kind, value: Value) =>
  kind === 'integer' && (Number(value) < MIN || Number(value) > MAX);

function problemOf(kind: Kind, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (text.trim() === '') continue;
    const value = READERS[kind](text);
    if (value === undefined) return FAULTS[kind];
    if (isOutside(kind, value)) return `Enter a number from ${formatNumber(MIN)} to ${formatNumber(MAX)}.`;
  }
  const [from, to] = texts.map((text) => READERS[kind](text));
  return from !== undefined && to !== undefined && from > to
    ? 'The first value must not be greater than the second.'
    : undefined;
}
