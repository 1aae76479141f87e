import type { FieldValue } from '../catalogue.ts';
import type { FilterNode, Value, When } from '../definition.ts';

/** Search of values that only the service can answer. */
export interface Search {
  /** `own` for the values of all own fields, which say whose they are. */
  field: string;
  phrase: string;
}

/** Result of a search. */
export interface Answer extends Search {
  values: readonly FieldValue[];
  /** Whether `values` has all that contain the phrase. */
  isComplete: boolean;
}

/** A condition with the labels of its values, in their order. */
export interface Meaning {
  field: string;
  operator: string;
  values: readonly Value[];
  labels: readonly string[];
  when?: When;
  /** Name of several values, such as "DACH". */
  name?: string;
  /** Bands of which the numbers ask for a part alone; `values` has those that count all the same. */
  cut?: readonly string[];
  negated: boolean;
}

/** A meaning that a person may choose. `text` replaces the text of the piece, and means this alone. */
export interface Choice extends Meaning {
  text: string;
}

/** A part of the sentence, in UTF-16 units. */
interface Place {
  from: number;
  to: number;
}

export interface ConditionPiece extends Place, Meaning {
  kind: 'condition';
  /** JSON pointer of its condition, which other pieces may share: "germany, austria" is one condition. */
  pointer: string;
}

/** A word that connects conditions, or that means nothing by itself. */
export interface WordPiece extends Place {
  kind: 'word';
  role: 'and' | 'or' | 'comma' | 'bracket' | 'filler';
}

/**
 * Why words are open, where it is not their spelling: `doubt` follows a word that may turn it into its opposite, `alike`
 * compares companies with others, which filters do not, `negation` is one without a value, `bounds` have no band of
 * employees in common, and `time` is a year of evidence, which filters do not have.
 */
export type Reason = 'doubt' | 'alike' | 'negation' | 'bounds' | 'time';

/** Words with several meanings, or one that is only similar. They are no part of the filter until one is chosen. */
export interface Ambiguous extends Place {
  kind: 'ambiguous';
  choices: readonly Choice[];
  reason?: Reason;
}

/** Words without a meaning. They are no part of the filter. */
export interface Unknown extends Place {
  kind: 'unknown';
  /** Whether a search may still find a meaning. */
  isPending: boolean;
  /** Values that are spelt alike, and a search of the words in names. */
  choices: readonly Choice[];
  reason?: Reason;
}

/** Words that are no part of the filter, although they may mean something. */
export type Unresolved = Ambiguous | Unknown;

export type Piece = ConditionPiece | WordPiece | Unresolved;

export interface Sentence {
  text: string;
  /** All words, in their order. */
  pieces: readonly Piece[];
  /** The filter that the condition pieces make; null without any. */
  root: FilterNode | null;
  /** Searches whose results could change the pieces. */
  searches: readonly Search[];
}
