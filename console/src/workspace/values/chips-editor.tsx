import { Button, VisuallyHidden } from '@mantine/core';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { CatalogueField } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { IconButton } from '../../ui/small-buttons.tsx';
import { PlainText } from '../../ui/written-lines.tsx';
import type { ChosenFor } from './use-value-counts.ts';
import { ValuePicker } from './value-picker.tsx';
import classes from './values.module.css';
import type { ValueFault } from './values.ts';

interface ChipsEditorProps {
  condition: ChosenFor;
  field: CatalogueField | undefined;
  name: string;
  values: readonly Value[];
  labels: readonly string[];
  faults: readonly ValueFault[];
  maxValues: number;
  onChange: (values: readonly Value[]) => void;
}

/**
 * Values as chips, and a button that opens a picker in its place. A page can show many conditions, so that only the one
 * that is being edited has a combobox.
 */
export function ChipsEditor(props: ChipsEditorProps) {
  const { condition, field, name, values, labels, faults, maxValues, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState('');
  /** Stands below the chips: options of a picker are no part of the list of values. */
  const [options, setOptions] = useState<HTMLElement | null>(null);
  const end = useRef<HTMLElement>(null);
  const isFull = values.length >= maxValues;
  const unknown = new Set(faults.flatMap(({ index }) => (index === undefined ? [] : [index])));

  const remove = (index: number) => {
    setNews(`Removed ${labels[index] ?? ''}.`);
    onChange(values.toSpliced(index, 1));
  };
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) requestAnimationFrame(() => end.current?.focus());
  };

  return (
    <>
      <ValueChips
        name={`Values of ${visibleText(name)}`}
        {...{ values, labels, unknown }}
        onRemove={remove}
        onLeave={() => end.current?.focus()}
      >
        <li>
          {isOpen ? (
            <ValuePicker
              ref={end}
              {...{ condition, field, name, values, maxValues, options, onChange }}
              onNews={setNews}
              onClose={close}
              onRemoveLast={() => values.length > 0 && remove(values.length - 1)}
            />
          ) : (
            <IconButton
              ref={(button) => {
                end.current = button;
              }}
              label={`Add a value to ${name}`}
              icon={PlusIcon}
              pixels={14}
              color="accent"
              size={24}
              title={isFull ? `A condition takes at most ${formatNumber(maxValues)} values.` : 'Add a value'}
              disabled={isFull}
              onClick={() => setOpen(true)}
            />
          )}
        </li>
      </ValueChips>
      <div ref={setOptions} />
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  );
}

/** Chips that are shown before the others are behind "and 12 more". */
const SHOWN = 12;

interface ValueChipsProps {
  /** Name of the list, for screen readers. */
  name: string;
  values: readonly Value[];
  labels: readonly string[];
  /** Indexes of values that the service does not know. These are always shown. */
  unknown: ReadonlySet<number>;
  onRemove: (index: number) => void;
  /** Moves the focus on, after the last chip: to the input or button at the end. */
  onLeave: () => void;
  /** Input or button after the chips. */
  children: ReactNode;
}

/** Values as chips. Arrow keys move among them; Backspace, Delete and Enter remove the focused one. */
function ValueChips(props: ValueChipsProps) {
  const { name, values, labels, unknown, onRemove, onLeave, children } = props;
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const isLong = values.length > SHOWN + 1;
  const indexes = values.map((_, index) => index);
  const shown = isLong && !isOpen ? indexes.filter((index) => index < SHOWN || unknown.has(index)) : indexes;
  const hidden = values.length - shown.length;

  function focusAt(place: number): void {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-chip]');
    if (place < 0) return;
    const button = buttons?.[place];
    if (button) button.focus();
    else onLeave();
  }

  function handleKey(event: KeyboardEvent, place: number, index: number): void {
    if (event.key === 'ArrowLeft') focusAt(place - 1);
    else if (event.key === 'ArrowRight') focusAt(place + 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      onRemove(index);
      // The list is one shorter after the next render.
      requestAnimationFrame(() => focusAt(event.key === 'Backspace' ? Math.max(place - 1, 0) : place));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <ul className={classes.values} aria-label={name} ref={list}>
      {shown.map((index, place) => {
        const label = labels[index] ?? String(values[index]);
        const isUnknown = unknown.has(index);
        return (
          <li key={keyOf(values, index)} className={classes.chip} data-unknown={isUnknown || undefined}>
            <span className={classes.label}>
              <PlainText text={label} />
            </span>
            <button
              type="button"
              className={classes.close}
              data-chip
              tabIndex={place === shown.length - 1 ? 0 : -1}
              aria-label={`Remove ${isUnknown ? `${label}: unknown` : label}`}
              onClick={() => onRemove(index)}
              onKeyDown={(event) => handleKey(event, place, index)}
            >
              <Cross2Icon width={12} height={12} aria-hidden="true" />
            </button>
          </li>
        );
      })}
      {isLong && (
        <li>
          <Button variant="subtle" size="compact-xs" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? 'Show fewer' : `and ${formatNumber(hidden)} more`}
          </Button>
        </li>
      )}
      {children}
    </ul>
  );
}

/** A value stands once in a condition, unless it was pasted so. */
function keyOf(values: readonly Value[], index: number): string {
  const value = values[index] ?? '';
  return values.indexOf(value) === index ? String(value) : `${value} ${index}`;
}
