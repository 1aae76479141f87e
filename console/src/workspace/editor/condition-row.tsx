import { Text } from '@mantine/core';
import { memo } from 'react';
import { findField, isOwn, whenChoices } from '../../filter/catalogue.ts';
import type { GroupKind, When } from '../../filter/definition.ts';
import type { NodeFault } from '../../filter/faults.ts';
import { NEGATED } from '../../filter/rows.ts';
import { labelsOf, nodeSentence, whenWords } from '../../filter/sentence.ts';
import { type ConditionItem, toCondition } from '../../filter/tree.ts';
import { useValueLabels } from '../../preview/value-labels.ts';
import { ValueEditor } from '../values/value-editor.tsx';
import { useEditor, useNodes } from './context.ts';
import classes from './editor.module.css';
import { type Place, RowFaults, RowKill, RowMenu, RowShell, useCycleWords } from './row-shell.tsx';

const OPERATORS: Readonly<Record<string, string>> = {
  any_of: 'is any of',
  all_of: 'is all of',
  none_of: 'is none of',
  is_known: 'is known',
  eq: 'is',
  gte: 'is at least',
  lte: 'is at most',
  between: 'is between',
  'date.gte': 'is on or after',
  'date.lte': 'is on or before',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  equals: 'is exactly',
};
const KINDS = { and: 'all of', or: 'any of' } as const;
const UNFINISHED = ' (not finished, not counted)';

interface ConditionRowProps extends Place {
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
      ...labelsOf(catalogue),
      value: (_, value) => valueLabels[item.values.indexOf(value)] ?? String(value),
    },
  );
  const words = 'not '.repeat(nots) + sentence;
  const negations = nots + (item.operator === NEGATED ? 1 : 0);
  return (
    <RowShell
      {...row}
      type="condition"
      nots={negations}
      isUnfinished={isUnfinished}
      isFaulty={faults !== undefined}
      label={isUnfinished ? words + UNFINISHED : words}
      menu={<RowMenu id={id} label={words} isNegated={negations > 0} />}
      below={
        faults ? (
          <RowFaults faults={faults.filter((fault) => !isOfValues(fault))} />
        ) : (
          <>
            {isOwn(item.field) && !findField(catalogue, item.field) && (
              <span className={classes.kills}>
                This field was deleted: no company has a value. The condition stays until you remove or change
                it.
              </span>
            )}
            <RowKill nodeId={nodeId} />
          </>
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

interface RowSelectProps {
  /** Name of the part of the row, and what screen readers call it. */
  part: 'field' | 'operator' | 'when' | 'kind';
  label: string;
  value: string;
  /** Values with the words that are shown. */
  options: readonly (readonly [value: string, words: string])[];
  onChoose: (value: string) => void;
}

function RowSelect({ part, label, value, options, onChoose }: RowSelectProps) {
  return (
    <select
      className={classes.select}
      data-part={part}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

function FieldSelect({ item: { id, field } }: { item: ConditionItem }) {
  const { catalogue, act } = useEditor();
  const options = catalogue.fields.map(({ key, label }) => [key, label] as const);
  const isKnown = options.some(([key]) => key === field);
  return (
    <RowSelect
      part="field"
      label="Field"
      value={field}
      options={isKnown ? options : [[field, `${field} (unknown)`], ...options]}
      onChoose={(chosen) => act({ type: 'setField', id, field: chosen })}
    />
  );
}

function OperatorSelect({ item: { id, field, operator } }: { item: ConditionItem }) {
  const { catalogue, act } = useEditor();
  const { type, operators: all = [] } = findField(catalogue, field) ?? {};
  const known = all.filter((each) => each !== NEGATED);
  const isNegated = operator === NEGATED;
  const shown = isNegated ? 'any_of' : operator;
  const operators = known.includes(shown) ? known : [shown, ...known];
  const wordsOf = (key: string) => OPERATORS[`${type}.${key}`] ?? OPERATORS[key] ?? key.replaceAll('_', ' ');
  const choose = (chosen: string) => {
    act({ type: 'setOperator', id, operator: chosen });
    // The word "not" stays where it is.
    if (isNegated) act({ type: 'negate', id });
  };
  return (
    <RowSelect
      part="operator"
      label="Operator"
      value={shown}
      options={operators.map((key) => [key, wordsOf(key)])}
      onChoose={choose}
    />
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
    <RowSelect
      part="when"
      label="When it was seen"
      value={current}
      options={[['', 'any time'], ...[...choices.keys()].map((choice) => [choice, choice] as const)]}
      onChoose={(words) => {
        const chosen = choices.get(words);
        act({ type: 'setWhen', id, ...(chosen && { when: chosen }) });
      }}
    />
  );
}

/** Faults that the editor of the values shows; it marks each value and offers what is probably meant. */
function isOfValues({ part, fixes, suggestions }: NodeFault): boolean {
  return part === 'values' && (fixes.length === 0 || suggestions.length > 0);
}

/** Values of a condition. Quick changes of them are undone together. */
function RowValues({ item, faults }: { item: ConditionItem; faults: readonly NodeFault[] | undefined }) {
  const { id, field, operator, values } = item;
  const { act } = useEditor();
  const own = faults?.filter(isOfValues).map(({ valueIndex, message, suggestions, path }) => ({
    message,
    suggestions,
    // A list that leads back is not unknown.
    ...(valueIndex === undefined || path ? {} : { index: valueIndex }),
  }));
  return (
    <div data-part="values" className={classes.values}>
      <ValueEditor
        // Text in the inputs of numbers belongs to one field and operator.
        key={`${field} ${operator}`}
        {...{ id, field, operator, values }}
        onChange={(next) => act({ type: 'setValues', id, values: next, time: performance.now() })}
        {...(own && { faults: own })}
      />
    </div>
  );
}

interface GroupRowProps extends Place {
  id: string;
  nodeId: string;
  kind: GroupKind;
  nots: number;
  isEmpty: boolean;
}

/** Head of a group: "any of", "not all of". It renders when it changes itself. */
export const GroupRow = memo(function GroupRow({ kind, isEmpty, ...row }: GroupRowProps) {
  const { id, nodeId, nots, joint } = row;
  const { act } = useEditor();
  const faults = useNodes((nodes) => nodes.faults.get(id));
  const isRoot = joint === undefined;
  const kinds = 'not '.repeat(nots) + KINDS[kind];
  const words = isRoot ? `Companies that match ${kinds}` : kinds;
  const isUnfinished = isEmpty && !isRoot;
  return (
    <RowShell
      {...row}
      type="group"
      isFaulty={faults !== undefined}
      isUnfinished={isUnfinished}
      label={isUnfinished ? words + UNFINISHED : words}
      menu={<RowMenu id={id} label={words} isNegated={nots > 0} isRoot={isRoot} />}
      below={faults ? <RowFaults faults={faults} /> : !isRoot && <RowKill nodeId={nodeId} />}
    >
      {isRoot && <Text fw={600}>Companies that match</Text>}
      <RowSelect
        part="kind"
        label="How the conditions of this group combine"
        value={kind}
        options={Object.entries(KINDS)}
        onChoose={(chosen) => act({ type: 'setKind', id, kind: chosen === 'or' ? 'or' : 'and' })}
      />
      {isUnfinished && <Text c="dimmed">This group is empty. Add a condition to it.</Text>}
    </RowShell>
  );
});
