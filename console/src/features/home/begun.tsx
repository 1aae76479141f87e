import { Progress, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type RecentCompany, readRecentCompanies } from '../../api/recent-companies.ts';
import { useSession } from '../../api/session.ts';
import { storedLink } from '../../filter/draft-link.ts';
import type { DraftRowFragment, JobHeadFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { Initials } from '../../ui/initials.tsx';
import { isWorking, JOB_KINDS, JOB_STATES, useJobName } from '../../ui/jobs.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './home.module.css';
import { FilterWords } from './portfolio.tsx';

const SHOWN = 4;

interface BegunProps {
  jobs: readonly JobHeadFragment[];
  drafts: readonly DraftRowFragment[];
}

/** What somebody began: jobs that the service works on or that wait, drafts, and the companies that they opened last. */
export function Begun({ jobs, drafts }: BegunProps) {
  const companies = useRecentCompanies();
  return (
    <>
      <Part id="home-jobs" title="Under way">
        {jobs.slice(0, SHOWN).map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </Part>
      <Part id="home-drafts" title="Drafts">
        {drafts.slice(0, SHOWN).map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} />
        ))}
      </Part>
      <Part id="home-recent" title="Recent companies">
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
function Part({ id, title, children }: { id: string; title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      <ul className={classes.rows}>{children}</ul>
    </section>
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
