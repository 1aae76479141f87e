import { Anchor, Code, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently } from '../../api/load-code.ts';
import { useIsOperator } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import type { Catalogue, CatalogueField } from '../../filter/catalogue.ts';
import {
  DraftsOverviewDocument,
  FileJobsDocument,
  HomeListsDocument,
  LatestEventsDocument,
} from '../../generated/graphql.ts';
import { download } from '../../lib/download.ts';
import { SIZES } from '../../lib/recent-sizes.ts';
import { isWorking, WATCH_MS } from '../../ui/jobs.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Begun } from './begun.tsx';
import { Examples } from './examples.tsx';
import classes from './home.module.css';
import { Portfolio } from './portfolio.tsx';
import { Since } from './since.tsx';

const Picture = lazy(patiently(async () => ({ default: (await import('./picture.tsx')).Picture })));

const [LISTS, JOBS, EVENTS] = [9, 10, 100];

interface StartProps {
  catalogue: Catalogue | undefined;
  /** Number of all companies; undefined until it is known. */
  total: number | undefined;
  onAdd: (field: CatalogueField, label: string) => void;
  onChoose: (sentence: string) => void;
}

/** Home before anything is typed: the catalogue as a picture, what changed, and what the person has. */
export function Start({ catalogue, total, onAdd, onChoose }: StartProps) {
  if (total === 0) return <EmptyCatalogue />;
  const skeleton = <Skeleton h={640} />;
  if (!catalogue || total === undefined) return skeleton;
  // What stands below a map waits for it, so that it does not move.
  return (
    <Suspense fallback={skeleton}>
      <Picture {...{ catalogue, total, onAdd, onChoose }} />
      <Own onChoose={onChoose} />
    </Suspense>
  );
}

/** Lists, changes, jobs and drafts of the person, at once, so that none moves another. */
function Own({ onChoose }: Pick<StartProps, 'onChoose'>) {
  const lists = useApiQuery(HomeListsDocument, { first: LISTS, sizes: SIZES });
  const events = useApiQuery(LatestEventsDocument, { last: EVENTS });
  const drafts = useApiQuery(DraftsOverviewDocument, {});
  const jobs = useApiQuery(
    FileJobsDocument,
    { first: JOBS, offset: 0 },
    { again: (answer) => (answer.jobs?.edges.some(({ node }) => isWorking(node)) ? WATCH_MS : false) },
  );
  const waiting = useWaitingDeletions();
  if ([lists, events, drafts, jobs].some(({ isPending }) => isPending)) return <Skeleton h={320} />;
  const nodes = lists.data?.lists?.edges.map(({ node }) => node) ?? [];
  const shown = nodes.filter(({ listId }) => !waiting.has(listId));
  const begun = jobs.data?.jobs?.edges.map(({ node }) => node) ?? [];
  return (
    <div className={classes.own}>
      <Stack gap="lg" miw={0}>
        {lists.error && <Problem error={lists.error} onRetry={() => void lists.refetch()} />}
        {lists.data && shown.length === 0 && <Examples onChoose={onChoose} />}
        <Since events={events.data?.events?.edges.map(({ node }) => node) ?? []} />
        {lists.data && (
          <Portfolio lists={shown} total={Math.max(0, (lists.data.lists?.totalCount ?? 0) - waiting.size)} />
        )}
      </Stack>
      <Stack gap="lg" miw={0} className={classes.side ?? ''}>
        <Begun
          jobs={begun.filter((job) => isWorking(job) || job.status === 'AWAITING_APPROVAL')}
          drafts={drafts.data?.drafts?.edges.map(({ node }) => node) ?? []}
        />
      </Stack>
    </div>
  );
}

const SAMPLE = `name,primary_domain,country,employee_count
Lindenhof Datenwerke,lindenhof-daten.example,Germany,51-200
Fjordblick Analytics,fjordblick.example,Norway,"1,300"`;

/** The command in a clone; an installed package has it under its own name. */
const COMMANDS = [
  'npm run --silent cli -- import --suggest companies.csv',
  'npm run --silent cli -- import companies.csv --kind companies --dry-run',
  'npm run --silent cli -- import companies.csv --kind companies',
];

/** Says how a catalogue without companies is filled, to those who can. */
function EmptyCatalogue() {
  if (!useIsOperator()) return <Text>The catalogue is empty. An operator of the installation fills it.</Text>;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="home-import">
      <Stack gap="sm">
        <Title order={2} id="home-import">
          Import companies
        </Title>
        <Text>
          Send a file under <PageLink to="/app/installation/imports">Installation › Imports</PageLink>, or use
          the command line: look at the columns, try, import.
        </Text>
        <Code block tabIndex={0}>
          {COMMANDS.join('\n')}
        </Code>
        <Text>
          A sample of companies.csv.{' '}
          <Anchor
            component="button"
            type="button"
            c="var(--action)"
            onClick={() => download('companies.csv', 'text/csv', [SAMPLE])}
          >
            Download it
          </Anchor>
        </Text>
        <Code block tabIndex={0}>
          {SAMPLE}
        </Code>
      </Stack>
    </Paper>
  );
}
