import type { Definition } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Numbers } from '../../../preview/preview-request.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import classes from './numbers.module.css';
import { useDifference } from './use-difference.ts';

/** The saved definition that the draft is compared with. */
export interface Base {
  /** List whose members the saved definition gives; undefined compares the totals alone. */
  listId?: string;
  /** Number of companies that match the saved definition. */
  count?: number;
  /** Its name within a sentence, such as "version 3". */
  name?: string;
}

interface DifferenceLineProps {
  base: Base;
  numbers: Numbers;
  isCurrent: boolean;
}

/** "+38 −12 compared with version 3". */
export function DifferenceLine({ base, numbers, isCurrent }: DifferenceLineProps) {
  const { listId, count, name = numbersText.savedVersion } = base;
  const definition: Definition | undefined = isCurrent ? numbers.definition : undefined;
  const exact = useDifference(listId, definition);
  const net = count === undefined ? undefined : numbers.total - count;
  const rough = net === undefined ? undefined : { added: Math.max(net, 0), removed: Math.max(-net, 0) };
  const shown = listId === undefined ? rough : exact.difference;
  const isShownCurrent = isCurrent && (listId === undefined || exact.isCurrent);
  if (!shown) return <div className={classes.difference}>{listId && numbersText.comparing(name)}</div>;
  const { added, removed } = shown;
  return (
    <div className={`${classes.difference} ${isShownCurrent ? '' : classes.stale}`}>
      {added === 0 && removed === 0 ? (
        numbersText.same(name)
      ) : (
        <>
          <span className={classes.added} title={numbersText.enter(formatNumber(added))}>
            +{formatNumber(added)}
          </span>
          <span className={classes.removed} title={numbersText.leave(formatNumber(removed))}>
            −{formatNumber(removed)}
          </span>
          <span>{numbersText.difference(name)}</span>
        </>
      )}
    </div>
  );
}
