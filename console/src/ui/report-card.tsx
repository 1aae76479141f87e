import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FlagResolution, FlagStatus } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';
import { reportsText as text } from '../text/reports.ts';
import { PageLink } from './page-link.tsx';
import { TimeAgo } from './time-ago.tsx';
import { UserText } from './user-text.tsx';
import { WrittenLines } from './written-lines.tsx';

interface ReportCardProps {
  report: {
    flagId: number;
    status: FlagStatus;
    createdAt: string;
    description?: string | null;
    resolution?: FlagResolution | null;
    note?: string | null;
    resolvedAt?: string | null;
  };
  /** The identifier is a domain or slug; a company that has left the catalogue has none. */
  company: { id: number; name?: string | null; identifier?: string | null };
  /** Organization that sent the report; it is not said for reports of the reader. */
  sender?: string;
  action?: ReactNode;
}

/** A report of wrong data in a list: what is wrong with which company, and what became of it. */
export function ReportCard({ report, company, sender, action }: ReportCardProps) {
  const { flagId, status, createdAt, description, resolution, note, resolvedAt } = report;
  const result = resolution ? text.resolutions[resolution] : text.resolved;
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} miw={0} flex="1 1 120px">
          <CompanyName {...company} />
        </Title>
        <Badge variant={status === 'QUEUED' ? 'default' : 'light'}>
          {status === 'QUEUED' ? 'Waits for review' : result}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        Report {formatNumber(flagId)} · Sent <TimeAgo at={createdAt} />
        {sender !== undefined && ` by ${visibleText(sender)}`}
        {resolvedAt && (
          <>
            {` · ${text.resolved} `}
            <TimeAgo at={resolvedAt} />
          </>
        )}
      </Text>
      {description ? <WrittenLines lines={description} /> : <Text c="dimmed">{text.noDescription}</Text>}
      {status === 'RESOLVED' && (
        <Text size="xs" c="dimmed" mt="xs">
          {resolution ? `Result of the review: ${text.meanings[resolution]}` : text.resolved}
        </Text>
      )}
      {note && <WrittenLines lines={note} />}
      {action && (
        <Group justify="flex-end" mt="xs">
          {action}
        </Group>
      )}
    </Paper>
  );
}

function CompanyName({ id, name, identifier }: ReportCardProps['company']) {
  if (name == null) return `Company ${formatNumber(id)}, which left the catalogue`;
  if (identifier == null) return <UserText text={`${name} (left the catalogue)`} />;
  return (
    <PageLink to="/app/companies/$identifier" params={{ identifier }} preload={false} maw="100%" inherit>
      <UserText text={name} />
    </PageLink>
  );
}
