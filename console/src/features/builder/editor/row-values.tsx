import type { NodeFault } from '../../../filter/faults.ts';
import type { ConditionItem } from '../../../filter/tree.ts';
import { ValueEditor } from '../values/value-editor.tsx';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

/** Faults that the editor of the values shows; it marks each value and offers what is probably meant. */
export function isOfValues({ part, fixes, suggestions }: NodeFault): boolean {
  return part === 'values' && (fixes.length === 0 || suggestions.length > 0);
}

interface RowValuesProps {
  item: ConditionItem;
  faults: readonly NodeFault[] | undefined;
}

/** Values of a condition. Quick changes of them are undone together. */
export function RowValues({ item: { id, field, operator, values }, faults }: RowValuesProps) {
  const { catalogue, act } = useEditor();
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
        {...{ id, catalogue, field, operator, values }}
        onChange={(next) => act({ type: 'setValues', id, values: next, time: performance.now() })}
        {...(own && { faults: own })}
      />
    </div>
  );
}
