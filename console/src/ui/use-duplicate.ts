import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../api/hooks.ts';
import { DuplicateListDocument, ListsOverviewDocument } from '../generated/graphql.ts';
import { notify, notifyWithAction } from './notify.ts';

/** Copies a list for the caller. A message then leads to the copy, or says why there is none. */
export function useDuplicate(listId: number | string) {
  const navigate = useNavigate();
  const copy = useApiMutation(DuplicateListDocument, { changes: [ListsOverviewDocument] });
  const duplicate = async () => {
    const made = (await copy.mutateAsync({ input: { listId } })).duplicateList?.list;
    if (!made) return;
    const open = () => void navigate({ to: '/app/lists/$listId', params: { listId: String(made.listId) } });
    notifyWithAction(`“${made.name}” is a list of yours now.`, { label: 'Open the copy', run: open });
  };
  return {
    isRunning: copy.isPending,
    run: () => void duplicate().catch((error: Error) => notify(error.message)),
  };
}
