import { Box, Progress, Text } from '@mantine/core';
import { EyeOpenIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { type RecentCompany, readRecentCompanies } from '../../api/recent-companies.ts';
import { useSession } from '../../api/session.ts';
import { useViewer } from '../../api/viewer.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { storedLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import type { DraftRowFragment, HomeListFragment, JobHeadFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { recentSizes, SIZE_DAYS } from '../../lib/recent-sizes.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { type Column, column, DataTable } from '../../ui/data-table.tsx';
import { Initials } from '../../ui/initials.tsx';
import { isWorking, JOB_KINDS, JOB_STATES, useJobName } from '../../ui/jobs.ts';
import { useListCounts } from '../../ui/list-counts.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './home.module.css';

/** Lists with their filter in words, their size, and its last 30 days. */
export function Portfolio({ lists, total }: { lists: readonly HomeListFragment[]; total: number }) {
  return (
    <Section
      title="My lists"
      id="home-lists"
      actions={total > 0 && <PageLink to="/app/lists">All lists {formatNumber(total)}</PageLink>}
    >
      <DataTable
        label="Lists that changed last"
        columns={COLUMNS}
        rows={lists}
        idOf={({ listId }) => listId}
        empty={<Text c="dimmed">No lists yet. Describe companies above, and save them as a list.</Text>}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<HomeListFragment>[] = [
  column('List', (list) => <ListCell list={list} />),
  column('30 days', (list) => <Line list={list} />),
  column('Companies', (list) => <Size list={list} />, { isNumber: true }),
  column('Updated', ({ updatedAt }) => <TimeAgo at={updatedAt} />, { isMinor: true }),
];

function ListCell({ list: { listId, name, definition, owner, watched } }: { list: HomeListFragment }) {
  const userId = useViewer().data?.viewer.user.userId;
  return (
    <Box maw="min(80vw, 520px)">
      <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} fw={600}>
        <UserText text={name} />
      </PageLink>
      <Text size="sm" c="dimmed" truncate>
        {watched && (
          <>
            <EyeOpenIcon width={12} height={12} aria-hidden /> watched ·{' '}
          </>
        )}
        {owner.userId !== userId && <UserText text={`of ${owner.name} · `} span display="inline" />}
        <FilterWords definition={definition} />
      </Text>
    </Box>
  );
}

/** A filter in words, without "Companies where". */
function FilterWords({ definition: raw }: { definition: unknown }) {
  const parsed = parseDefinition(raw, { draft: true });
  const definition: Definition | undefined = parsed.ok ? parsed.value : undefined;
  const labels = useFilterLabels([...conditionsOf(definition?.root ?? null)]);
  if (!definition?.root) return 'Domains that were added by hand';
  if (!labels) return common.loading;
  const [, ...words] = toSentence(definition, labels, 3);
  return <bdi>{toPlainText(words)}</bdi>;
}

function Size({ list }: { list: HomeListFragment }) {
  const { ref, counts, error } = useListCounts(list);
  if (error) return common.unknown;
  return (
    <Box ref={ref} fw={600}>
      {counts ? formatNumber(counts.total) : '…'}
    </Box>
  );
}

const MONTH_MS = SIZE_DAYS * 86_400_000;
const [WIDTH, HEIGHT] = [96, 24];

/** Size of a list over 30 days as a line, and how much it has changed; nothing where it was computed once. */
function Line({ list: { materializations } }: { list: HomeListFragment }) {
  const [begin] = useState(() => Date.now() - MONTH_MS);
  const all = (materializations?.edges ?? []).map(({ node }) => node);
  const shown = recentSizes(all, begin);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || shown.length < 2) return null;
  const change = last.total - first.total;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const words = `${sign}${formatNumber(Math.abs(change))}`;
  return (
    <span className={classes.line} role="img" aria-label={`${words} companies in 30 days`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={lineOf(shown, begin)} />
      </svg>
      <span aria-hidden="true">{words}</span>
    </span>
  );
}

/** Draws the size as steps from a time until now: it stays until the members are computed again. */
function lineOf(sizes: readonly { at: number; total: number }[], begin: number): string {
  const totals = sizes.map(({ total }) => total);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const y = (total: number) =>
    most === least ? HEIGHT / 2 : 2 + ((HEIGHT - 4) * (most - total)) / (most - least);
  const x = (at: number) => (WIDTH * Math.min(Math.max(at - begin, 0), MONTH_MS)) / MONTH_MS;
  const round = (each: number) => Math.round(each * 10) / 10;
  const steps = sizes.map(({ at, total }, index) =>
    index === 0 ? `M${round(x(at))} ${round(y(total))}` : `H${round(x(at))}V${round(y(total))}`,
  );
  return `${steps.join('')}H${WIDTH}`;
}

const SHOWN = 4;

/** What somebody began: jobs that the service works on or that wait, drafts, and the companies that they opened last. */
export function Begun(props: { jobs: readonly JobHeadFragment[]; drafts: readonly DraftRowFragment[] }) {
  const companies = useRecentCompanies();
  return (
    <>
      <Part title="Under way">
        {props.jobs.slice(0, SHOWN).map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </Part>
      <Part title="Drafts">
        {props.drafts.slice(0, SHOWN).map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} />
        ))}
      </Part>
      <Part title="Recent companies">
        {companies.map(({ slug, name }) => (
          <li key={slug}>
            <PageLink
              to="/app/companies/$identifier"
              params={{ identifier: slug }}
              className={classes.recent ?? ''}
            >
              <Initials name={name} of="company" size={28} />
              <UserText text={name} />
            </PageLink>
          </li>
        ))}
      </Part>
    </>
  );
}

