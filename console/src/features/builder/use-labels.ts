import { useEffect } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import { conditionsOf, type FilterNode } from '../../filter/definition.ts';
import { type Labels, labelsOf } from '../../filter/sentence.ts';
import { askLabel, useKnownLabels } from '../../preview/value-labels.ts';

/**
 * Returns the labels of fields and values, as far as they are known.
 *
 * @param roots filters whose labels are loaded as well, for those that no row of the editor shows.
 */
export function useLabels(
  catalogue: Catalogue,
  ...roots: readonly (FilterNode | null | undefined)[]
): Labels {
  useEffect(() => {
    for (const root of roots)
      for (const { field, values } of conditionsOf(root ?? null))
        for (const value of values) askLabel(catalogue, field, value);
  });
  return labelsOf(catalogue, useKnownLabels());
}
