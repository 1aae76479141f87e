import { queryKey, request } from '../api/hooks.ts';
import { type FieldValue, isOwn, OWN_FIELDS } from '../filter/catalogue.ts';
import {
  FoundValuesDocument,
  ListSearchDocument,
  type ListSearchQueryVariables,
  VocabularyValuesDocument,
} from '../generated/graphql.ts';
import { learnLabels } from './value-labels.ts';

const PAGE = 50;
const MAX_LENGTH = 100;
/** Fresh for this long; counts change with imports alone. */
const FRESH_MS = 300_000;
/** Organizations write the values of own fields at any time. */
const OWN_FRESH_MS = 10_000;

/** Finds lists that the caller can see. */
export const searchLists = (text: string) => remoteSearch('list', text);
/** Finds technologies, and their categories. */
export const searchTechnologies = (text: string) => remoteSearch('technology', text);
export const searchCategories = (text: string) => remoteSearch('technology_category', text);

interface Page {
  total: number;
  values: readonly FieldValue[];
}

/**
 * Query of a search at the service; the same for all who search the same.
 *
 * @param field key of a field, or `own` for the values of all own fields.
 * @param edited list that is left out, because a list cannot be a condition of itself.
 */
export function remoteSearch(field: string, text: string, edited?: string) {
  const search = text.slice(0, MAX_LENGTH);
  const paged = { ...(search !== '' && { search }), first: PAGE };
  if (field === OWN_FIELDS) return ownSearch({ search, first: PAGE });
  return field === 'list' ? listSearch(paged, edited) : vocabularySearch(field, paged);
}

/** Values of all fields, each with its field. */
function ownSearch(variables: { search: string; first: number }) {
  return {
    queryKey: queryKey(FoundValuesDocument, variables),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page | null> => {
      const { filterValues } = await request(FoundValuesDocument, variables, { signal });
      // A full page may leave out others.
      const isFull = filterValues?.length === PAGE;
      return filterValues && { total: filterValues.length + (isFull ? 1 : 0), values: filterValues };
    },
    staleTime: OWN_FRESH_MS,
  };
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
    staleTime: isOwn(field) ? OWN_FRESH_MS : FRESH_MS,
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
