import { TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { type CatalogueField, toValue } from '../../../filter/catalogue.ts';
import type { Value } from '../../../filter/definition.ts';
import { afterPress } from '../../../lib/after-press.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import {
  hasSeveralValues,
  type Resolve,
  readPastedValues,
  resolveDomain,
  resolveListed,
} from './paste-values.ts';
import { useOptionList } from './use-option-list.ts';
import { type ChosenFor, orderValues, useValueCounts } from './use-value-counts.ts';
import { useValueSearch } from './use-value-search.ts';
import { ValueOptions } from './value-options.tsx';
import classes from './values.module.css';

/** Options that are rendered; typing finds the others. */
const MAX_OPTIONS = 30;

export interface ValuePickerProps {
  ref: Ref<HTMLElement>;
  condition: ChosenFor;
  /** Undefined for a field that the catalogue does not know: any text is accepted. */
  field: CatalogueField | undefined;
  name: string;
  values: readonly Value[];
  maxValues: number;
  /** Element for the options; null until it is there. */
  options: HTMLElement | null;
  onChange: (values: readonly Value[]) => void;
  /** Reports a change in words, for screen readers. */
  onNews: (text: string) => void;
  /** @param returnFocus false when the focus already went elsewhere. */
  onClose: (returnFocus: boolean) => void;
  onRemoveLast: () => void;
}

/** An input that finds values: the options below it toggle them, and a paste adds many at once. */
export function ValuePicker(props: ValuePickerProps) {
  const { ref, condition, field, name, values, maxValues, options, onChange, onNews, onClose, onRemoveLast } =
    props;
  const [text, setText] = useState('');
  const isFree = field === undefined || field.type === 'text';
  const search = useValueSearch(isFree ? undefined : field, text);
  const counts = useValueCounts(field, condition);
  const isTyped = text.trim() !== '';
  const shown = useMemo(
    () => orderValues(field, search.values, counts, isTyped).slice(0, MAX_OPTIONS),
    [field, search.values, counts, isTyped],
  );
  const chosen = new Set<unknown>(values.map(String));
  const ids = shown.map(({ value }) => value);
  const [chosenId, setChosenId] = useState<string>();
  const initial = isTyped ? ids[0] : undefined;
  const list = useOptionList({ ids, onPick: pick, initial, chosen: chosenId, onChoose: setChosenId });

  function pick(value: string): void {
    const label = shown.find((each) => each.value === value)?.label ?? value;
    if (chosen.has(value)) {
      onNews(valuesText.removed(label));
      onChange(values.filter((each) => String(each) !== value));
    } else add([value], valuesText.added(label));
    setText('');
  }

  function add(more: readonly string[], news: string): void {
    const all = [...new Set([...values, ...more.map((each) => toValue(field, each))])];
    const over = all.length - maxValues;
    onNews(over > 0 ? valuesText.leftOut(formatNumber(over), formatNumber(maxValues)) : news);
    onChange(all.slice(0, maxValues));
  }

  function paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text');
    if (!hasSeveralValues(pasted)) return;
    const isList = field?.type === 'list';
    const resolve = isList ? resolveListed(search.values) : resolverOf(field);
    // A list has a number: a name that is not found would be no value that people can mend.
    const found = readPastedValues(pasted, resolve).filter((text) => !isList || resolve(text) !== undefined);
    event.preventDefault();
    add(found, valuesText.pasted(found.length, formatNumber(found.length)));
    setText('');
    list.store.closeDropdown();
  }

  function handleKey(event: KeyboardEvent): void {
    if (list.handleKey(event)) return;
    const typed = text.trim();
    if (event.key === 'Enter' && isFree && typed !== '') {
      add([resolverOf(field)(typed) ?? typed], valuesText.added(typed));
      setText('');
    } else if (event.key === 'Backspace' && text === '') onRemoveLast();
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function leave(): void {
    // A text that was typed into a field of texts is a value, whether or not Enter followed.
    const typed = text.trim();
    if (isFree && typed !== '') add([typed], valuesText.added(typed));
    // The options go with the picker, and what stands below them moves up.
    afterPress(() => onClose(false));
  }

  return (
    <>
      <TextInput
        ref={ref as Ref<HTMLInputElement>}
        className={classes.input}
        size="xs"
        autoFocus
        value={text}
        placeholder={isFree ? valuesText.textHint : valuesText.searchHint}
        aria-label={isFree ? valuesText.addTo(name) : valuesText.search(name)}
        {...(!isFree && list.inputProps)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosenId(undefined);
          if (!isFree) list.store.openDropdown();
        }}
        onFocus={() => !isFree && list.store.openDropdown()}
        onClick={() => !isFree && list.store.openDropdown()}
        onBlur={leave}
        onPaste={paste}
        onKeyDown={handleKey}
      />
      {!isFree &&
        options &&
        createPortal(<ValueOptions {...{ field, list, shown, chosen, search, text, counts }} />, options)}
    </>
  );
}

/** A value of a text field is what was typed. */
const keep: Resolve = () => undefined;

function resolverOf(field: CatalogueField | undefined): Resolve {
  if (field?.values) return resolveListed(field.values);
  return field?.type === 'company' || field?.key === 'domain' ? resolveDomain : keep;
}
