import { Anchor, Code, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently } from '../../api/load-code.ts';
import { useIsOperator } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import type { Catalogue, CatalogueField } from '../../filter/catalogue.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import {
  DraftsOverviewDocument,
  FileJobsDocument,
  HomeExampleDocument,
  HomeListsDocument,
  LatestEventsDocument,
} from '../../generated/graphql.ts';
import { download } from '../../lib/download.ts';
import { formatNumber } from '../../lib/format.ts';
import { SIZES } from '../../lib/recent-sizes.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useExampleFilters } from '../../preview/use-catalogue.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { isWorking, WATCH_MS } from '../../ui/jobs.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { PlainText } from '../../ui/written-lines.tsx';
import classes from './home.module.css';
import { Begun, Portfolio } from './own.tsx';
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
    <Paper withBorder p="md">
      <Section title="Import companies" gap="sm">
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
      </Section>
    </Paper>
  );
}

const EXAMPLES = 3;

/** What a first visit can begin with: sentences that match companies of this catalogue, own customers, or a file. */
function Examples({ onChoose }: { onChoose: (sentence: string) => void }) {
  const filters = useExampleFilters();
  return (
    <Section title="Begin with">
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 5 }}>
        {filters.length === 0
          ? Array.from({ length: EXAMPLES }, (_, index) => (
              // They are all alike and never change places.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Skeleton key={index} component="li" h={112} />
            ))
          : filters.map((filter) => (
              <li key={JSON.stringify(filter)}>
                <Example filter={filter} onChoose={onChoose} />
              </li>
            ))}
        <Way to="/app/insight/rule" title="Paste your customers">
          Get the filter that finds companies like them.
        </Way>
        <Way to="/app/files" title="Bring a file">
          Each row finds its company. The price comes before any charge.
        </Way>
      </SimpleGrid>
    </Section>
  );
}

function Example({ filter, onChoose }: { filter: Definition; onChoose: (sentence: string) => void }) {
  const conditions = [...conditionsOf(filter.root)];
  const labels = useFilterLabels(conditions);
  const { data } = useApiQuery(HomeExampleDocument, { definition: filter });
  if (!labels) return <Skeleton h={112} />;
  const [first = '', second = ''] = conditions.map(({ field, values }) =>
    labels.value(field, values[0] ?? ''),
  );
  const key = conditions[0]?.field;
  const sentence =
    key === 'industry'
      ? `${first} companies in ${second}`
      : key === 'technology'
        ? `using ${first}, ${second} employees`
        : `partner of ${first}`;
  const { exactCount: count, sample } = data?.previewCount ?? {};
  const names = (sample ?? []).map(({ name }) => visibleText(name));
  return (
    <Paper
      withBorder
      component="button"
      type="button"
      className={classes.example ?? ''}
      onClick={() => onChoose(sentence)}
    >
      <b>
        <PlainText text={sentence} />
      </b>
      <span>{count === undefined ? '…' : common.companies(count, formatNumber(count))}</span>
      <Text span size="sm" c="dimmed" lineClamp={2}>
        <bdi>{names.join(', ')}</bdi>
      </Text>
    </Paper>
  );
}

interface WayProps {
  to: '/app/insight/rule' | '/app/files';
  title: string;
  children: ReactNode;
}

function Way({ to, title, children }: WayProps) {
  return (
    <li>
      <Paper withBorder className={classes.example ?? ''} renderRoot={(props) => <Link {...props} to={to} />}>
        <b>{title}</b>
        <Text span size="sm" c="dimmed">
          {children}
        </Text>
      </Paper>
    </li>
  );
}
