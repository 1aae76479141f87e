import { Skeleton, Text } from '@mantine/core';
import { type FocusEvent, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { later } from '../../api/load-code.ts';
import { type CatalogueField, findField, valueEditor } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';
import { afterPress } from '../../lib/after-press.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useValueLabels } from '../../preview/value-labels.ts';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { useEditor } from '../editor/context.ts';
import type { Bin } from '../numbers/bins.ts';
import { LaterHistogram } from '../numbers/later-histogram.tsx';
import { ChipsEditor } from './chips-editor.tsx';
import { ComparedEditor } from './compared-editor.tsx';
import { type ChosenFor, useValueCounts, withinText } from './use-value-counts.ts';
import classes from './values.module.css';
import type { ValueFault } from './values.ts';

const FlagEditor = later(async () => (await import('./flag-editor.tsx')).FlagEditor);

interface ValueEditorProps {
  id: string;
  /** Key of the field, which may be unknown. */
  field: string;
  operator: string;
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
  faults?: readonly ValueFault[];
}

const NO_FAULTS: readonly ValueFault[] = [];

/** Edits the values of a condition, in the form that its field and operator need. */
export function ValueEditor(props: ValueEditorProps) {
  const { id, field: key, operator, values, onChange, faults = NO_FAULTS } = props;
  const { catalogue } = useEditor();
  const condition = { id, operator };
  const field = findField(catalogue, key);
  const name = field?.label ?? key;
  const labels = useValueLabels(catalogue, key, values);
  const editor = valueEditor(catalogue, key, operator);
  if (editor.kind === 'flag')
    return (
      <Suspense fallback={<Skeleton w={150} h={28} />}>
        <FlagEditor {...{ name, operator, values, onChange }} />
      </Suspense>
    );
  if ('count' in editor) {
    const fault = faults[0]?.message;
    const inputs = <ComparedEditor {...{ ...editor, name, values, onChange, fault }} />;
    return field ? <NumberChart {...{ field, condition }}>{inputs}</NumberChart> : inputs;
  }
  return (
    <div>
      <ChipsEditor
        {...{ condition, field, name, values, labels, faults, onChange }}
        maxValues={editor.maxValues}
      />
      <ValueSuggestions {...{ values, faults, onChange }} />
    </div>
  );
}

interface NumberChartProps {
  condition: ChosenFor;
  field: CatalogueField;
}

/** The numbers of a field as a histogram below their inputs, while one of them is used. A bar fills the inputs. */
function NumberChart({ condition, field, children }: NumberChartProps & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const leave = (event: FocusEvent) => {
    // The chart goes, and what stands below it moves up.
    if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setOpen(false));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the inputs within
    <div onFocus={() => setOpen(true)} onBlur={leave}>
      {children}
      {isOpen && <Chart {...{ condition, field }} />}
    </div>
  );
}

function Chart({ condition, field }: NumberChartProps) {
  const { act } = useEditor();
  const counts = useValueCounts(field, condition, true);
  const pick = ({ low, high }: Bin) => {
    const { id } = condition;
    // One number is no range.
    const operator = condition.operator === 'eq' && low !== high ? 'between' : condition.operator;
    if (operator !== condition.operator) act({ type: 'setOperator', id, operator });
    const values = { gte: [low], lte: [high], eq: [low] }[operator] ?? [low, high];
    act({ type: 'setValues', id, values, time: performance.now() });
  };
  if (!counts) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
    <div className={classes.chart} onMouseDown={(event) => event.preventDefault()}>
      <LaterHistogram {...{ field }} {...counts} hasNot={false} onPick={pick} />
      <Text size="xs" c="dimmed">
        {withinText(counts)}
      </Text>
    </div>
  );
}

/** Faults that are shown one by one. */
const SHOWN = 3;
const MAX_SUGGESTIONS = 3;

interface ValueSuggestionsProps {
  values: readonly Value[];
  faults: readonly ValueFault[];
  onChange: (values: readonly Value[]) => void;
}

/** Faults of values in words, with the values that are probably meant as buttons. */
function ValueSuggestions({ values, faults, onChange }: ValueSuggestionsProps) {
  if (faults.length === 0) return null;
  const certain = faults.filter(({ index, suggestions }) => index !== undefined && suggestions.length > 0);
  const useAll = () => {
    const next = certain.reduce<readonly Value[]>(
      (all, { index = -1, suggestions: [first] }) => (first === undefined ? all : all.with(index, first)),
      values,
    );
    onChange([...new Set(next)]);
  };
  return (
    <div className={classes.faults} role="status" onMouseDown={keepFocus}>
      {faults.slice(0, SHOWN).map((fault) => (
        <Fault key={`${fault.index} ${fault.message}`} {...{ fault, values, onChange }} />
      ))}
      {certain.length > 1 && (
        <SmallButton size="compact-xs" variant="light" onClick={useAll}>
          Use all {formatNumber(certain.length)} suggestions
        </SmallButton>
      )}
    </div>
  );
}

/** An input that lost the focus would close, and the buttons would move away under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Fault({ fault, values, onChange }: Omit<ValueSuggestionsProps, 'faults'> & { fault: ValueFault }) {
  const { index, message, suggestions } = fault;
  return (
    <>
      <bdi>{visibleText(message)}</bdi>
      {index !== undefined &&
        suggestions.slice(0, MAX_SUGGESTIONS).map((value) => (
          <SmallButton
            key={value}
            size="compact-xs"
            onClick={() => onChange([...new Set(values.with(index, value))])}
          >
            <bdi>Use {visibleText(value)}</bdi>
          </SmallButton>
        ))}
    </>
  );
}
