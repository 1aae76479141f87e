import { Button, Group, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { Empty } from '../../ui/empty.tsx';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { Drafts, useDrafts } from './drafts.tsx';
import { Examples } from './examples.tsx';
import { useLists } from './lists.ts';
import classes from './lists-page.module.css';
import { ListsTable } from './lists-table.tsx';
import { ListsToolbar } from './lists-toolbar.tsx';
import { isNarrowed, type ListsSearch } from './search.ts';

/** All lists that the caller can see. */
export function ListsPage() {
  const search = useSearch({ from: '/app/lists' });
  const lists = useLists(search);
  return (
    <Page title={listsText.title} actions={<NewList />}>
      <Lists lists={lists} />
    </Page>
  );
}

function Lists({ lists }: { lists: ReturnType<typeof useLists> }) {
  const search = useSearch({ from: '/app/lists' });
  const { rows, total, error, retry } = lists;
  const { isPending, drafts } = useDrafts();
  if (isPending) return <Lines count={8} />;
  const isNew = rows?.length === 0 && !isNarrowed(search);
  return (
    <>
      {error && <Problem error={error} onRetry={retry} />}
      {!isNarrowed(search) && <Drafts drafts={drafts} />}
      {!isNew && <ListsToolbar />}
      {!rows && !error && <Lines count={8} />}
      {isNew && <Examples />}
      {rows?.length === 0 && !isNew && <NoMatch search={onlyText(search)} />}
      {rows && rows.length > 0 && (
        <div className={classes.rows} data-dimmed={lists.isDimmed || undefined}>
          <ListsTable rows={rows} />
          <Group justify="space-between">
            <Text role="status" c="dimmed">
              {listsText.count(formatNumber(rows.length), formatNumber(total))}
            </Text>
            {lists.hasMore && (
              <Button
                variant="default"
                className={classes.action}
                loading={lists.isLoadingMore}
                onClick={lists.loadMore}
              >
                {common.showMore}
              </Button>
            )}
          </Group>
        </div>
      )}
    </>
  );
}

/** Leads to the builder, whose code loads with this page. A list of domains needs no filter. */
function NewList() {
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Button variant="default" className={classes.action} onClick={() => setCreating(true)}>
        {listsText.newDomains}
      </Button>
      <Button
        className={classes.action}
        leftSection={<PlusIcon width={16} height={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/app/build" preload="render" />}
      >
        {listsText.newList}
      </Button>
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function NoMatch({ search }: { search: string | undefined }) {
  const text = search === undefined ? listsText.noneLeft : listsText.noMatch;
  return (
    <Empty title={text.title}>
      <Text>
        {search === undefined ? listsText.noneLeft.body : visibleText(listsText.noMatch.body(search))}
      </Text>
      <Button
        variant="default"
        className={classes.action}
        renderRoot={(props) => <Link {...props} to="/app/lists" />}
      >
        {listsText.noMatch.clear}
      </Button>
    </Empty>
  );
}

/** Returns the text that alone narrows the lists. */
const onlyText = ({ search, ...others }: ListsSearch) => (isNarrowed(others) ? undefined : search);
