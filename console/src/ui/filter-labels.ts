import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKey, request, useApiQuery } from '../api/hooks.ts';
import { toCatalogue } from '../filter/catalogue.ts';
import type { Condition, Value } from '../filter/definition.ts';
import { type Labels, labelsOf } from '../filter/sentence.ts';
import {
  CompanyLabelDocument,
  FilterCatalogueDocument,
  ListLabelDocument,
  TechnologyLabelDocument,
} from '../generated/graphql.ts';
import { filterText } from '../text/filter.ts';

/** Fields and labels hardly ever change. */
const FRESH_MS = 300_000;
/** Values whose labels are asked for. Those beyond are shown as they are. */
const MAX_ASKED = 40;
/** Fields whose values are not listed by the catalogue, and have a label of their own. */
const ASKED: readonly string[] = ['technology', 'partner', 'list'];

const DOCUMENTS: Readonly<Record<string, Parameters<typeof queryKey>[0]>> = {
  technology: TechnologyLabelDocument,
  list: ListLabelDocument,
};

/**
 * Returns labels of fields, and of all values of the conditions.
 *
 * @returns undefined until the labels of the fields are there. Those of single values follow; a value stands for itself before.
 */
export function useFilterLabels(conditions: readonly Condition[]): Labels | undefined {
  const answer = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const asked = askedValues(conditions);
  const labels = useQueries({
    queries: asked.map(({ field, value }) => ({
      queryKey: queryKey(DOCUMENTS[field] ?? CompanyLabelDocument, value),
      queryFn: () => labelOf(field, value),
      // People rename lists at any time.
      staleTime: field === 'list' ? 0 : FRESH_MS,
    })),
    // An object, because react-query keeps its identity while its content stays.
    combine: (results) =>
      Object.fromEntries(asked.map(({ field, value }, index) => [`${field}:${value}`, results[index]?.data])),
  });
  const fields = answer.data?.filterFields ?? undefined;
  const asOf = answer.data?.catalogue.asOf;
  return useMemo(
    () => fields && labelsOf(toCatalogue({ ...fields, asOf }), (field, value) => labels[`${field}:${value}`]),
    [fields, asOf, labels],
  );
}

interface Asked {
  field: string;
  value: string;
}

function askedValues(conditions: readonly Condition[]): Asked[] {
  const found = new Map<string, Asked>();
  for (const { field, values } of conditions) {
    if (!ASKED.includes(field)) continue;
    for (const value of values) {
      if (isOfType(field, value)) found.set(`${field}:${value}`, { field, value: String(value) });
    }
  }
  return [...found.values()].slice(0, MAX_ASKED);
}

const isOfType = (field: string, value: Value) => typeof value === (field === 'list' ? 'number' : 'string');

/** Returns the value itself where it is no longer known; for a list that is deleted or hidden, its number in words. */
async function labelOf(field: string, value: string): Promise<string> {
  if (field === 'list') {
    const answer = await request(ListLabelDocument, { listId: value }).catch(() => undefined);
    return answer?.list?.name ?? filterText.sentence.listNumber(value);
  }
  if (field === 'technology') {
    const answer = await request(TechnologyLabelDocument, { techKey: value }).catch(() => undefined);
    return answer?.technology?.displayName ?? value;
  }
  const answer = await request(CompanyLabelDocument, { identifier: value }).catch(() => undefined);
  return answer?.company?.name ?? value;
}
