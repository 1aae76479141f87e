import { Alert, Anchor, Box, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { queryKey, useApiQuery } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import {
  FileJobChoicesDocument,
  FileJobDocument,
  type JobRowFilter,
  ViewerDocument,
} from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { visibleLines } from '../../lib/visible-text.ts';
import { filesText as texts } from '../../text/files.ts';
import { isWorking, useJobName, WATCH_MS } from '../../ui/jobs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreCredits } from '../../ui/more-credits.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import { UserText } from '../../ui/user-text.tsx';
import { type Changes, NO_CHANGES, sizeOf } from './changes.ts';
import { ChangesBar } from './changes-bar.tsx';
import { Columns } from './columns.tsx';
import { canRematch, type Job, priceText, useCanChange } from './job.ts';
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
          <PageLink to="/app/files">{texts.back}</PageLink>
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
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [filter, setFilter] = useState<JobRowFilter>();
  const canChange = useCanChange(job);
  const isOpen = canChange && canRematch(job);
  useEffect(() => {
    // The header shows the balance.
    if (creditsCharged > 0) void queryClient.invalidateQueries({ queryKey: queryKey(ViewerDocument) });
  }, [creditsCharged]);
  const isWaiting = canChange && status === 'AWAITING_APPROVAL';
  const settings = (
    <Group align="flex-start" gap="lg">
      {isOpen && (
        <Box flex="2 1 400px" miw={0}>
          <Columns job={job} changes={changes} onChange={setChanges} />
        </Box>
      )}
      <Box flex="3 1 400px" miw={0}>
        <Outcomes job={job} changes={changes} onChange={setChanges} />
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
        <Results
          // Another state has other rows.
          key={status}
          {...{ job, filter }}
          onFilter={setFilter}
          isOpen={isOpen}
          changes={changes}
          onChange={setChanges}
        />
      )}
      {isOpen && !isWaiting && settings}
      {isOpen && sizeOf(changes) > 0 && <ChangesBar job={job} changes={changes} onChange={setChanges} />}
    </Stack>
  );
}

/** The members of a list as a file. */
function ExportedFile({ job }: { job: Job }) {
  const { counts, export: exported } = job;
  return (
    <Stack gap="xs" component="section" aria-labelledby="file" align="flex-start">
      <Title order={2} id="file">
        {texts.file.title}
      </Title>
      <Text>
        {texts.rows(counts.rows, formatNumber(counts.rows))}.{' '}
        {exported?.validUntil && texts.file.until(formatDay(exported.validUntil))}
      </Text>
      <Downloads job={job} />
    </Stack>
  );
}

/** The list that a job fills or exports. */
function ListLink({ listId }: { listId: number }) {
  return (
    <>
      <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} inherit>
        <UserText text={useListName(listId) ?? ''} maw={280} />
      </PageLink>
      ·
    </>
  );
}

/** What a job does, whose it is, and since when. */
function Facts({ job: { kind, listId, createdBy, createdAt, shared } }: { job: Job }) {
  return (
    <>
      · {texts.kinds[kind]} · {listId != null && <ListLink listId={listId} />}
      <UserText text={createdBy?.name ?? texts.jobs.byKey} /> · <TimeAgo at={createdAt} />
      {shared && ` · ${texts.shared}`}
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
    ['MATCHED', matched, texts.bar.matched],
    ...(toChoose === undefined
      ? [['UNMATCHED', unmatched, texts.bar.unmatched] as const]
      : [
          ['UNMATCHED', toChoose, texts.bar.toChoose] as const,
          ['UNMATCHED', unmatched - toChoose, texts.bar.notFound] as const,
        ]),
    ['DUPLICATE', duplicates, texts.bar.repeated],
    ['INVALID', invalid, texts.bar.invalid],
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
      {price !== undefined && ` · ${texts.bar.costs(priceText(price))}`}
      {price !== undefined && free > 0 && `, ${texts.bar.free(formatNumber(free), free === 1)}`}
    </Text>
  );
}

/** Says what a state means, and what a job with a price has charged. The columns of a job that stopped stay as they are. */
function explain({ kind, status, stopped, creditsCharged, estimate }: Job): string {
  const isPaid = kind === 'ENRICH' || kind === 'EXPORT';
  const charged = `${creditsCharged === 0 ? 'Nothing' : priceText(creditsCharged)} ${creditsCharged > 1 ? 'were' : 'was'} charged`;
  if (stopped && status === 'AWAITING_APPROVAL') {
    const rest = estimate?.creditsRequired ?? 0;
    return `${charged}, the rest ${rest === 0 ? 'is free' : `costs ${priceText(rest)}`}. Run the job to go on.`;
  }
  const isOver = status === 'DONE' || status === 'FAILED' || status === 'CANCELLED';
  return isOver && isPaid ? `${texts.explain[status]} ${charged}.` : texts.explain[status];
}

function State({ job, children }: { job: Job; children: ReactNode }) {
  const { status, progress, stopped, error, report } = job;
  const { done, of, secondsLeft } = progress;
  const stops: Readonly<Record<string, string>> = texts.stops;
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600} role="status">
            {texts.statuses[status]}
          </Text>
          {children}
          {isWorking(job) && of > 0 && (
            <Text>{texts.progressText(formatNumber(done), formatNumber(of))}</Text>
          )}
        </Group>
        {isWorking(job) && (
          <Progress value={of === 0 ? 0 : (100 * done) / of} animated aria-label={texts.progress} />
        )}
        <Text>
          {explain(job)} {secondsLeft != null && texts.left(formatNumber(secondsLeft))}
        </Text>
        {report && (
          <Text>
            {(['added', 'already', 'set', 'cleared', 'unchanged', 'invalid'] as const)
              .flatMap((each) => {
                const count = report[each];
                return count == null ? [] : `${formatNumber(count)} ${texts.report[each]}`;
              })
              .join(' · ')}
          </Text>
        )}
        {stopped && (
          <Alert color="yellow" variant="light">
            {texts.stopped(formatNumber(stopped.atRow))}
            {stops[stopped.because] ?? stopped.because}{' '}
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
