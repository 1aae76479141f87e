import { changesText } from '../../../text/list-changes.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { useListId } from '../list-id.ts';

/** Leads from the changes of an event to those until now. */
export function CompareNow() {
  return (
    <PageLink to="/app/lists/$listId/changes" params={{ listId: useListId() }} search={{}}>
      {changesText.announced.compareNow}
    </PageLink>
  );
}
