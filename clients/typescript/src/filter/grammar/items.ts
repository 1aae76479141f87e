import type { Value, When } from '../definition.ts';
import type { Choice, Reason } from './types.ts';

interface Place {
  from: number;
  to: number;
}

/** A value or number with its field. Neighbours of the same field become one condition. */
export interface Atom extends Place {
  kind: 'atom';
  field: string;
  operator: string;
  values: readonly Value[];
  labels: readonly string[];
  name?: string;
  /** Bands of which only a part was asked for. */
  cut?: readonly string[];
  /** Whether it is one end of a range: "over 50 employees". */
  isBound?: boolean;
  negated: boolean;
  /** Whether it is a year that no word such as "founded" explains: "since 2020". */
  isBareYear?: boolean;
  /** Whether words name its field. */
  isCued: boolean;
  /** Place of the words of the value. */
  valueFrom: number;
  valueTo: number;
  /** Key of `when` that words such as "adopted" ask for; its window may follow. */
  whenKey?: string;
  when?: When;
}

/** Parts of a sentence in the order of the text. */
export type Item =
  | Atom
  | (Place & { kind: 'link'; link: 'and' | 'or' | 'comma' })
  | (Place & { kind: 'filler'; isPlace: boolean })
  | (Place & { kind: 'not' })
  | (Place & { kind: 'open'; negated: boolean })
  | (Place & { kind: 'close' })
  | (Place & { kind: 'age'; key?: string; days: number })
  /** "like" and "similar to". */
  | (Place & { kind: 'alike' })
  | (Place & { kind: 'ambiguous'; choices: readonly Choice[]; reason?: Reason })
  | (Place & {
      kind: 'unknown';
      isPending: boolean;
      choices: readonly Choice[];
      reason?: Reason;
      /** Whether it has a negation before it. */
      isNegated?: boolean;
    });
