import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKey, request, useApiMutation } from '../../api/hooks.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import {
  CreateListDocument,
  type ListOrder,
  type ListRowFragment,
  ListsOverviewDocument,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useExampleFilters } from '../../preview/use-catalogue.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { Empty } from '../../ui/empty.tsx';
import { Lines } from '../../ui/loaded.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ButtonLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Drafts, useDrafts } from './drafts.tsx';
import classes from './lists-page.module.css';
import { ListsTable } from './lists-table.tsx';
import { ListsToolbar } from './lists-toolbar.tsx';
import { isNarrowed, type ListsSearch } from './search.ts';

/** All lists that the caller can see. */
export default function ListsPage() {
  const search = useSearch({ from: '/app/lists' });
  const query = useLists(search);
  const { isPending, drafts } = useDrafts();
  return (
    <Page title="Lists" actions={<NewList />}>
      {isPending ? <Lines count={8} /> : <Lists {...{ search, query, drafts }} />}
    </Page>
  );
}

interface ListsProps {
  search: ListsSearch;
  query: ReturnType<typeof useLists>;
  drafts: ReturnType<typeof useDrafts>['drafts'];
}

function Lists({ search, query, drafts }: ListsProps) {
  const { data, error } = query;
  const waiting = useWaitingDeletions();
  const all = data?.pages.flatMap(
    ({ lists }): ListRowFragment[] => lists?.edges.map(({ node }) => node) ?? [],
  );
  const rows = all?.filter(({ listId }) => !waiting.has(listId));
  const deleted = (all?.length ?? 0) - (rows?.length ?? 0);
  const isNew = rows?.length === 0 && !isNarrowed(search);
  return (
    <>
      {error && <Problem error={error} onRetry={() => void query.refetch()} />}
      {!isNarrowed(search) && <Drafts drafts={drafts} />}
      {!isNew && <ListsToolbar />}
      {!rows && !error && <Lines count={8} />}
      {isNew && <Examples />}
      {rows?.length === 0 && !isNew && <NoMatch search={onlyText(search)} />}
      {rows && rows.length > 0 && (
        <Stack gap="sm" opacity={query.isPlaceholderData ? 0.55 : 1}>
          <ListsTable rows={rows} />
          <Group justify="space-between">
            <Text role="status" c="dimmed">
              {formatNumber(rows.length)} of{' '}
              {formatNumber((data?.pages.at(-1)?.lists?.totalCount ?? 0) - deleted)} lists
            </Text>
            {query.hasNextPage && (
              <Button
                variant="default"
                className={classes.action}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {common.showMore}
              </Button>
            )}
          </Group>
        </Stack>
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
        List of domains
      </Button>
      <ButtonLink
        to="/app/build"
        preload="render"
        className={classes.action}
        leftSection={<PlusIcon width={16} height={16} aria-hidden />}
      >
        New list
      </ButtonLink>
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function NoMatch({ search }: { search: string | undefined }) {
  return (
    <Empty title={search === undefined ? 'No list fits' : 'No list has this name'}>
      <Text>
        {search === undefined
          ? 'None of the lists that you can see meets all of these filters.'
          : visibleText(`No list that you can see has “${search}” in its name.`)}
      </Text>
      <ButtonLink to="/app/lists" variant="default" className={classes.action}>
        Show all lists
      </ButtonLink>
    </Empty>
  );
}

/** Returns the text that alone narrows the lists. */
const onlyText = ({ search, ...others }: ListsSearch) => (isNarrowed(others) ? undefined : search);

/** Creates a list without a filter, and leads to its domains. */
function CreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const create = useApiMutation(CreateListDocument);
  const submit = async (name: string) => {
    const { createList } = await create.mutateAsync({ input: { name } });
    if (!createList) return;
    onClose();
    await navigate({
      to: '/app/lists/$listId/domains',
      params: { listId: String(createList.list.listId) },
    });
  };
  return (
    <NameDialog
      opened={opened}
      title="New list of domains"
      submit="Create"
      initial=""
      busy={create.isPending}
      error={create.error}
      // The dialog shows a failure.
      onSubmit={(name) => void submit(name).catch(() => undefined)}
      onClose={onClose}
    >
      <Text>
        This list has no filter. It holds the companies whose domains you add, and you can give it a filter
        later.
      </Text>
    </NameDialog>
  );
}

/** Shown to people without lists: what a list is, and filters to begin with. */
function Examples() {
  const filters = useExampleFilters();
  return (
    <Empty title="No lists yet">
      <Text maw="60ch">
        A list is a saved filter: software companies in Germany, for example. “Refresh” finds its members in
        the catalogue of that moment. Press “New list” to build one, or begin with an example.
      </Text>
      {filters.length > 0 && (
        <>
          <Title order={2} mt="lg">
            Examples to begin with
          </Title>
          <SimpleGrid component="ul" cols={{ base: 1, sm: 3 }} w="100%" p={0} m={0} ta="start">
            {filters.map((filter) => (
              <Example key={JSON.stringify(filter)} filter={filter} />
            ))}
          </SimpleGrid>
        </>
      )}
    </Empty>
  );
}

function Example({ filter }: { filter: Definition }) {
  const labels = useFilterLabels([...conditionsOf(filter.root)]);
  if (!labels) return null;
  const words = toSentence(filter, labels);
  const link = toDraftLink({ definition: filter });
  return (
    <Paper component="li" withBorder p="md" display="flex" style={{ flexDirection: 'column', gap: 8 }}>
      <Sentence words={words} />
      <ButtonLink
        to="/app/build"
        hash={link?.slice(1) ?? ''}
        variant="light"
        mt="auto"
        w="fit-content"
        maw="100%"
        aria-label={`Open as a draft: ${toPlainText(words)}`}
      >
        Open as a draft
      </ButtonLink>
    </Paper>
  );
}

const PAGE_SIZE = 50;

const DIRECTIONS = {
  UPDATED_AT: { field: 'UPDATED_AT', direction: 'DESC' },
  CREATED_AT: { field: 'CREATED_AT', direction: 'DESC' },
  NAME: { field: 'NAME', direction: 'ASC' },
} as const satisfies Record<string, ListOrder>;

/** Lists that the caller can see, page by page. The rows of an earlier search stay until the new ones are there. */
function useLists({ order = 'UPDATED_AT', ...filter }: ListsSearch) {
  const variables = { first: PAGE_SIZE, ...filter, orderBy: DIRECTIONS[order] };
  return useInfiniteQuery({
    queryKey: [...queryKey(ListsOverviewDocument), 'pages', variables],
    queryFn: ({ signal, pageParam }) =>
      request(ListsOverviewDocument, { ...variables, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lists }) => (lists?.pageInfo.hasNextPage ? lists.pageInfo.endCursor : undefined),
    placeholderData: keepPreviousData,
  });
}
