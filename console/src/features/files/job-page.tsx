import { Alert, Anchor, Box, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { queryKey, useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  FileJobChoicesDocument,
  FileJobDocument,
  FileJobRowsDocument,
  type JobRowFilter,
  UpdateFileJobDocument,
  ViewerDocument,
} from '../../generated/graphql.ts';
import { counted, formatDay, formatNumber } from '../../lib/format.ts';
import { visibleLines } from '../../lib/visible-text.ts';
import { isWorking, JOB_KINDS, JOB_STATES, useJobName, WATCH_MS } from '../../ui/jobs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreCredits } from '../../ui/more-credits.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import { UserText } from '../../ui/user-text.tsx';
import { Columns } from './columns.tsx';
import {
  type Changes,
  type ChangesProps,
  canRematch,
  explain,
  inputOf,
  type Job,
  NO_CHANGES,
  priceText,
  sizeOf,
  useCanChange,
} from './job.ts';
import { JobActions } from './job-actions.tsx';
import { Outcomes } from './outcomes.tsx';
import { Downloads, Results } from './results.tsx';

/** A job with a file: its state, what its columns and rows were taken for, its price, and its results. */
export default function JobPage() {
  const { jobId } = useParams({ from: '/app/files/$jobId' });
  const query = useApiQuery(
    FileJobDocument,
    { jobId },
    { staleTime: 0, again: ({ job }) => (job && isWorking(job) ? WATCH_MS : false) },
  );
  const { job } = query.data ?? {};
  return (
    <Page
      title={useJobName(job)}
      subtitle={
        <Group gap={4} c="dimmed" fz="sm">
          <PageLink to="/app/files">All files</PageLink>
          {job && <Facts job={job} />}
        </Group>
      }
      actions={job && <JobActions job={job} />}
    >
      <Loaded query={query}>{(data) => data.job && <JobView key={jobId} job={data.job} />}</Loaded>
    </Page>
  );
}

function JobView({ job }: { job: Job }) {
  const { status, creditsCharged, resultUrl } = job;
  const cache = useQueryClient();
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [filter, setFilter] = useState<JobRowFilter>();
  const canChange = useCanChange(job);
  const isOpen = canChange && canRematch(job);
  useEffect(() => {
    // The header shows the balance.
    if (creditsCharged > 0) void cache.invalidateQueries({ queryKey: queryKey(ViewerDocument) });
  }, [creditsCharged, cache]);
  const props = { job, changes, onChange: setChanges };
  const isWaiting = canChange && status === 'AWAITING_APPROVAL';
  const settings = (
    <Group align="flex-start" gap="lg">
      {isOpen && (
        <Box flex="2 1 400px" miw={0}>
          <Columns {...props} />
        </Box>
      )}
      <Box flex="3 1 400px" miw={0}>
        <Outcomes {...props} />
      </Box>
    </Group>
  );
  return (
    <Stack gap="lg">
      <State job={job}>
        {job.kind !== 'EXPORT' && !isWorking(job) && <Counts job={job} onShow={setFilter} />}
      </State>
      {isWaiting && settings}
      {resultUrl != null && job.kind === 'EXPORT' && <ExportedFile job={job} />}
      {resultUrl != null && job.kind !== 'EXPORT' && (
        // Another state has other rows.
        <Results key={status} {...props} {...{ isOpen, filter }} onFilter={setFilter} />
      )}
      {isOpen && !isWaiting && settings}
      {isOpen && sizeOf(changes) > 0 && <ChangesBar {...props} />}
    </Stack>
  );
}

/** Sends the changes of a job, whose rows are then matched again. It stays in sight at the bottom of the window. */
function ChangesBar({ job, changes, onChange }: ChangesProps) {
  const cache = useQueryClient();
  const update = useApiMutation(UpdateFileJobDocument, { changes: [FileJobDocument] });
  const apply = async () => {
    await update.mutateAsync({ input: inputOf(job, changes) });
    onChange(NO_CHANGES);
    // Rows that were read before the state of the job may be those of the earlier match.
    await cache.invalidateQueries({ queryKey: queryKey(FileJobRowsDocument) });
  };
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      pos="sticky"
      bottom={8}
      style={{ zIndex: 2 }}
      component="section"
      aria-label="Changes that are not applied"
    >
      <Group gap="sm">
        <Text role="status">{counted(sizeOf(changes), 'change is', 'changes are')} not applied yet.</Text>
        <Button
          size="compact-sm"
          onClick={() => void apply().catch(() => undefined)}
          loading={update.isPending}
        >
          Match again
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange(NO_CHANGES)}>
          Discard
        </Button>
      </Group>
      {update.error && <Problem error={update.error} />}
    </Paper>
  );
}

/** The members of a list as a file. */
function ExportedFile({ job }: { job: Job }) {
  const { counts, export: exported } = job;
  return (
    <Section title="The file" align="flex-start">
      <Text>
        {counted(counts.rows, 'row', 'rows')}.{' '}
        {exported?.validUntil && `It can be downloaded until ${formatDay(exported.validUntil)}, for free.`}
      </Text>
      <Downloads job={job} />
    </Section>
  );
}

