import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { InstallationImportsDocument, type InstallationImportsQuery } from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { Cards } from '../../ui/cards.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import { InstallationPage } from './installation-page.tsx';

const text = installationText.imports;
const PAGE = 20;
/** A running import tells its progress every two seconds. */
const WATCH_MS = 2_000;

type Imports = NonNullable<NonNullable<InstallationImportsQuery['installation']>['imports']>;
type Import = Imports['edges'][number]['node'];

/** Imports of the catalogue: what each has stored, and why it failed. */
export function ImportsPage() {
  const [page, setPage] = useState(1);
  const variables = { first: PAGE, offset: (page - 1) * PAGE };
  const query = useApiQuery(InstallationImportsDocument, variables, {
    keepPrevious: true,
    staleTime: 0,
    again: ({ installation }) =>
      installation?.imports?.edges.some(({ node }) => node.status === 'RUNNING') ? WATCH_MS : false,
  });
  return (
    <InstallationPage section="imports">
      <Loaded query={query} lines={8}>
        {({ installation, catalogue }) => (
          <>
            {catalogue && <Freshness catalogue={catalogue} />}
            {installation?.imports?.totalCount === 0 && <Empty title={text.empty} />}
            <Cards label={text.list}>
              {installation?.imports?.edges.map(({ node }) => (
                <ImportCard key={node.importId} run={node} />
              ))}
            </Cards>
            <Pager
              label={text.list}
              total={installation?.imports?.totalCount ?? 0}
              pageSize={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
    </InstallationPage>
  );
}

/** How large and how fresh the catalogue is. */
function Freshness({ catalogue }: { catalogue: NonNullable<InstallationImportsQuery['catalogue']> }) {
  const { companyCount, asOf, importedAt } = catalogue;
  return (
    <Text>
      {text.size(formatNumber(companyCount))}
      {asOf != null && ` ${text.asOf(formatDay(asOf))}`}
      {importedAt != null && (
        <>
          {` ${text.imported} `}
          <TimeAgo at={importedAt} />
        </>
      )}
    </Text>
  );
}

const GOOD: readonly Import['status'][] = ['FINISHED', 'RUNNING'];

function ImportCard({
  run: { importId, status, startedAt, durationSeconds, error, progress, files },
}: {
  run: Import;
}) {
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" gap="xs">
        <Title order={2}>{text.name(formatNumber(importId))}</Title>
        <Badge
          variant={GOOD.includes(status) ? 'default' : 'light'}
          color={GOOD.includes(status) ? undefined : 'red'}
        >
          {text.statuses[status]}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        {text.began} <TimeAgo at={startedAt} /> · {text.took(formatNumber(Math.round(durationSeconds)))}
      </Text>
      {error != null && <WrittenLines lines={error} />}
      {progress && (
        <Text role="status">
          {text.progress(
            formatNumber(progress.file),
            formatNumber(progress.files),
            text.phases[progress.phase],
            formatNumber(progress.rows),
          )}
        </Text>
      )}
      {files.length === 0 ? (
        <Text c="dimmed">{text.noFiles}</Text>
      ) : (
        <Files importId={importId} files={files} />
      )}
    </Paper>
  );
}

function Files({ importId, files }: Pick<Import, 'importId' | 'files'>) {
  return (
    <TableRegion
      label={text.table(formatNumber(importId))}
      columns={Object.values(text.columns)}
      minWidth={680}
    >
      {files.map(({ kind, path, rows, accepted, rejected, warnings, retired }) => (
        <Table.Tr key={path}>
          <Table.Td>{text.kinds[kind]}</Table.Td>
          <Table.Td>
            <UserText text={path} maw={280} />
          </Table.Td>
          {Object.entries({ rows, accepted, rejected, warnings, retired }).map(([column, count]) => (
            <Table.Td key={column}>{formatNumber(count)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
