import { Button, Group, Skeleton, Text } from '@mantine/core';
import { ReloadIcon } from '@radix-ui/react-icons';
import { Fragment, type ReactNode } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import type { Definition } from '../../filter/definition.ts';
import { FilterCatalogueDocument, RefreshMembersDocument } from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { listText } from '../../text/list.ts';
import { watchText } from '../../text/list-watch.ts';
import { ByHand } from '../../ui/by-hand.tsx';
import { notify } from '../../ui/notify.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type ListFrame, type Membership, useMembership } from './list-data.ts';
import classes from './list-facts.module.css';

const text = listText.facts;
/** The catalogue changes with an import. */
const FRESH_MS = 300_000;

/** Owner, access, version, and when the members were computed. */
export function ListFacts({ listId, list }: { listId: string; list: ListFrame }) {
  const { membership, error } = useMembership(listId);
  const userId = useViewer().data?.viewer.user.userId;
  const { owner, accessLevel, definitionVersion, usedBy } = list;
  // A list without a filter has nothing but what was added: no number differs.
  const hasFilter = (list.definition as Definition).root !== null;
  const added = hasFilter ? (list.addedDomains?.totalCount ?? 0) : 0;
  const excluded = hasFilter ? (list.excludedDomains?.totalCount ?? 0) : 0;
  return (
    <dl className={classes.facts}>
      <Fact name={text.members} minWidth={110}>
        {membership ? (
          <Total listId={listId} membership={membership} />
        ) : (
          <Waiting isFailed={error !== null} />
        )}
      </Fact>
      {(added > 0 || excluded > 0) && (
        <Fact name={text.byHand}>
          <ByHand {...{ listId, added, excluded }} />
        </Fact>
      )}
      <Fact name={text.computed} minWidth={210} isWide>
        {membership ? (
          <Computed listId={listId} membership={membership} />
        ) : (
          <Waiting isFailed={error !== null} />
        )}
      </Fact>
      <Fact name={text.asOf} minWidth={90}>
        <CatalogueDay />
      </Fact>
      <Fact name={text.version}>
        <PageLink to="/app/lists/$listId/history" params={{ listId }}>
          {text.versionNumber(formatNumber(definitionVersion))}
        </PageLink>
      </Fact>
      <Fact name={text.owner}>
        {owner.userId === userId ? text.me : <UserText text={owner.name} maw={200} />}
      </Fact>
      <Fact name={text.access}>
        <span title={common.accessMeaning[accessLevel]}>{common.accessLevels[accessLevel]}</span>
      </Fact>
      {accessLevel === 'VIEWER' && (
        <Fact name={watchText.fact}>{list.watched ? watchText.yes : watchText.no}</Fact>
      )}
      {usedBy && usedBy.totalCount > 0 && (
        <Fact name={text.usedBy(usedBy.totalCount, formatNumber(usedBy.totalCount))}>
          <Users usedBy={usedBy} />
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Room in pixels for a value that comes later, so that it moves nothing. */
  minWidth?: number;
  /** Takes a line of its own on a phone. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ name, minWidth, isWide = false, children }: FactProps) {
  return (
    <div
      data-wide={isWide || undefined}
      style={minWidth === undefined ? undefined : { minWidth: `min(${minWidth}px, 100%)` }}
    >
      <dt>{name}</dt>
      <dd>{children}</dd>
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
      {rest > 0 && ` ${text.more(formatNumber(rest))}`}
    </>
  );
}

/** Newest observation of the catalogue, from which the days of all evidence count back. */
function CatalogueDay() {
  const { data, error } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  if (!data) return <Waiting isFailed={error !== null} />;
  return data.catalogue.asOf ? formatDay(data.catalogue.asOf) : common.unknown;
}

/** The tab of the members says why they cannot be computed. */
function Waiting({ isFailed }: { isFailed: boolean }) {
  if (isFailed) return common.unknown;
  return <Skeleton h={14} w={90} mt={4} role="status" aria-label={text.computing} />;
}

function Total({ listId, membership: { counts } }: { listId: string; membership: Membership }) {
  return (
    <PageLink to="/app/lists/$listId" params={{ listId }}>
      {common.companies(counts.total, formatNumber(counts.total))}
    </PageLink>
  );
}

/** When the members were computed; if the catalogue is newer, a button computes them again. */
function Computed({ listId, membership }: { listId: string; membership: Membership }) {
  const refresh = useApiMutation(RefreshMembersDocument);
  const run = async () => {
    const { materializeList } = await refresh.mutateAsync({ input: { listId } });
    if (!materializeList) return;
    const before = formatNumber(membership.counts.total);
    notify(listText.refreshed(before, formatNumber(materializeList.counts.total)));
  };
  return (
    <Group gap="xs">
      <TimeAgo at={membership.materializedAt} />
      {membership.stale && (
        <Text component="span" className={classes.stale}>
          {listText.stale}
        </Text>
      )}
      <Button
        size="compact-xs"
        variant={membership.stale ? 'filled' : 'subtle'}
        leftSection={<ReloadIcon width={12} height={12} aria-hidden />}
        loading={refresh.isPending}
        onClick={() => void run().catch(() => undefined)}
      >
        {listText.refresh}
      </Button>
      {refresh.error && (
        <Text component="span" role="alert" c="var(--mantine-color-error)">
          {refresh.error.message}
        </Text>
      )}
    </Group>
  );
}
