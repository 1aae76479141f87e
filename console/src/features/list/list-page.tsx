import { Button } from '@mantine/core';
import { MixerHorizontalIcon } from '@radix-ui/react-icons';
import { Link, Outlet } from '@tanstack/react-router';
import { readable } from '../../lib/readable.ts';
import { listText } from '../../text/list.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ExportButton } from './export/export-button.tsx';
import { ListCopy } from './list-copy.tsx';
import { type ListFrame, useListFrame } from './list-data.ts';
import { ListFacts } from './list-facts.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListId } from './list-id.ts';
import { ListName } from './list-name.tsx';
import { GoneList, isRefusal, RefusedList } from './list-refused.tsx';
import { ListTabs } from './list-tabs.tsx';
import { useLiveList } from './live-list.ts';
import { LiveNotes } from './live-notes.tsx';

/** Frame of a list: what it is, what can be done with it, and its tabs. Another list begins anew. */
export function ListPage() {
  const listId = useListId();
  return <OpenList key={listId} listId={listId} />;
}

function OpenList({ listId }: { listId: string }) {
  const { data, error, refetch } = useListFrame(listId);
  const live = useLiveList(listId, data !== undefined);
  const list = data?.list;
  if (live.isGone) return <GoneList />;
  if (!list || isRefusal(error)) {
    return (
      <Page title={listText.loading} wide>
        {error ? <RefusedList error={error} onRetry={() => void refetch()} /> : <Lines count={6} />}
      </Page>
    );
  }
  return (
    <Page
      title={readable(list.name)}
      heading={<ListName listId={listId} name={list.name} canRename={list.accessLevel !== 'VIEWER'} />}
      actions={<Actions listId={listId} list={list} />}
      wide
    >
      <ListFilter definition={list.definition} />
      <ListFacts listId={listId} list={list} />
      <LiveNotes notes={live.notes} onDismiss={live.dismiss} />
      <ListTabs listId={listId} />
      <Outlet />
    </Page>
  );
}

function Actions({ listId, list }: { listId: string; list: ListFrame }) {
  return (
    <>
      {list.accessLevel !== 'VIEWER' && (
        <Button
          leftSection={<MixerHorizontalIcon width={16} height={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/app/lists/$listId/edit" params={{ listId }} />}
        >
          {listText.editFilter}
        </Button>
      )}
      <ExportButton listId={listId} listName={list.name} />
      <ListCopy list={list} />
    </>
  );
}
