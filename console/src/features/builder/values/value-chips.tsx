import { Button } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Value } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import classes from './values.module.css';

/** Chips that are shown before the others are behind "and 12 more". */
const SHOWN = 12;

interface ValueChipsProps {
  /** Name of the list, for screen readers. */
  name: string;
  values: readonly Value[];
  /** Labels of the values, in their order. */
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
export function ValueChips(props: ValueChipsProps) {
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
              aria-label={valuesText.remove(isUnknown ? valuesText.unknown(label) : label)}
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
            {isOpen ? valuesText.fewer : valuesText.more(formatNumber(hidden))}
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
