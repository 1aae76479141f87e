import { Box, Button, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import {
  type ChangedCompanyFragment,
  ListChangesSinceDocument,
  type ListChangesSinceQuery,
  type ListMaterializationsQuery,
  type MemberTier,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { TierBadge, TierBar } from '../../../ui/tier.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import { Explanation } from '../members/why.tsx';
import { CHANGE_KINDS, type ChangeKind, useListId } from '../search.ts';

const KINDS = {
  entered: {
    name: 'Entered',
    nothing: 'No company entered since then.',
    table: 'Companies that entered',
  },
  left: {
    name: 'Left',
    nothing: 'No company left since then.',
    table: 'Companies that left',
  },
  tierChanged: {
    name: 'Tier changed',
    nothing: 'No company moved to another tier since then.',
    table: 'Companies that moved to another tier',
  },
} as const;

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
  if (until !== undefined && query.error?.code === 'validation_error')
    return (
      <Empty title="These changes are no longer kept">
        <Text maw="60ch">
          The companies of an event can be seen for 30 days. Later, the members now can still be compared with
          those of earlier computations.
        </Text>
      </Empty>
    );
  const after = query.data?.list?.changes?.materialization ?? now;
  const [earlier, later] = until === undefined ? ['Then', 'Now'] : ['Before', 'After'];
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

function Members({ title, of }: { title: string; of: Omit<Materialization, 'stale'> }) {
  return (
    <Box>
      <Title order={2}>
        {title}: {formatNumber(of.counts.total)}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        computed <TimeAgo at={of.materializedAt} />, {`version ${of.definitionVersion} of the filter`}
      </Text>
      <TierBar counts={of.counts} />
    </Box>
  );
}

const totalOf = (changes: Changes, kind: ChangeKind) => changes[`${kind}Total`]?.totalCount ?? 0;

function Tables({ changes, kind, page }: { changes: Changes; kind: ChangeKind; page: number }) {
  const navigate = useNavigate({ from: '/app/lists/$listId/changes' });
  const total = totalOf(changes, kind);
  return (
    <Stack>
      <SegmentedControl
        aria-label="Kind of change"
        w="fit-content"
        maw="100%"
        value={kind}
        onChange={(next) =>
          navigate({ search: ({ since, until }) => ({ since, until, kind: next }), replace: true })
        }
        data={CHANGE_KINDS.map((each) => ({
          value: each,
          label: `${KINDS[each].name} ${formatNumber(totalOf(changes, each))}`,
        }))}
      />
      <PagedTable
        label={KINDS[kind].table}
        rows={(changes[kind]?.edges ?? []).map(({ node }) => node)}
        idOf={({ companyId }) => companyId}
        columns={COLUMNS[kind]}
        {...(total === 0 && { empty: <Text role="status">{KINDS[kind].nothing}</Text> })}
        total={total}
        pages={{
          page,
          pageSize: PAGE_SIZE,
          onPage: (next) => void navigate({ search: (search) => ({ ...search, page: next }) }),
        }}
      />
    </Stack>
  );
}

const tierOf = (tier: MemberTier | null | undefined) => (tier ? <TierBadge tier={tier} /> : 'not a member');

const company = column<ChangedCompanyFragment>('Company', ({ companyId, company: found }) =>
  found ? (
    <CompanyLink name={found.name} identifier={found.slug} />
  ) : (
    `Company ${companyId}, no longer in the catalogue`
  ),
);
const domain = column<ChangedCompanyFragment>(
  'Domain',
  ({ company: found }) => found && <UserText text={found.primaryDomain} maw={280} />,
);
const before = column<ChangedCompanyFragment>('Tier before', ({ from }) => tierOf(from));
const after = column<ChangedCompanyFragment>('Tier now', ({ to }) => tierOf(to));
const why = column<ChangedCompanyFragment>('Why', ({ company: found }) =>
  found ? <WhyChanged {...found} /> : 'left the catalogue',
);

/** Columns by kind: a company that entered had no tier before, and one that left has none now. */
const COLUMNS = {
  entered: [company, domain, after, why],
  left: [company, domain, before, why],
  tierChanged: [company, domain, before, after, why],
};

/** Opens the reasons for which a company is in the list, or is not. */
function WhyChanged({ name, slug }: { name: string; slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Why ${visibleText(name)}?`}
        onClick={() => setOpen(true)}
      >
        Why?
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Why ${name} is in the list, or not`}>
        <Stack gap="sm">
          <CompanyLink name={name} identifier={slug} />
          <Text c="dimmed">This is what the filter says of the company now.</Text>
          <Explanation identifier={slug} />
        </Stack>
      </Dialog>
    </>
  );
}
