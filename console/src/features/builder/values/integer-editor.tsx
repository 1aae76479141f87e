import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Value } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import classes from './values.module.css';

/** Integers of 32 bits, of which conditions compare those that are not negative. */
const MIN = 0;
const MAX = 2_147_483_647;

interface IntegerEditorProps {
  name: string;
  /** Number of integers: one, or two for a range. */
  count: number;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
  /** Fault of all values in words, as the service reports it. */
  fault: string | undefined;
  autoFocus: boolean;
}

/** One or two inputs for whole numbers. What is not complete stays in the inputs, and is no value yet. */
export function IntegerEditor({ name, count, values, onChange, fault, autoFocus }: IntegerEditorProps) {
  const [draft, setDraft] = useState<readonly string[]>([]);
  // A change from outside, such as an undo, replaces what was typed.
  const isOwn = String(toValues(draft, count)) === String(values);
  const texts = isOwn && draft.length > 0 ? draft : values.map(String);

  function type(index: number, text: string): void {
    const next = Array.from({ length: count }, (_, at) => (at === index ? text : (texts[at] ?? '')));
    setDraft(next);
    const numbers = toValues(next, count);
    if (String(numbers) !== String(values)) onChange(numbers);
  }

  const names = count === 2 ? [valuesText.from, valuesText.to] : [''];
  const error = problemOf(texts) ?? fault;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {names.map((part, index) => (
        <TextInput
          key={part}
          className={classes.number}
          size="xs"
          inputMode="numeric"
          placeholder={part}
          autoFocus={autoFocus && index === 0}
          aria-label={part === '' ? valuesText.value(name) : `${part}: ${valuesText.value(name)}`}
          value={texts[index] ?? ''}
          error={index === 0 ? error : error !== undefined}
          errorProps={{ role: 'status', style: { whiteSpace: 'nowrap' } }}
          onChange={(event) => type(index, event.currentTarget.value)}
        />
      ))}
    </Group>
  );
}

/** Returns the numbers if all of them are complete and valid; none otherwise. */
function toValues(texts: readonly string[], count: number): number[] {
  const numbers = texts.map(toInteger);
  const valid = numbers.filter((each) => each !== undefined && each >= MIN && each <= MAX);
  return valid.length === count ? valid.filter((each) => each !== undefined) : [];
}

/** Reads a whole number, with separators of thousands. */
function toInteger(text: string): number | undefined {
  const plain = text.trim().replace(/(?<=\d)[\s.,'’](?=\d{3}(?!\d))/g, '');
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}

function problemOf(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (text.trim() === '') continue;
    const number = toInteger(text);
    if (number === undefined) return valuesText.number.integer;
    if (number < MIN || number > MAX) return valuesText.number.range(formatNumber(MIN), formatNumber(MAX));
  }
  const [from, to] = texts.map(toInteger);
  return from !== undefined && to !== undefined && from > to ? valuesText.number.order : undefined;
}
