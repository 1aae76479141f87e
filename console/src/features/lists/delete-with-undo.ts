import { requestKept } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { sendDeletions, setWaiting, waitingDeletions } from '../../api/waiting-deletions.ts';
import { DeleteListDocument, type ListRowFragment } from '../../generated/graphql.ts';
import { listsText } from '../../text/lists.ts';
import { notify, notifyUndo } from '../../ui/notify.ts';

const text = listsText.remove;

/**
 * Hides a list at once. The service deletes it when the message that offers to undo this has gone, or the page is left:
 * all that belongs to a list goes with it, so that nothing could be restored later.
 */
export function deleteWithUndo({ listId, name }: Pick<ListRowFragment, 'listId' | 'name'>): void {
  if (waitingDeletions.get().has(listId)) return;
  let isDecided = false;
  const send = async () => {
    if (isDecided) return;
    isDecided = true;
    try {
      await requestKept(DeleteListDocument, { input: { listId } });
    } catch (error) {
      notify(text.failed(name, (error as Error).message));
    }
    // Rows that were read before still have the list.
    await queryClient.invalidateQueries();
    setWaiting(listId, undefined);
  };
  const undo = () => {
    if (isDecided) throw new Error(text.tooLate(name));
    isDecided = true;
    setWaiting(listId, undefined);
  };
  setWaiting(listId, send);
  window.addEventListener('pagehide', sendDeletions);
  notifyUndo(text.done(name), undo, () => void send());
}
