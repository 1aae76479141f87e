import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { patiently } from '../../../api/load-code.ts';
import { ComputeMembersDocument, ListMaterializationsDocument } from '../../../generated/graphql.ts';
import { formatAgo, formatMoment, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Lines, Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../search.ts';
import { Comparison, type Materialization } from './comparison.tsx';

const Chart = lazy(patiently(() => import('../../../ui/time-chart.tsx')));

/** Materializations that can be chosen: the last 30, and those of exports that can be downloaded. */
const MOST = 200;

/** Companies that entered, left or changed tier: those of an event, or those since an earlier computation of the members. */
export default function ChangesTab() {
  const listId = useListId();
  const { since, until } = useSearch({ from: '/app/lists/$listId/changes' });
  const query = useApiQuery(ListMaterializationsDocument, { listId, first: MOST });
  const toAll = (data: typeof query.data) =>
    (data?.list?.materializations?.edges ?? []).map(({ node }) => node);
  if (since === undefined || until === undefined)
    return (
      <Loaded query={query} lines={8}>
        {(data) => <Changes all={toAll(data)} />}
      </Loaded>
    );
  const find = (id: string) => toAll(query.data).find((each) => numberOf(each) === id);
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">What the service noticed when it evaluated this watched list.</Text>
        <PageLink to="/app/lists/$listId/changes" params={{ listId }} search={{}}>
          Compare with the members now
        </PageLink>
      </Group>
      <Comparison since={since} until={until} then={find(since)} now={find(until)} />
    </Stack>
  );
}

function Changes({ all }: { all: readonly Materialization[] }) {
  const [current, ...earlier] = all;
  if (!current)
    return (
      <Empty title="The members were not computed yet">
        <Text>Compute them once. From then on, this page shows which companies come and go.</Text>
        <Compute label="Compute the members" />
      </Empty>
    );
  return (
    <Stack>
      {current.stale && (
        <Alert color="yellow" variant="light" role="note">
          <Text mb="xs">
            The catalogue has changed since the members were computed. This page still compares the old
            members.
          </Text>
          <Compute label="Compute again" />
        </Alert>
      )}
      {earlier.length > 0 ? (
        <>
          <Since current={current} earlier={earlier} />
          <SizeOverTime all={all} />
        </>
      ) : (
        <Empty title="The members were computed once so far">
          <Text maw={520}>
            A comparison needs an earlier computation. Members are computed again when the filter or the
            domains change, or on demand after an import.
          </Text>
          {!current.stale && <Compute label="Compute again" />}
        </Empty>
      )}
    </Stack>
  );
}

function Compute({ label }: { label: string }) {
  const listId = useListId();
  const compute = useApiMutation(ComputeMembersDocument);
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        loading={compute.isPending}
        onClick={() => compute.mutate({ input: { listId } })}
      >
        {label}
      </Button>
      {compute.error && <Problem error={compute.error} />}
    </Stack>
  );
}

function Since({ current, earlier }: { current: Materialization; earlier: readonly Materialization[] }) {
  const search = useSearch({ from: '/app/lists/$listId/changes' });
  const navigate = useNavigate({ from: '/app/lists/$listId/changes' });
  const chosen = search.since ? earlier.find((each) => numberOf(each) === search.since) : earlier[0];
  return (
    <Stack>
      <Select
        label="Compare the members now with those of"
        maw={560}
        allowDeselect={false}
        value={chosen ? numberOf(chosen) : null}
        error={chosen ? undefined : 'That computation is no longer kept. Choose another one.'}
        data={earlier.map((each) => ({ value: numberOf(each), label: labelOf(each) }))}
        onChange={(since) => since && navigate({ search: { since }, replace: true })}
      />
      {chosen && <Comparison since={numberOf(chosen)} then={chosen} now={current} />}
    </Stack>
  );
}

/** Names a materialization in the address and in the list of options. */
const numberOf = ({ materializationId }: Materialization) => String(materializationId);

function labelOf({ materializedAt, definitionVersion, counts: { total } }: Materialization): string {
  const members = common.companies(total, formatNumber(total));
  return `${formatAgo(materializedAt)} (${formatMoment(materializedAt)}), version ${definitionVersion}: ${members}`;
}

/** Size of the list over its materializations, as a line and as a table. @param all the newest first; two or more. */
function SizeOverTime({ all }: { all: readonly Materialization[] }) {
  const totals = all.map(({ counts }) => counts.total).toReversed();
  const line = useMemo(() => {
    // A line has one size at a time: the last one.
    const sizeAt = new Map(
      all.toReversed().map(({ materializedAt, counts }) => [Date.parse(materializedAt) / 1000, counts.total]),
    );
    const size = {
      values: [...sizeAt.values()],
      kind: 'steps',
      color: '--mantine-primary-color-filled',
    } as const;
    return { times: [...sizeAt.keys()], series: [size] };
  }, [all]);
  const label = `Members of the list, computed ${formatNumber(totals.length)} times: first ${formatNumber(totals[0] ?? 0)}, now ${formatNumber(totals.at(-1) ?? 0)}. The table below has the numbers.`;
  return (
    <Stack gap="xs">
      <Title order={2}>Size over time</Title>
      <div role="img" aria-label={label}>
        <Suspense fallback={<Lines count={6} />}>
          <Chart {...line} label="Companies" height={180} />
        </Suspense>
      </div>
      <details>
        <summary>As a table</summary>
        <DataTable
          label="Size over time"
          rows={all}
          idOf={({ materializationId }) => materializationId}
          columns={[
            column<Materialization>('Computed', ({ materializedAt }) => formatMoment(materializedAt)),
            numberColumn<Materialization>('members', 'Members', ({ counts }) => counts.total),
            column<Materialization>('Version of the filter', (each) => formatNumber(each.definitionVersion)),
          ]}
          isNarrow
        />
      </details>
    </Stack>
  );
}
