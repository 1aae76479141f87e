import { useParams } from '@tanstack/react-router';

/** Returns the id of the list in the address. */
export function useListId(): string {
  return useParams({ from: '/app/lists/$listId' }).listId;
}
