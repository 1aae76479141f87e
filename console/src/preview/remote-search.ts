import { queryKey, request } from '../api/hooks.ts';
import type { CatalogueField, FieldValue } from '../filter/catalogue.ts';
import {
  ListSearchDocument,
  type ListSearchQueryVariables,
  VocabularyValuesDocument,
} from '../generated/graphql.ts';
import { learnLabels } from './value-labels.ts';

const PAGE = 50;
const MAX_LENGTH = 100;
/** Fresh for this long; counts change with imports alone. */
const FRESH_MS = 300_000;

interface Page {
  total: number;
  values: readonly FieldValue[];
}

/**
 * Query of a search at the service; the same for all who search the same.
 *
 * @param edited list that is left out, because a list cannot be a condition of itself.
 */
export function remoteSearch(field: CatalogueField | undefined, text: string, edited: string | undefined) {
  const search = text.slice(0, MAX_LENGTH);
  const paged = { ...(search !== '' && { search }), first: PAGE };
  return field?.type === 'list' ? listSearch(paged, edited) : vocabularySearch(field?.key ?? '', paged);
}

function vocabularySearch(field: string, paged: ListSearchQueryVariables) {
  const variables = { field, ...paged };
  return {
    queryKey: queryKey(VocabularyValuesDocument, variables),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page | null> => {
      const { filterFieldValues } = await request(VocabularyValuesDocument, variables, { signal });
      if (!filterFieldValues) return null;
      const values = filterFieldValues.edges.map(({ node }) => node);
      learnLabels(field, values);
      return { total: filterFieldValues.totalCount, values };
    },
    staleTime: FRESH_MS,
  };
}

/** Lists that the caller can see, those that were changed last first. People make and rename them at any time. */
function listSearch(variables: ListSearchQueryVariables, edited: string | undefined) {
  return {
    queryKey: queryKey(ListSearchDocument, { ...variables, edited }),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page | null> => {
      const { lists } = await request(ListSearchDocument, variables, { signal });
      if (!lists) return null;
      const values = lists.edges.map(({ node }) => ({ value: String(node.listId), label: node.name }));
      learnLabels('list', values);
      const others = values.filter(({ value }) => value !== edited);
      return { total: lists.totalCount - (values.length - others.length), values: others };
    },
    staleTime: 0,
  };
}
