import { Box, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import {
  ListChangesSinceDocument,
  type ListChangesSinceQuery,
  type ListMaterializationsQuery,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { changesText } from '../../../text/list-changes.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TierBar } from '../../../ui/tier-bar.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useListId } from '../list-id.ts';
import { ChangedCompanies } from './changed-companies.tsx';
import { CHANGE_KINDS, type ChangeKind } from './search.ts';

const PAGE_SIZE = 50;

type Materializations = NonNullable<NonNullable<ListMaterializationsQuery['list']>['materializations']>;
export type Materialization = Materializations['edges'][number]['node'];
type Changes = NonNullable<NonNullable<ListChangesSinceQuery['list']>['changes']>;

interface ComparisonProps {
  /** Id of the earlier materialization. */
  since: string;
  /** Id of the later one; the current members unless given. */
  until?: string;
  /** The two, as far as they are known: what an event announced outlives them. */
  then: Materialization | undefined;
  now: Materialization | undefined;
}

/** Members before and after, and a page of the companies that changed. */
export function Comparison({ since, until, then, now }: ComparisonProps) {
  const listId = useListId();
  const { kind: asked, page = 1 } = useSearch({ from: '/app/lists/$listId/changes' });
  const kind = asked ?? 'entered';
  const query = useApiQuery(
    ListChangesSinceDocument,
    {
      listId,
      since,
      until,
      first: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      entered: kind === 'entered',
      left: kind === 'left',
      tierChanged: kind === 'tierChanged',
    },
    { keepPrevious: true },
  );
  if (until !== undefined && query.error?.code === 'validation_error') return <NoLongerKept />;
  const after = query.data?.list?.changes?.materialization ?? now;
  const [earlier, later] =
    until === undefined
      ? [changesText.earlier, changesText.now]
      : [changesText.announced.before, changesText.announced.after];
  return (
    <Stack aria-busy={query.isPlaceholderData}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {then && <Members title={earlier} of={then} />}
        {after && <Members title={later} of={after} />}
      </SimpleGrid>
      <Loaded query={query} lines={8}>
        {({ list }) => list?.changes && <Tables changes={list.changes} kind={kind} page={page} />}
      </Loaded>
    </Stack>
  );
}

/** Takes the place of changes that the service has deleted. */
function NoLongerKept() {
  return (
    <Empty title={changesText.announced.expired}>
      <Text maw="60ch">{changesText.announced.expiredBody}</Text>
    </Empty>
  );
}

function Members({ title, of }: { title: string; of: Omit<Materialization, 'stale'> }) {
  return (
    <Box>
      <Title order={2}>
        {title}: {formatNumber(of.counts.total)}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {changesText.computedAt} <TimeAgo at={of.materializedAt} />,{' '}
        {changesText.version(of.definitionVersion)}
      </Text>
      <TierBar counts={of.counts} />
    </Box>
  );
}

function totalOf(changes: Changes, kind: ChangeKind): number {
  return changes[`${kind}Total`]?.totalCount ?? 0;
}

function Tables({ changes, kind, page }: { changes: Changes; kind: ChangeKind; page: number }) {
  const navigate = useNavigate({ from: '/app/lists/$listId/changes' });
  const total = totalOf(changes, kind);
  const select = (next: string) =>
    navigate({
      search: ({ since, until }) => ({ since, until, kind: CHANGE_KINDS.find((each) => each === next) }),
      replace: true,
    });
  return (
    <Stack>
      <SegmentedControl
        aria-label={changesText.kind}
        w="fit-content"
        maw="100%"
        value={kind}
        onChange={select}
        data={CHANGE_KINDS.map((each) => ({
          value: each,
          label: changesText.kinds[each](formatNumber(totalOf(changes, each))),
        }))}
      />
      {total > 0 ? (
        <ChangedCompanies kind={kind} changes={(changes[kind]?.edges ?? []).map(({ node }) => node)} />
      ) : (
        <Text role="status">{changesText.nothing[kind]}</Text>
      )}
      <Pager
        label={changesText.tables[kind]}
        total={total}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={(next) => navigate({ search: (search) => ({ ...search, page: next }) })}
      />
    </Stack>
  );
}
