import { memo } from 'react';
import { whenChoices } from '../../../filter/affordances.ts';
import { findField } from '../../../filter/catalogue.ts';
import type { When } from '../../../filter/definition.ts';
import { NEGATED } from '../../../filter/rows.ts';
import { labelsOf, nodeSentence, whenWords } from '../../../filter/sentence.ts';
import { type ConditionItem, toCondition } from '../../../filter/tree.ts';
import { useValueLabels } from '../../../preview/value-labels.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { filterText } from '../../../text/filter.ts';
import { useEditor, useNodes } from './context.ts';
import classes from './editor.module.css';
import { RowFaults, useCycleWords } from './row-faults.tsx';
import { RowKill } from './row-kill.tsx';
import { RowMenu } from './row-menu.tsx';
import { type Place, RowShell } from './row-shell.tsx';
import { isOfValues, RowValues } from './row-values.tsx';

const texts = editorText.tree;

export interface ConditionRowProps extends Place {
  id: string;
  nodeId: string;
  item: ConditionItem;
  nots: number;
}

/** A condition: field, operator, values. A `none_of` is shown as "not" and "is any of". */
export const ConditionRow = memo(function ConditionRow(props: ConditionRowProps) {
  const { item, nots, ...row } = props;
  const { id, nodeId } = row;
  const { catalogue } = useEditor();
  const valueLabels = useValueLabels(catalogue, item.field, item.values);
  const isUnfinished = useNodes(({ dropped }) => dropped.has(id));
  const faults = useCycleWords(useNodes((nodes) => nodes.faults.get(id)));
  const sentence = nodeSentence(
    { condition: toCondition(item) },
    {
      field: labelsOf(catalogue).field,
      value: (_, value) => valueLabels[item.values.indexOf(value)] ?? String(value),
      asOf: catalogue.asOf,
    },
  );
  const words = `${`${texts.not} `.repeat(nots)}${sentence}`;
  const negations = nots + (item.operator === NEGATED ? 1 : 0);
  return (
    <RowShell
      {...row}
      type="condition"
      nots={negations}
      isUnfinished={isUnfinished}
      isFaulty={faults !== undefined}
      label={isUnfinished ? `${words} (${texts.unfinished})` : words}
      menu={<RowMenu id={id} label={words} isNegated={negations > 0} />}
      below={
        faults ? (
          <RowFaults faults={faults.filter((fault) => !isOfValues(fault))} />
        ) : (
          <RowKill nodeId={nodeId} />
        )
      }
    >
      <FieldSelect item={item} />
      <OperatorSelect item={item} />
      <RowValues item={item} faults={faults} />
      <WhenSelect item={item} />
    </RowShell>
  );
});

function FieldSelect({ item: { id, field } }: { item: ConditionItem }) {
  const { catalogue, act } = useEditor();
  const { fields } = catalogue;
  const isKnown = fields.some(({ key }) => key === field);
  return (
    <select
      className={classes.select}
      data-part="field"
      aria-label={texts.field}
      value={field}
      onChange={(event) => act({ type: 'setField', id, field: event.currentTarget.value })}
    >
      {!isKnown && <option value={field}>{texts.unknownField(field)}</option>}
      {fields.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}

function OperatorSelect({ item: { id, field, operator } }: { item: ConditionItem }) {
  const { catalogue, act } = useEditor();
  const known = findField(catalogue, field)?.operators.filter((each) => each !== NEGATED) ?? [];
  const isNegated = operator === NEGATED;
  const shown = isNegated ? 'any_of' : operator;
  const operators = known.includes(shown) ? known : [shown, ...known];
  const choose = (chosen: string) => {
    act({ type: 'setOperator', id, operator: chosen });
    // The word "not" stays where it is.
    if (isNegated) act({ type: 'negate', id });
  };
  return (
    <select
      className={classes.select}
      data-part="operator"
      aria-label={texts.operator}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {operators.map((key) => (
        <option key={key} value={key}>
          {texts.operators[key] ?? key.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}

/** Chooses how old the evidence must be, in a row of a field whose evidence has dates. */
function WhenSelect({ item: { id, field, when } }: { item: ConditionItem }) {
  const { catalogue, act } = useEditor();
  const known = whenChoices(catalogue, field);
  if (!when && known.length === 0) return null;
  const words = (each: When) => whenWords(field, each, catalogue.asOf);
  const current = when ? words(when) : '';
  const choices = new Map(known.map((choice) => [words(choice), choice]));
  if (when) choices.set(current, when);
  return (
    <select
      className={classes.select}
      data-part="when"
      aria-label={texts.when}
      value={current}
      onChange={(event) => {
        const chosen = choices.get(event.currentTarget.value);
        act({ type: 'setWhen', id, ...(chosen && { when: chosen }) });
      }}
    >
      <option value="">{filterText.sentence.anyTime}</option>
      {[...choices.keys()].map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
