import { useApiQuery } from '../api/hooks.ts';
import { ListLabelDocument } from '../generated/graphql.ts';

/** Returns the name of a list; its number if it is deleted or hidden; undefined without an id. */
export function useListName(id: number | undefined): string | undefined {
  const listId = String(id);
  const { data, error } = useApiQuery(ListLabelDocument, { listId }, { enabled: id !== undefined });
  if (id === undefined) return undefined;
  return data?.list?.name ?? (error ? `List ${id}, deleted or not shared with you` : '…');
}