/** Nothing without any entry. */
function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Section title={title}>
      <ul>{children}</ul>
    </Section>
  );
}

function JobRow({ job }: { job: JobHeadFragment }) {
  const { jobId, kind, status, progress } = job;
  const { done, of } = progress;
  return (
    <li className={classes.moves}>
      <PageLink to="/app/files/$jobId" params={{ jobId: String(jobId) }}>
        <UserText text={useJobName(job)} />
      </PageLink>
      <Text size="sm" c="dimmed">
        {JOB_KINDS[kind]} · {JOB_STATES[status]}
        {isWorking(job) && of > 0 && ` · ${formatNumber(done)} of ${formatNumber(of)} rows`}
      </Text>
      {isWorking(job) && (
        <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label="Progress of the job" size="xs" />
      )}
    </li>
  );
}

function DraftRow({ draft: { draftId, listId, name, definition, updatedAt } }: { draft: DraftRowFragment }) {
  const hash = storedLink(String(draftId)).slice(1);
  const label = name == null ? <FilterWords definition={definition} /> : <UserText text={name} />;
  return (
    <li className={classes.moves}>
      {listId == null ? (
        <PageLink to="/app/build" hash={hash}>
          {label}
        </PageLink>
      ) : (
        <PageLink to="/app/lists/$listId/edit" params={{ listId: String(listId) }} hash={hash}>
          {label}
        </PageLink>
      )}
      <Text size="sm" c="dimmed">
        {listId == null ? 'New list' : 'Changes of a list'} · <TimeAgo at={updatedAt} />
      </Text>
    </li>
  );
}

/** Returns the companies that the person opened last in this browser. */
function useRecentCompanies(): readonly RecentCompany[] {
  const { userId } = useSession();
  const [companies, setCompanies] = useState<readonly RecentCompany[]>([]);
  useEffect(() => {
    if (userId === undefined) return;
    let isWanted = true;
    void readRecentCompanies(userId).then((read) => {
      if (isWanted) setCompanies(read);
    });
    return () => {
      isWanted = false;
    };
  }, [userId]);
  return companies;
}