/** What a job does, with which list, whose it is, and since when. */
function Facts({ job: { kind, listId, createdBy, createdAt, shared } }: { job: Job }) {
  const list = useListName(listId ?? undefined);
  return (
    <>
      · {JOB_KINDS[kind]} ·{' '}
      {listId != null && (
        <>
          <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} inherit>
            <UserText text={list ?? ''} maw={280} />
          </PageLink>
          ·
        </>
      )}
      <UserText text={createdBy?.name ?? 'an API key'} /> · <TimeAgo at={createdAt} />
      {shared && ' · Shared with the organization'}
    </>
  );
}

/** Unmatched rows that are looked at for alternatives. */
const LOOKED_AT = 200;

/** What became of the rows, each number with its rows, and what the job costs. */
function Counts({ job, onShow }: { job: Job; onShow: (filter: JobRowFilter) => void }) {
  const { jobId, kind, status, counts, estimate, stopped } = job;
  const { matched, duplicates, unmatched, invalid } = counts;
  const isSplit = unmatched > 0 && unmatched <= LOOKED_AT;
  const { data } = useApiQuery(FileJobChoicesDocument, { jobId, first: LOOKED_AT }, { enabled: isSplit });
  const rows = isSplit ? data?.job?.rows?.edges : undefined;
  const toChoose = rows?.filter(({ node }) => node.alternatives.length > 0).length;
  const parts: readonly (readonly [JobRowFilter, number, string])[] = [
    ['MATCHED', matched, 'matched'],
    ...(toChoose === undefined
      ? [['UNMATCHED', unmatched, 'not matched'] as const]
      : [
          ['UNMATCHED', toChoose, 'to choose'] as const,
          ['UNMATCHED', unmatched - toChoose, 'not found'] as const,
        ]),
    ['DUPLICATE', duplicates, 'repeated'],
    ['INVALID', invalid, 'empty or unreadable'],
  ];
  // Of a job that stopped, it would be the price of the rest only.
  const isPriced = kind === 'ENRICH' && status === 'AWAITING_APPROVAL' && !stopped;
  const price = isPriced ? estimate?.creditsRequired : undefined;
  const free = matched - duplicates - (price ?? 0);
  return (
    <Text fw={600} component="div">
      {parts
        .filter(([, count]) => count > 0)
        .map(([filter, count, label], index) => (
          <Fragment key={label}>
            {index > 0 && ' · '}
            <Anchor component="button" type="button" inherit onClick={() => onShow(filter)}>
              {formatNumber(count)} {label}
            </Anchor>
          </Fragment>
        ))}
      {price !== undefined && ` · costs ${price === 0 ? 'nothing' : priceText(price)}`}
      {price !== undefined && free > 0 && `, ${counted(free, 'company costs', 'companies cost')} nothing`}
    </Text>
  );
}

const REPORT = {
  added: 'added',
  already: 'on the list already',
  set: 'set',
  cleared: 'cleared',
  unchanged: 'unchanged',
  invalid: 'not valid',
} as const;

const STOPS: Readonly<Record<string, string>> = {
  CANCELLED: 'somebody cancelled it.',
  MAX_CREDITS: 'the next row would exceed what you approved. Approve more, and it goes on there.',
  INSUFFICIENT_CREDITS: 'the balance is used up. With new credits, approve the job again. It goes on there.',
  CREDIT_LIMIT_REACHED: 'the key that made it has reached its monthly limit. Approve it again next month.',
};

function State({ job, children }: { job: Job; children: ReactNode }) {
  const { status, progress, stopped, error, report } = job;
  const { done, of, secondsLeft } = progress;
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600} role="status">
            {JOB_STATES[status]}
          </Text>
          {children}
          {isWorking(job) && of > 0 && <Text>{`${formatNumber(done)} of ${formatNumber(of)} rows`}</Text>}
        </Group>
        {isWorking(job) && (
          <Progress value={of === 0 ? 0 : (100 * done) / of} animated aria-label="Progress of the job" />
        )}
        <Text>
          {explain(job)} {secondsLeft != null && `about ${formatNumber(secondsLeft)} s left`}
        </Text>
        {report && (
          <Text>
            {(Object.keys(REPORT) as (keyof typeof REPORT)[])
              .filter((each) => report[each] != null)
              .map((each) => `${formatNumber(report[each] ?? 0)} ${REPORT[each]}`)
              .join(' · ')}
          </Text>
        )}
        {stopped && (
          <Alert color="yellow" variant="light">
            It stopped at row {formatNumber(stopped.atRow)}: {STOPS[stopped.because] ?? stopped.because}{' '}
            {stopped.because === 'INSUFFICIENT_CREDITS' && <MoreCredits />}
          </Alert>
        )}
        {error && (
          <Alert color="red" variant="light" role="alert">
            {visibleLines(error.message)}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
