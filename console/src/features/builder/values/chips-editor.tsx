import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import type { CatalogueField } from '../../../filter/catalogue.ts';
import type { Value } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import type { ChosenFor } from './use-value-counts.ts';
import { ValueChips } from './value-chips.tsx';
import type { ValueFault } from './value-faults.ts';
import { ValuePicker } from './value-picker.tsx';

export interface ChipsEditorProps {
  condition: ChosenFor;
  field: CatalogueField | undefined;
  /** Label of the field. */
  name: string;
  values: readonly Value[];
  labels: readonly string[];
  faults: readonly ValueFault[];
  maxValues: number;
  onChange: (values: readonly Value[]) => void;
  /** Opens the picker at once, as for a condition that was just added. */
  autoFocus: boolean;
}

/**
 * Values as chips, and a button that opens a picker in its place. A page can show many conditions, so that only the one
 * that is being edited has a combobox.
 */
export function ChipsEditor(props: ChipsEditorProps) {
  const { condition, field, name, values, labels, faults, maxValues, onChange, autoFocus } = props;
  const [isOpen, setOpen] = useState(autoFocus);
  const [news, setNews] = useState('');
  /** Stands below the chips: options of a picker are no part of the list of values. */
  const [options, setOptions] = useState<HTMLElement | null>(null);
  const end = useRef<HTMLElement>(null);
  const unknown = new Set(faults.flatMap(({ index }) => (index === undefined ? [] : [index])));

  const remove = (index: number) => {
    setNews(valuesText.removed(labels[index] ?? ''));
    onChange(values.toSpliced(index, 1));
  };
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) requestAnimationFrame(() => end.current?.focus());
  };

  return (
    <>
      <ValueChips
        name={valuesText.valuesOf(name)}
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
            <ActionIcon
              ref={(button) => {
                end.current = button;
              }}
              variant="subtle"
              size={24}
              aria-label={valuesText.addTo(name)}
              title={values.length >= maxValues ? valuesText.full(formatNumber(maxValues)) : valuesText.add}
              disabled={values.length >= maxValues}
              onClick={() => setOpen(true)}
            >
              <PlusIcon width={14} height={14} />
            </ActionIcon>
          )}
        </li>
      </ValueChips>
      <div ref={setOptions} />
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  );
}
