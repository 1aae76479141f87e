import { type ServiceFault, withinDefinition } from '../../../filter/faults.ts';

/** A fault of a condition's values. Without an index it concerns all of them. */
export interface ValueFault {
  index?: number;
  message: string;
  /** Values that are probably meant. */
  suggestions: readonly string[];
}

/**
 * Selects the faults of one condition's values from those of the definition.
 *
 * @param pointer JSON pointer of the condition's node, such as `/root/and/0`.
 */
export function valueFaults(faults: readonly ServiceFault[], pointer: string): ValueFault[] {
  const prefix = `${pointer}/condition/values`;
  return faults.flatMap(({ pointer: full, message, did_you_mean: suggestions = [] }) => {
    const at = withinDefinition(full);
    if (at === prefix) return [{ message, suggestions }];
    const index = at.startsWith(`${prefix}/`) ? Number(at.slice(prefix.length + 1)) : Number.NaN;
    return Number.isInteger(index) ? [{ index, message, suggestions }] : [];
  });
}
