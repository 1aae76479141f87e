import { Loader, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { bandsOf, type CatalogueField, type FieldValue, toValue } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';
import { afterPress } from '../../lib/after-press.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { filterText } from '../../text/filter.ts';
import { PlainText } from '../../ui/written-lines.tsx';
import { Option, type OptionList, useOptionList } from './option.tsx';
import {
  type ChosenFor,
  orderValues,
  useValueCounts,
  useValueSearch,
  type ValueCounts,
  type ValueSearch,
  withinText,
} from './use-value-counts.ts';
import classes from './values.module.css';
import { hasSeveralValues, type Resolve, readPastedValues, resolveDomain, resolveListed } from './values.ts';

/** Options that are rendered; typing finds the others. */
const MAX_OPTIONS = 30;

interface ValuePickerProps {
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
      onNews(`Removed ${label}.`);
      onChange(values.filter((each) => String(each) !== value));
    } else add([value], `Added ${label}.`);
    setText('');
  }

  function add(more: readonly string[], news: string): void {
    const all = [...new Set([...values, ...more.map((each) => toValue(field, each))])];
    const over = all.length - maxValues;
    onNews(
      over > 0
        ? `${formatNumber(over)} pasted values were left out: a condition takes at most ${formatNumber(maxValues)}.`
        : news,
    );
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
    add(found, found.length === 1 ? 'Added 1 value.' : `Added ${formatNumber(found.length)} values.`);
    setText('');
    list.store.closeDropdown();
  }

  function handleKey(event: KeyboardEvent): void {
    if (list.handleKey(event)) return;
    const typed = text.trim();
    if (event.key === 'Enter' && isFree && typed !== '') {
      add([resolverOf(field)(typed) ?? typed], `Added ${typed}.`);
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
    if (isFree && typed !== '') add([typed], `Added ${typed}.`);
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
        placeholder={isFree ? 'Type or paste texts' : 'Search or paste values'}
        aria-label={isFree ? `Add a value to ${name}` : `Search values of ${name}`}
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

interface ValueOptionsProps {
  field: CatalogueField | undefined;
  list: OptionList;
  shown: readonly FieldValue[];
  chosen: ReadonlySet<unknown>;
  search: ValueSearch;
  text: string;
  /** Numbers within the filter; undefined where those of the catalogue are shown. */
  counts: ValueCounts | undefined;
}

/**
 * Options of a value picker: values with their counts, and how many others there are. They stand in the row, which grows,
 * so that they cover neither the next control nor the next row.
 */
function ValueOptions({ field, list, shown, chosen, search, text, counts }: ValueOptionsProps) {
  const note = noteOf(search, search.total - shown.length, text, shown.length === 0);
  const isCompany = field?.type === 'company';
  const numbers = shown.map(({ value, companyCount = 0 }) => counts?.countOf(value) ?? companyCount);
  const most = field && bandsOf(field) ? Math.max(1, ...numbers) : 0;
  if (!list.store.dropdownOpened) return null;
  // Companies with a value within the filter; in the catalogue where that is not known, in words beside the others.
  const countOf = (value: string, inAll: number | undefined) => {
    const within = counts?.countOf(value);
    if (within !== undefined) return formatNumber(within);
    if (inAll === undefined) return null;
    return formatNumber(inAll) + (counts ? (isCompany ? ' partners' : ' in the catalogue') : '');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
    <div className={classes.menu} onMouseDown={(event) => event.preventDefault()}>
      <div
        role="listbox"
        {...list.listProps}
        className={classes.options}
        aria-label={`Values of ${visibleText(field?.label ?? '')}`}
        aria-multiselectable="true"
        data-stale={counts?.isCurrent === false || undefined}
      >
        {shown.map(({ value, label, companyCount }, index) => (
          <Option key={value} checked={chosen.has(value)} {...list.optionProps(value)}>
            {most > 0 && (
              <span
                className={classes.optionBar}
                style={{ width: `${((numbers[index] ?? 0) / most) * 100}%` }}
                aria-hidden="true"
              />
            )}
            <span className={classes.optionText}>
              <span className={classes.check} aria-hidden="true">
                {chosen.has(value) ? '✓' : ''}
              </span>
              <PlainText text={label} />
              {value !== label && (
                <span className={classes.dim}>
                  <PlainText text={field?.type === 'list' ? filterText.sentence.listNumber(value) : value} />
                </span>
              )}
            </span>
            <span className={classes.dim}>{countOf(value, companyCount)}</span>
          </Option>
        ))}
      </div>
      {note && (
        <div className={classes.note} role={search.error ? 'alert' : undefined}>
          {note}
        </div>
      )}
      {shown.length > 0 && field?.type !== 'list' && (
        <div className={classes.note}>
          {counts
            ? withinText(counts)
            : isCompany
              ? 'Numbers: partners of each company, in the whole catalogue.'
              : 'Numbers: companies in the whole catalogue.'}
        </div>
      )}
    </div>
  );
}

/** Says what the options are not: complete, found yet, or there at all. */
function noteOf(
  { error, needsText, isSearching }: ValueSearch,
  rest: number,
  text: string,
  isEmpty: boolean,
) {
  if (error) return error.message;
  if (needsText) return 'Type at least two letters of a name or domain.';
  if (!isEmpty) return rest > 0 && `${formatNumber(rest)} more. Type to narrow them down.`;
  if (!isSearching) return text === '' ? 'There are no values.' : `No value contains “${text}”.`;
  return (
    <>
      <Loader size="xs" /> Searching…
    </>
  );
}
