import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import { FilterCatalogueDocument } from '../../generated/graphql.ts';
import { counted, formatDay, formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AuditTab } from './audit/audit-tab.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { type ListFrame, useMembership, useOpenList } from './list-data.ts';
import { SharingTab } from './sharing/sharing-tab.tsx';

const CONTENTS = { sharing: SharingTab, versions: HistoryTab, activity: AuditTab } as const;

/** Who may see and change a list, the versions of its filter, and everything that was done to it. */
export default function AccessTab() {
  const { section = 'sharing' } = useSearch({ from: '/app/lists/$listId/access' });
  const navigate = useNavigate({ from: '/app/lists/$listId/access' });
  const Content = CONTENTS[section];
  return (
    <Stack gap="lg">
      <Details />
      <SegmentedControl
        aria-label="Access and history"
        w="fit-content"
        maw="100%"
        value={section}
        onChange={(next) => void navigate({ search: { section: next }, replace: true, resetScroll: false })}
        data={[
          { value: 'sharing', label: 'Sharing' },
          { value: 'versions', label: 'Versions' },
          { value: 'activity', label: 'Activity' },
        ]}
      />
      <Content />
    </Stack>
  );
}

/** The catalogue changes with an import. */
const FRESH_MS = 300_000;

/** Owner, access, version, when the members were computed, and which lists use this one. */
function Details() {
  const { list } = useOpenList();
  const { membership } = useMembership();
  const userId = useViewer().data?.viewer.user.userId;
  const { data } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const { owner, accessLevel, definitionVersion, usedBy } = list;
  const users = usedBy?.totalCount ?? 0;
  return (
    <Group component="dl" gap="8px 28px" m={0} align="flex-start">
      <Fact name="Owner">{owner.userId === userId ? 'me' : <UserText text={owner.name} maw={200} />}</Fact>
      <Fact name="My access">
        <span title={common.accessMeaning[accessLevel]}>{common.accessLevels[accessLevel]}</span>
      </Fact>
      <Fact name="Filter">version {formatNumber(definitionVersion)}</Fact>
      <Fact name="Computed">{membership ? <TimeAgo at={membership.materializedAt} /> : common.unknown}</Fact>
      <Fact name="Catalogue as of">
        {data?.catalogue.asOf ? formatDay(data.catalogue.asOf) : common.unknown}
      </Fact>
      {accessLevel === 'VIEWER' && (
        <Fact name="Watched">{list.watched ? 'yes, the bell tells what changes' : 'no'}</Fact>
      )}
      {usedBy && users > 0 && (
        <Fact name={`Used by ${counted(users, 'list', 'lists')}`}>
          <Users usedBy={usedBy} />
        </Fact>
      )}
    </Group>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0}>
        {children}
      </Text>
    </div>
  );
}

/** Lists that name this one in a condition: the first ones, and how many others there are. */
function Users({ usedBy: { edges, totalCount } }: { usedBy: NonNullable<ListFrame['usedBy']> }) {
  const rest = totalCount - edges.length;
  return (
    <>
      {edges.map(({ node: { listId, name } }, index) => (
        <Fragment key={listId}>
          {index > 0 && ', '}
          <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }}>
            <UserText text={name} display="inline-block" maw={200} style={{ verticalAlign: 'bottom' }} />
          </PageLink>
        </Fragment>
      ))}
      {rest > 0 && ` and ${formatNumber(rest)} more`}
    </>
  );
}
