import { Group, SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { patiently } from '../../../api/load-code.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import { UsageDocument } from '../../../generated/graphql.ts';
import { formatNumber, lastDays } from '../../../lib/format.ts';
import { column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Lines, Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';

const RANGES = { '30': '30 days', '90': '90 days' } as const;

const Chart = lazy(patiently(() => import('../../../ui/time-chart.tsx')));

/** Usage by day: of all keys of the organization for admins, else of the caller's own. */
export function Usage() {
  const [days, setDays] = useState<keyof typeof RANGES>('30');
  const isAdmin = useIsAdmin();
  const query = useApiQuery(UsageDocument, { days: Number(days), isAdmin });
  const { organization, apiKeys } = query.data?.viewer ?? {};
  const usage = organization?.usage ?? apiKeys?.edges.flatMap(({ node }) => node.usage ?? []);
  return (
    <Section
      gap="sm"
      title="Usage by day"
      intro={
        isAdmin
          ? 'All keys of the organization. Days are in UTC.'
          : 'Your keys. Admins see the whole organization.'
      }
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Days"
          value={days}
          onChange={(value) => setDays(value as typeof days)}
          data={Object.entries(RANGES).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <Loaded query={query} lines={6}>
        {() => <Days days={fillDays(usage ?? [], Number(days))} range={RANGES[days]} />}
      </Loaded>
    </Section>
  );
}

function Days({ days, range }: { days: readonly UsageDay[]; range: string }) {
  const [point, setPoint] = useState<number>();
  const times = useMemo(() => days.map(({ day }) => Date.parse(day) / 1000), [days]);
  const series = useMemo(
    () => NUMBERS.map(({ key, ...look }) => ({ ...look, values: days.map((day) => day[key]) })),
    [days],
  );
  const pointed = point === undefined ? undefined : days[point];
  const total = totalOf(days);
  const requests = formatNumber(total.requests);
  return (
    <>
      <div
        role="img"
        aria-label={`Chart: ${requests} requests in ${days.length} days. The table below has each day.`}
      >
        <Suspense fallback={<Lines count={6} />}>
          <Legend when={pointed?.day ?? range} numbers={pointed ?? total} />
          <Chart times={times} series={series} label="Each day" height={220} isUtc onPoint={setPoint} />
        </Suspense>
      </div>
      <details>
        <summary>Show as a table</summary>
        <DataTable
          label="Usage of each day"
          rows={days.toReversed()}
          idOf={({ day }) => day}
          columns={[
            column<UsageDay>('Day', ({ day }) => day),
            ...NUMBERS.map(({ key, name }) => numberColumn<UsageDay>(key, name, (day) => day[key])),
          ]}
          isNarrow
        />
      </details>
    </>
  );
}

type Numbers = Omit<UsageDay, 'day'>;

const NUMBERS = [
  { key: 'requests', name: 'Requests', kind: 'bars', color: '--mantine-primary-color-filled' },
  { key: 'errors', name: 'Errors', kind: 'line', color: '--mantine-color-error' },
  { key: 'creditsCharged', name: 'Credits', kind: 'line', color: '--tier-medium', isDashed: true },
] as const;

/** What the bars and lines mean, with the numbers of one day or of all. */
function Legend({ when, numbers }: { when: string; numbers: Numbers }) {
  return (
    <Group gap="4px 16px" mb="xs">
      <Text fw={600} miw={88}>
        {when}
      </Text>
      {NUMBERS.map(({ key, name, color }) => (
        <Group key={key} gap={6}>
          <span style={{ width: 10, height: 10, borderRadius: 2, background: `var(${color})` }} />
          <Text>
            {name} <b>{formatNumber(numbers[key])}</b>
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function totalOf(days: readonly UsageDay[]): Numbers {
  const sum = (key: keyof Numbers) => days.reduce((total, day) => total + day[key], 0);
  return { requests: sum('requests'), errors: sum('errors'), creditsCharged: sum('creditsCharged') };
}

/** Usage of one day in UTC (`2026-03-01`). */
interface UsageDay {
  readonly day: string;
  readonly requests: number;
  readonly errors: number;
  readonly creditsCharged: number;
}

/** Sums usage by day over the last days, the oldest first. Days without usage are zero. */
function fillDays(usage: readonly UsageDay[], length: number): UsageDay[] {
  const filled = lastDays(length).map((day) => ({ day, requests: 0, errors: 0, creditsCharged: 0 }));
  const byDay = new Map(filled.map((each) => [each.day, each]));
  for (const { day, requests, errors, creditsCharged } of usage) {
    const sum = byDay.get(day);
    if (!sum) continue;
    sum.requests += requests;
    sum.errors += errors;
    sum.creditsCharged += creditsCharged;
  }
  return filled;
}
