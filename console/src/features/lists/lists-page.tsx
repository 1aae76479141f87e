import { Button, Group, Select, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListOrderField } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { Empty } from '../../ui/empty.tsx';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { Examples } from './examples.tsx';
import { useLists } from './lists.ts';
import classes from './lists-page.module.css';
import { ListsTable } from './lists-table.tsx';

const ORDERS: readonly ListOrderField[] = ['UPDATED_AT', 'NAME', 'CREATED_AT'];

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
  const isNew = rows?.length === 0 && search.search === undefined;
  return (
    <>
      {error && <Problem error={error} onRetry={retry} />}
      {!isNew && <Toolbar />}
      {!rows && !error && <Lines count={8} />}
      {isNew && <Examples />}
      {rows?.length === 0 && search.search !== undefined && <NoMatch search={search.search} />}
      {rows && rows.length > 0 && (
        <div className={classes.rows} data-dimmed={lists.isDimmed || undefined}>
          <ListsTable rows={rows} />
          <Group justify="space-between">
            <Text role="status" c="dimmed">
              {listsText.count(formatNumber(rows.length), formatNumber(total))}
            </Text>
            {lists.hasMore && (
              <Button variant="default" loading={lists.isLoadingMore} onClick={lists.loadMore}>
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
      <Button variant="default" onClick={() => setCreating(true)}>
        {listsText.newDomains}
      </Button>
      <Button
        leftSection={<PlusIcon width={16} height={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/app/build" preload="render" />}
      >
        {listsText.newList}
      </Button>
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function Toolbar() {
  const { search = '', order = 'UPDATED_AT' } = useSearch({ from: '/app/lists' });
  const navigate = useNavigate({ from: '/app/lists' });
  const setSearch = (text: string) =>
    void navigate({ search: (all) => ({ ...all, search: text || undefined }), replace: true });
  const setOrder = (field: ListOrderField) =>
    void navigate({
      search: (all) => ({ ...all, order: field === 'UPDATED_AT' ? undefined : field }),
      replace: true,
    });
  return (
    <Group gap="xs" role="search">
      <div className={classes.search}>
        <SearchField label={listsText.search} value={search} onSearch={setSearch} />
      </div>
      <Select
        aria-label={listsText.order}
        className={classes.order}
        allowDeselect={false}
        value={order}
        data={ORDERS.map((field) => ({ value: field, label: listsText.orders[field] }))}
        onChange={(field) => field && setOrder(field)}
      />
    </Group>
  );
}

function NoMatch({ search }: { search: string }) {
  return (
    <Empty title={listsText.noMatch.title}>
      <Text>{visibleText(listsText.noMatch.body(search))}</Text>
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/app/lists" />}>
        {listsText.noMatch.clear}
      </Button>
    </Empty>
  );
}
