import { Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListMaterializationsDocument } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { changesText } from '../../../text/list-changes.ts';
import { overviewText } from '../../../text/list-overview.ts';
import { Problem } from '../../../ui/problem.tsx';
import { TierBar } from '../../../ui/tier-bar.tsx';
import { LaterCountryMap } from '../../../ui/values/later-country-map.tsx';
import { ValueBars } from '../../../ui/values/value-bars.tsx';
import type { ValueCount } from '../../../ui/values/value-count.ts';
import { SizeOverTime } from '../changes/size-over-time.tsx';
import { useMembership } from '../list-data.ts';
import { useListId } from '../list-id.ts';
import { useListConditions } from '../members/use-list-labels.ts';
import classes from './overview.module.css';
import { TechnologyPairs } from './pairs/technology-pairs.tsx';
import { TypicalValues } from './typical-values.tsx';
import { type Overview, type OverviewField, useOverview } from './use-overview.ts';
import { useMembersWith, useMembersWithout } from './value-link.tsx';

/** Materializations of the line: those of the page of changes, so that one request serves both. */
const MOST = 200;
/** Values of a field that are shown at first. */
const SHOWN = 8;
const FIELDS = ['employee_range', 'industry', 'technology'] as const;
/** Countries stand beside a map, which is as high as so many bars. */
const COUNTRIES_SHOWN = 15;

/** What a list consists of: its size over time, tiers, the most frequent values, and what is typical for it. */
export function OverviewTab() {
  const listId = useListId();
  const conditions = useListConditions(listId);
  const named = useMemo(
    () => new Set(conditions.flatMap(({ field, values }) => values.map((value) => `${field}:${value}`))),
    [conditions],
  );
  const { overview, error, retry } = useOverview(listId, named);
  return (
    <div className={classes.overview}>
      {error && <Problem error={error} onRetry={retry} />}
      <div className={classes.top}>
        <Size listId={listId} />
        <Tiers listId={listId} />
      </div>
      <FieldValues {...{ overview }} field="country" />
      <div className={classes.fields}>
        {FIELDS.map((field) => (
          <FieldValues key={field} {...{ overview, field }} />
        ))}
      </div>
      <TypicalValues
        values={overview?.typical}
        members={overview?.members ?? 0}
        registryVersion={overview?.registryVersion ?? ''}
      />
      <TechnologyPairs {...{ overview }} />
      <Text size="sm" c="dimmed" mih={20}>
        {overview?.asOf !== undefined && overviewText.asOf(formatDay(overview.asOf))}
      </Text>
    </div>
  );
}

interface FieldValuesProps {
  field: OverviewField;
  /** Undefined while it is counted. */
  overview: Overview | undefined;
}

/** The most frequent values of a field among the members; countries also as a map, where there is room for it. */
function FieldValues({ field, overview }: FieldValuesProps) {
  const { members = 0, registryVersion = '' } = overview ?? {};
  const membersWith = useMembersWith(registryVersion);
  const isWide = useMediaQuery('(min-width: 40em)', undefined, { getInitialValueInEffect: false });
  const isMap = field === 'country' && isWide === true;
  const membersWithout = useMembersWithout(registryVersion);
  const counts = overview?.fields.find((each) => each.field === field);
  const entries = counts?.values;
  const missing = counts?.missing !== undefined && {
    label: field === 'technology' ? common.values.none : common.values.unknown,
    count: counts.missing,
    use: membersWithout(field),
  };
  const name = overviewText.fields[field];
  const shared = {
    name,
    entries,
    total: members,
    use: ({ value }: ValueCount) => membersWith(field, value),
    after: overviewText.find,
  };
  return (
    <section>
      <Title order={2} mb="xs">
        {name}
      </Title>
      {entries?.length === 0 ? (
        <Text c="dimmed">{overviewText.none}</Text>
      ) : (
        <div className={isMap ? classes.map : undefined}>
          {isMap && <LaterCountryMap {...shared} />}
          <ValueBars {...shared} {...(missing && { missing })} shown={isMap ? COUNTRIES_SHOWN : SHOWN} />
        </div>
      )}
    </section>
  );
}

function Size({ listId }: { listId: string }) {
  // The first materialization is made by the question for the members.
  const { membership } = useMembership(listId);
  const options = { enabled: membership !== undefined };
  const { data, error, refetch } = useApiQuery(
    ListMaterializationsDocument,
    { listId, first: MOST },
    options,
  );
  const all = data?.list?.materializations?.edges.map(({ node }) => node) ?? [];
  if (all.length > 1) {
    return (
      <div className={classes.size}>
        <SizeOverTime all={all} />
      </div>
    );
  }
  return (
    <section className={classes.size} aria-label={changesText.size.title}>
      <Title order={2} mb="xs">
        {changesText.size.title}
      </Title>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <div className={classes.once}>
          <span className={classes.total}>{formatNumber(all[0]?.counts.total ?? 0)}</span>
          <Text c="dimmed" maw="44ch">
            {overviewText.once}
          </Text>
        </div>
      )}
      {!data && !error && <Skeleton h={180} />}
    </section>
  );
}

function Tiers({ listId }: { listId: string }) {
  const { membership, error } = useMembership(listId);
  const navigate = useNavigate();
  return (
    <section aria-labelledby="tiers">
      <Title order={2} id="tiers" mb="xs">
        {overviewText.tiers}
      </Title>
      {membership && (
        <TierBar
          counts={membership.counts}
          onSelect={(tier) =>
            void navigate({ to: '/app/lists/$listId', params: { listId }, search: { tier } })
          }
        />
      )}
      {!membership && error && <Problem error={error} />}
      {!membership && !error && <Skeleton h={38} />}
    </section>
  );
}
