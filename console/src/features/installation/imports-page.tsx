import { Badge, Box, Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  ApplyImportDocument,
  type CatalogueImportStatus,
  type ImportPhase,
  ImportProblemsDocument,
  type ImportProblemsQuery,
  InstallationImportsDocument,
  type InstallationImportsQuery,
} from '../../generated/graphql.ts';
import { counted, formatDay, formatNumber } from '../../lib/format.ts';
import { Cards } from '../../ui/cards.tsx';
import { type Column, column, DataTable, numberColumn } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import { KINDS } from './import-plan.ts';
import { InstallationPage } from './installation-page.tsx';
import { NewImport } from './new-import.tsx';

/** An import that is under way tells its progress every two seconds. */
const WATCH_MS = 2_000;

const STATUSES: Record<CatalogueImportStatus, string> = {
  RECEIVING: 'Arriving',
  QUEUED: 'Waiting',
  TRYING: 'Being tried',
  TRIED: 'Tried, nothing stored',
  RUNNING: 'Running',
  FINISHED: 'Finished',
  REFUSED: 'Refused',
  FAILED: 'Failed',
  INTERRUPTED: 'Interrupted',
  EXPIRED: 'Expired',
};
const UNDER_WAY: readonly CatalogueImportStatus[] = ['RECEIVING', 'QUEUED', 'TRYING', 'RUNNING'];
const BAD: readonly CatalogueImportStatus[] = ['REFUSED', 'FAILED', 'INTERRUPTED'];
const PHASES: Record<ImportPhase, string> = {
  READING: 'reading',
  MERGING: 'merging',
  INDEXING: 'updating the index',
};

type Imports = NonNullable<NonNullable<InstallationImportsQuery['installation']>['imports']>;
type Import = Imports['edges'][number]['node'];

/** Imports of the catalogue: what each has stored, and why it failed. A file can be imported here. */
export default function ImportsPage() {
  const { variables, pages } = usePages(20);
  const query = useApiQuery(InstallationImportsDocument, variables, {
    keepPrevious: true,
    staleTime: 0,
    again: ({ installation }) =>
      installation?.imports?.edges.some(({ node }) => UNDER_WAY.includes(node.status)) ? WATCH_MS : false,
  });
  return (
    <InstallationPage section="imports">
      <NewImport />
      <Loaded query={query} lines={8}>
        {({ installation, catalogue }) => (
          <>
            {catalogue && <Freshness catalogue={catalogue} />}
            {installation?.imports?.totalCount === 0 && <Empty title="No imports yet" />}
            <Cards label="Imports">
              {installation?.imports?.edges.map(({ node }) => (
                <ImportCard key={node.importId} run={node} />
              ))}
            </Cards>
            <Pager label="Imports" total={installation?.imports?.totalCount ?? 0} {...pages} />
          </>
        )}
      </Loaded>
    </InstallationPage>
  );
}

function Freshness({ catalogue }: { catalogue: NonNullable<InstallationImportsQuery['catalogue']> }) {
  const { companyCount, asOf, importedAt } = catalogue;
  return (
    <Text>
      The catalogue has {counted(companyCount, 'company', 'companies')}.
      {asOf != null && ` The newest observation is of ${formatDay(asOf)}.`}
      {importedAt != null && (
        <>
          {' The last import ended '}
          <TimeAgo at={importedAt} />
        </>
      )}
    </Text>
  );
}

const FILE_COLUMNS: readonly Column<Import['files'][number]>[] = [
  column('Rows of', ({ kind }) => KINDS[kind]),
  // A file that was sent has no path.
  column('File', ({ path }) => <UserText text={path === '-' ? 'sent' : path} maw={280} />),
  numberColumn('rows', 'Read', ({ rows }) => rows),
  numberColumn('accepted', 'Accepted', ({ accepted }) => accepted),
  numberColumn('rejected', 'Rejected', ({ rejected }) => rejected),
  numberColumn('warnings', 'Warnings', ({ warnings }) => warnings),
  numberColumn('retired', 'Removed', ({ retired }) => retired),
];

