import { Button, Group, Menu, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { FileJobRowsDocument, type FileJobRowsQuery, type JobRowFilter } from '../../generated/graphql.ts';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { filesText } from '../../text/files.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { companySearch, type FoundCompany } from '../../ui/found-companies.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type ChangesProps, type Chosen, withValue } from './changes.ts';
import type { Job } from './job.ts';
import { countOf } from './outcomes.tsx';
import { SaveAsList } from './save-as-list.tsx';

const texts = filesText.results;
/** Rows of a page: a preview of ten before anything is run. */
const PAGE = { preview: 10, result: 50 };
const WIDTH = 'min(70vw, 400px)';
const FILTERS = ['MATCHED', 'DUPLICATE', 'UNMATCHED', 'INVALID'] as const;

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
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState(filter);
  if (shown !== filter) {
    setShown(filter);
    setPage(1);
  }
  const size = job.status === 'AWAITING_APPROVAL' ? PAGE.preview : PAGE.result;
  const variables = { jobId: job.jobId, verdict: filter ?? null, first: size, offset: (page - 1) * size };
  const query = useApiQuery(FileJobRowsDocument, variables, { keepPrevious: true, staleTime: 0 });
  return (
    <Stack gap="xs" component="section" aria-labelledby="rows">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="rows">
          {texts.title}
        </Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={texts.show}
            value={filter ?? ''}
            onChange={({ currentTarget: { value } }) => onFilter(FILTERS.find((each) => each === value))}
            data={[undefined, ...FILTERS].map((each) => ({
              value: each ?? '',
              label: `${each ? filesText.outcomes.of[each] : texts.all} (${formatNumber(countOf(job, each))})`,
            }))}
          />
          <Downloads job={job} />
          <SaveAsList job={job} />
        </Group>
      </Group>
      <Loaded query={query} lines={size}>
        {({ job: found }) => (
          <>
            <DataTable
              label={texts.table}
              columns={columnsOf(props)}
              rows={found?.rows?.edges.map(({ node }) => node) ?? []}
              idOf={({ row }) => row}
            />
            <Pager
              label={texts.table}
              total={found?.rows?.totalCount ?? 0}
              pageSize={size}
              page={page}
              onPage={setPage}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** Whether rows may have been charged for. */
const hasReceipts = ({ kind, status, stopped }: Job): boolean =>
  kind === 'ENRICH' && (status !== 'AWAITING_APPROVAL' || stopped != null);

function columnsOf(props: ResultsProps): Column<Row>[] {
  const { job, isOpen } = props;
  const { columns: names, receipt } = texts;
  return [
    { key: 'row', title: names.row, cell: ({ row }) => formatNumber(row) },
    {
      key: 'input',
      title: names.input,
      cell: (row) => (
        <>
          <UserText text={inputText(job, row)} maw={WIDTH} />
          {row.fault != null && <UserText text={row.fault} size="xs" c="var(--removed)" maw={WIDTH} />}
        </>
      ),
    },
    {
      key: 'company',
      title: names.company,
      cell: (row) => (
        <>
          {isOpen ? <Choice row={row} {...props} /> : <Company row={row} />}
          {row.duplicate && (
            <Text size="xs" c="dimmed">
              {texts.repeated}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'confidence',
      title: names.confidence,
      cell: ({ confidence }) => confidence > 0 && formatShare(confidence),
    },
    { key: 'by', title: names.by, cell: ({ matchedBy }) => matchedBy && texts.by[matchedBy] },
    // Empty cells until the row is run.
    ...(hasReceipts(job)
      ? [
          {
            key: 'partners',
            title: receipt.partners,
            cell: ({ partnershipCount }: Row) => partnershipCount != null && formatNumber(partnershipCount),
          },
          {
            key: 'credits',
            title: receipt.credits,
            cell: ({ credits, freeBecause }: Row) =>
              freeBecause ? texts.free[freeBecause] : credits != null && formatNumber(credits),
          },
        ]
      : []),
  ];
}

/** The file of a job in each format. */
export function Downloads({ job: { jobId } }: { job: Pick<Job, 'jobId'> }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<DownloadIcon aria-hidden />}>
          {texts.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'ndjson', 'parquet'] as const).map((format) => (
          <Menu.Item key={format} component="a" href={`/v1/jobs/${jobId}/result?format=${format}`} download>
            {texts.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Cells that say which company a row means, in the order of the columns; all of them if none does. */
function inputText({ columns }: Job, { input }: Row): string {
  const cells = Object.entries(typeof input === 'object' && input !== null ? input : {});
  const asked = new Set(columns.flatMap(({ name, field }) => (field === null ? [] : [name])));
  const texts = (chosen: typeof cells) =>
    chosen.flatMap(([, cell]) => (cell === null || cell === '' ? [] : String(cell)));
  const main = texts(cells.filter(([name]) => asked.has(name)));
  return (main.length > 0 ? main : texts(cells)).join(' · ');
}

function Company({ row: { company, verdict } }: { row: Row }) {
  if (!company) return <Text c="dimmed">{filesText.outcomes.of[verdict]}</Text>;
  return (
    <PageLink to="/app/companies/$identifier" params={{ identifier: company.slug }} preload={false}>
      <UserText text={texts.company(company.name, company.primaryDomain)} maw={WIDTH} />
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
  const label = texts.choose(formatNumber(row.row));
  const choose = (company: Chosen | null) => {
    const choices = withValue(changes.choices, row.row, company, company?.companyId === stored);
    onChange({ ...changes, choices });
  };
  if (search === 'open')
    return (
      <SearchSelect
        label={texts.searchFor(formatNumber(row.row))}
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
      aria-label={label}
      // The field of the search had the focus.
      autoFocus={search === 'done'}
      value={String(chosen ?? '')}
      onChange={({ currentTarget: { value } }) => {
        if (value === SEARCH) setSearch('open');
        else choose(options.find(({ companyId }) => String(companyId) === value) ?? null);
      }}
      data={[
        ...options.map((each) => ({ value: String(each.companyId), label: visibleText(each.label) })),
        { value: '', label: texts.noCompany },
        { value: SEARCH, label: texts.other },
      ]}
    />
  );
}

const chosenOf = ({
  companyId,
  name,
  primaryDomain,
}: Pick<FoundCompany, 'companyId' | 'name' | 'primaryDomain'>): Chosen => ({
  companyId,
  label: texts.company(name, primaryDomain),
});

function searchCompanies(text: string) {
  const { queryKey, queryFn } = companySearch(text);
  return {
    queryKey: [...queryKey, 'options'],
    queryFn: async (context: { signal: AbortSignal }) => ({
      values: (await queryFn(context)).map((company) => {
        const { companyId, label } = chosenOf(company);
        return { value: String(companyId), label };
      }),
    }),
  };
}
