import type { Catalogue } from '../../filter/catalogue.ts';
import { type Labels, labelsOf } from '../../filter/sentence.ts';
import { useKnownLabels } from './values/value-labels.ts';

/** Returns the labels of fields and values, as far as they are known. */
export function useLabels(catalogue: Catalogue): Labels {
  return labelsOf(catalogue, useKnownLabels());
}