function ImportCard({ run }: { run: Import }) {
  const { importId, status, dryRun, startedAt, durationSeconds, error, progress, files } = run;
  const isBad = BAD.includes(status);
  const snapshot = snapshotIn(run.options);
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" gap="xs">
        <Title order={2}>Import {formatNumber(importId)}</Title>
        <Badge variant={isBad ? 'light' : 'default'} color={isBad ? 'red' : undefined}>
          {STATUSES[status]}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        Began <TimeAgo at={startedAt} /> · {counted(Math.round(durationSeconds), 'second', 'seconds')}
        {dryRun && ' · a try, which stores nothing'}
        {snapshot !== undefined && ` · removes rows that the file does not have, at most ${snapshot}`}
      </Text>
      {error != null && <WrittenLines lines={error} />}
      {UNDER_WAY.includes(status) && <Progress value={100} animated aria-label={STATUSES[status]} my={4} />}
      {progress && <ProgressText {...progress} />}
      {files.length > 0 ? (
        <DataTable
          label={`Files of import ${formatNumber(importId)}`}
          columns={FILE_COLUMNS}
          rows={files}
          idOf={({ path }) => path}
        />
      ) : (
        !UNDER_WAY.includes(status) && <Text c="dimmed">No file was read completely.</Text>
      )}
      {files.some(({ refused }) => refused) && (
        <Text>A file is not stored if fewer than half of its rows are accepted. Correct its columns.</Text>
      )}
      <Outcome run={run} />
    </Paper>
  );
}

/** How many rows a snapshot may remove; undefined for other imports. */
function snapshotIn(options: unknown): string | undefined {
  const { snapshot, max_deletes: most } = options as { snapshot?: unknown; max_deletes?: unknown };
  return snapshot == null || snapshot === false ? undefined : String(most ?? '5%');
}

function ProgressText({ file, files, phase, rows, secondsLeft }: NonNullable<Import['progress']>) {
  return (
    <Text role="status">
      {`File ${formatNumber(file)} of ${formatNumber(files)}: ${PHASES[phase]}, ${counted(rows, 'row', 'rows')} read.`}
      {secondsLeft != null && ` ${counted(secondsLeft, 'second', 'seconds')} left.`}
    </Text>
  );
}

/** What can be done after a try, and with rows that were rejected. */
function Outcome({ run: { importId, status, rejectsUrl, files } }: { run: Import }) {
  const [isOpen, { toggle }] = useDisclosure();
  const apply = useApiMutation(ApplyImportDocument);
  const problems = files.reduce((sum, { rejected, warnings }) => sum + rejected + warnings, 0);
  return (
    <>
      <Group gap="xs" mt="xs">
        {status === 'TRIED' && (
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate({ input: { importId: String(importId) } })}
          >
            Import this file
          </Button>
        )}
        {rejectsUrl != null && (
          <>
            <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
              {isOpen
                ? 'Hide rows'
                : `Show ${counted(problems, 'rejected row or warning', 'rejected rows and warnings')}`}
            </Button>
            <Button variant="default" component="a" href={rejectsUrl} download>
              Download them
            </Button>
          </>
        )}
      </Group>
      {apply.error && <Problem error={apply.error} />}
      {isOpen && (
        <Box mt="sm">
          <Problems importId={importId} />
        </Box>
      )}
    </>
  );
}

type Rejected = NonNullable<NonNullable<ImportProblemsQuery['installation']>['import']>['problems'][number];

const PROBLEM_COLUMNS: readonly Column<Rejected>[] = [
  column('Where', ({ line }) => `Line ${formatNumber(line)}`),
  column('Outcome', ({ level }) => (level === 'rejected' ? 'Rejected' : 'Warning')),
  column('Why', ({ field, reason }) => (
    <WrittenLines lines={field == null ? reason : `${field} ${reason}`} />
  )),
  column('Row', ({ row }) => <UserText text={row} ff="monospace" size="xs" maw="min(80vw, 420px)" />),
];

/** The first rejected rows and warnings of a file that was sent. */
function Problems({ importId }: { importId: number }) {
  const query = useApiQuery(ImportProblemsDocument, { importId: String(importId) });
  return (
    <Loaded query={query} lines={4}>
      {({ installation }) => (
        <DataTable
          label={`Rejected rows and warnings of import ${formatNumber(importId)}`}
          columns={PROBLEM_COLUMNS}
          rows={installation?.import?.problems}
          idOf={({ line, level, field, reason }) => `${line} ${level} ${field ?? ''} ${reason}`}
          shown={20}
        />
      )}
    </Loaded>
  );
}
