import { Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { patiently } from '../../../api/load-code.ts';
import { OrganizationUsageDocument, OwnUsageDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { accountText } from '../../../text/account.ts';
import { Lines, Loaded } from '../../../ui/loaded.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { fillDays, type UsageDay } from './days.ts';

const text = accountText.usage;

const Chart = lazy(patiently(() => import('./chart.tsx')));

/** Usage of all keys of the organization; for admins. */
export function OrganizationUsage() {
  const [days, setDays] = useState(30);
  const query = useApiQuery(OrganizationUsageDocument, { days });
  return (
    <Usage
      note={text.all}
      days={days}
      onDays={setDays}
      query={query}
      usageOf={({ viewer }) => viewer.organization.usage ?? []}
    />
  );
}

/** Usage of the caller's own keys, added up. */
export function OwnUsage() {
  const [days, setDays] = useState(30);
  const query = useApiQuery(OwnUsageDocument, { days });
  return (
    <Usage
      note={text.own}
      days={days}
      onDays={setDays}
      query={query}
      usageOf={({ viewer }) => viewer.apiKeys?.edges.flatMap(({ node }) => node.usage ?? []) ?? []}
    />
  );
}

interface UsageProps<Data> {
  note: string;
  days: number;
  onDays: (days: number) => void;
  query: UseQueryResult<Data, Error>;
  usageOf: (data: Data) => readonly UsageDay[];
}

function Usage<Data>({ note, days, onDays, query, usageOf }: UsageProps<Data>) {
  return (
    <Stack component="section" aria-label={text.title} gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.title}</Title>
        <SegmentedControl
          size="xs"
          aria-label={text.range}
          value={String(days)}
          onChange={(value) => onDays(Number(value))}
          data={Object.entries(text.ranges).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Text c="dimmed">{note}</Text>
      <Loaded query={query} lines={6}>
        {(data) => <Days days={fillDays(usageOf(data), days, Date.now())} />}
      </Loaded>
    </Stack>
  );
}

function Days({ days }: { days: readonly UsageDay[] }) {
  const requests = formatNumber(days.reduce((sum, day) => sum + day.requests, 0));
  return (
    <>
      <div role="img" aria-label={text.chart(requests, days.length)}>
        <Suspense fallback={<Lines count={6} />}>
          <Chart days={days} />
        </Suspense>
      </div>
      <details>
        <summary>{text.asTable}</summary>
        <TableRegion
          label={text.table}
          columns={[text.day, text.requests, text.errors, text.credits]}
          minWidth={360}
        >
          {days.toReversed().map(({ day, ...numbers }) => (
            <Table.Tr key={day}>
              <Table.Td>{day}</Table.Td>
              <Table.Td>{formatNumber(numbers.requests)}</Table.Td>
              <Table.Td>{formatNumber(numbers.errors)}</Table.Td>
              <Table.Td>{formatNumber(numbers.creditsCharged)}</Table.Td>
            </Table.Tr>
          ))}
        </TableRegion>
      </details>
    </>
  );
}
