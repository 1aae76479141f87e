import { Button, Group, Menu, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { FileJobRowsDocument, type FileJobRowsQuery, type JobRowFilter } from '../../generated/graphql.ts';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { type Column, column } from '../../ui/data-table.tsx';
import { companySearch, type FoundCompany } from '../../ui/found-companies.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { usePages } from '../../ui/pager.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { UserText } from '../../ui/user-text.tsx';
import {
  type ChangesProps,
  type Chosen,
  countOf,
  type Job,
  OUTCOME_NAMES,
  OUTCOMES,
  withValue,
} from './job.ts';
import { SaveAsList } from './save-as-list.tsx';

const WIDTH = 'min(70vw, 400px)';

type Row = NonNullable<NonNullable<FileJobRowsQuery['job']>['rows']>['edges'][number]['node'];

interface ResultsProps extends ChangesProps {
  /** Whether other companies can be chosen. */
  isOpen: boolean;
  /** Rows that are shown; undefined: all. */
  filter: JobRowFilter | undefined;
  onFilter: (filter: JobRowFilter | undefined) => void;
}

/** The rows of the file, each with its company or with those that it may mean. */
export function Results(props: ResultsProps) {
  const { job, filter, onFilter } = props;
  // A preview before anything is run.
  const { variables, pages } = usePages(job.status === 'AWAITING_APPROVAL' ? 10 : 50);
  const [shown, setShown] = useState(filter);
  if (shown !== filter) {
    setShown(filter);
    pages.onPage(1);
  }
  const query = useApiQuery(
    FileJobRowsDocument,
    { jobId: job.jobId, verdict: filter ?? null, ...variables },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Stack gap="xs" component="section" aria-labelledby="rows">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="rows">
          Rows
        </Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Show"
            value={filter ?? ''}
            onChange={({ currentTarget: { value } }) => onFilter(OUTCOMES.find((each) => each === value))}
            data={[undefined, ...OUTCOMES].map((each) => ({
              value: each ?? '',
              label: `${each ? OUTCOME_NAMES[each] : 'All'} (${formatNumber(countOf(job, each))})`,
            }))}
          />
          <Downloads job={job} />
          <SaveAsList job={job} />
        </Group>
      </Group>
      <Loaded query={query} lines={pages.pageSize}>
        {({ job: found }) => (
          <PagedTable
            label="Rows of the file"
            columns={columnsOf(props)}
            rows={found?.rows?.edges.map(({ node }) => node) ?? []}
            idOf={({ row }) => row}
            total={found?.rows?.totalCount ?? 0}
            pages={pages}
          />
        )}
      </Loaded>
    </Stack>
  );
}

const FOUND_BY = {
  DOMAIN: 'domain',
  FORMER_DOMAIN: 'former domain',
  EMAIL_DOMAIN: 'e-mail address',
  EXACT_NAME: 'name',
  SIMILAR_NAME: 'similar name',
  CHOICE: 'your choice',
} as const;

const FREE = {
  IN_WINDOW: 'free: unlocked already',
  NO_MATCH: 'free: no company',
  NO_PARTNERSHIPS: 'free: no partners',
  DUPLICATE: 'free: repeated',
  INVALID: 'free: unreadable',
} as const;

function columnsOf(props: ResultsProps): Column<Row>[] {
  const { job, isOpen } = props;
  const hasReceipts = job.kind === 'ENRICH' && (job.status !== 'AWAITING_APPROVAL' || job.stopped != null);
  // Empty cells until the row is run.
  const receipts: Column<Row>[] = [
    column('Partners', ({ partnershipCount }) => partnershipCount != null && formatNumber(partnershipCount)),
    column('Credits', ({ credits, freeBecause }) =>
      freeBecause ? FREE[freeBecause] : credits != null && formatNumber(credits),
    ),
  ];
  return [
    column('Row', ({ row }) => formatNumber(row)),
    column('Your row', (row) => (
      <>
        <UserText text={inputText(job, row)} maw={WIDTH} />
        {row.fault != null && <UserText text={row.fault} size="xs" c="var(--removed)" maw={WIDTH} />}
      </>
    )),
    column('Company', (row) => (
      <>
        {isOpen ? <Choice row={row} {...props} /> : <Company row={row} />}
        {row.duplicate && (
          <Text size="xs" c="dimmed">
            repeated
          </Text>
        )}
      </>
    )),
    column('Sure', ({ confidence }) => confidence > 0 && formatShare(confidence)),
    column('Found by', ({ matchedBy }) => matchedBy && FOUND_BY[matchedBy]),
    ...(hasReceipts ? receipts : []),
  ];
}

const FORMATS = {
  csv: 'CSV, for spreadsheets',
  ndjson: 'NDJSON, for programs',
  parquet: 'Parquet, for warehouses',
};

/** The file of a job in each format. */
export function Downloads({ job: { jobId } }: { job: Pick<Job, 'jobId'> }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<DownloadIcon aria-hidden />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(FORMATS).map(([format, label]) => (
          <Menu.Item key={format} component="a" href={`/v1/jobs/${jobId}/result?format=${format}`} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Cells that say which company a row means, in the order of the columns; all of them if none does. */
function inputText({ columns }: Job, { input }: Row): string {
  const cells = Object.entries(typeof input === 'object' && input !== null ? input : {});
  const asked = new Set(columns.filter(({ field }) => field !== null).map(({ name }) => name));
  const textsOf = (chosen: typeof cells) =>
    chosen.flatMap(([, cell]) => (cell === null || cell === '' ? [] : String(cell)));
  const main = textsOf(cells.filter(([name]) => asked.has(name)));
  return (main.length > 0 ? main : textsOf(cells)).join(' · ');
}

function Company({ row: { company, verdict } }: { row: Row }) {
  if (!company) return <Text c="dimmed">{OUTCOME_NAMES[verdict]}</Text>;
  return (
    <PageLink to="/app/companies/$identifier" params={{ identifier: company.slug }} preload={false}>
      <UserText text={chosenOf(company).label} maw={WIDTH} />
    </PageLink>
  );
}

const SEARCH = 'search';

/** Chooses between the companies that a row may mean, another one that a search finds, or none. */
function Choice({ row, changes, onChange }: ChangesProps & { row: Row }) {
  const [search, setSearch] = useState<'none' | 'open' | 'done'>('none');
  const companies = [row.company, ...row.alternatives.map(({ company }) => company)].flatMap((company) =>
    company ? [chosenOf(company)] : [],
  );
  const stored = row.company?.companyId;
  const changed = changes.choices.get(row.row);
  const chosen = changes.choices.has(row.row) ? changed?.companyId : stored;
  const options =
    changed && !companies.some(({ companyId }) => companyId === chosen) ? [...companies, changed] : companies;
  const choose = (company: Chosen | null) => {
    const choices = withValue(changes.choices, row.row, company, company?.companyId === stored);
    onChange({ ...changes, choices });
  };
  if (search === 'open')
    return (
      <SearchSelect
        label={`Search for the company of row ${formatNumber(row.row)}`}
        isPlain
        autoFocus
        search={searchCompanies}
        value={null}
        onChange={({ value, label: name }) => {
          choose({ companyId: Number(value), label: name });
          setSearch('done');
        }}
        onLeave={() => setSearch('none')}
      />
    );
  return (
    <NativeSelect
      size="xs"
      aria-label={`Company of row ${formatNumber(row.row)}`}
      // The field of the search had the focus.
      autoFocus={search === 'done'}
      value={String(chosen ?? '')}
      onChange={({ currentTarget: { value } }) => {
        if (value === SEARCH) setSearch('open');
        else choose(options.find(({ companyId }) => String(companyId) === value) ?? null);
      }}
      data={[
        ...options.map((each) => ({ value: String(each.companyId), label: visibleText(each.label) })),
        { value: '', label: 'No company' },
        { value: SEARCH, label: 'Another company …' },
      ]}
    />
  );
}

const chosenOf = ({ companyId, name, primaryDomain }: Omit<FoundCompany, 'slug'>): Chosen => ({
  companyId,
  label: `${name} · ${primaryDomain}`,
});

function searchCompanies(text: string) {
  const { queryKey, queryFn } = companySearch(text);
  return {
    queryKey: [...queryKey, 'options'],
    queryFn: async (context: { signal: AbortSignal }) => ({
      values: (await queryFn(context))
        .map(chosenOf)
        .map(({ companyId, label }) => ({ value: String(companyId), label })),
    }),
  };
}
