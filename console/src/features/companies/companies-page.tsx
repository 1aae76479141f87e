import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useConnectionPages } from '../../api/connection-pages.ts';
import { useExampleCompanies } from '../../api/examples.ts';
import { useApiQuery } from '../../api/hooks.ts';
import {
  CatalogueStateDocument,
  SearchCompaniesDocument,
  type SearchCompaniesQuery,
} from '../../generated/graphql.ts';
import { counted, countryName, formatDay, formatNumber } from '../../lib/format.ts';
import { moveFocus } from '../../lib/move-focus.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { reportsText } from '../../text/reports.ts';
import { type Column, column, countColumn, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Initials } from '../../ui/initials.tsx';
import { Lines, Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import { useSelection } from '../../ui/selection/use-selection.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';

const DEBOUNCE_MS = 150;
const WIDTH = 'min(60vw, 320px)';

/** Lengths of a text that the service searches for. */
const SHORTEST = 2;
const LONGEST = 100;

type FoundCompany = NonNullable<SearchCompaniesQuery['companies']>['edges'][number]['node'];

/** Searches the catalogue, and says how large and how fresh it is. */
export default function CompaniesPage() {
  const { search } = useSearch({ from: '/app/companies' });
  return (
    <Page
      title="Companies"
      subtitle={<Text c="dimmed">Look up any company of the catalogue. Looking is free.</Text>}
      actions={<PageLink to="/app/reports">{reportsText.title}</PageLink>}
    >
      <CompanySearch />
      {/* Results of any length would move it. */}
      {search === undefined && <CatalogueState />}
    </Page>
  );
}

function CatalogueState() {
  const query = useApiQuery(CatalogueStateDocument, {}, { staleTime: 60_000 });
  return (
    <section aria-label="The catalogue">
      <Loaded query={query} lines={1}>
        {({ catalogue: { asOf, importedAt, companyCount, technologyCount, partnershipCount } }) => (
          <Text c="dimmed" ta="center">
            {companyCount === 0
              ? 'The catalogue is empty. The operator fills it with “company-data import”.'
              : `${formatNumber(companyCount)} companies, ${formatNumber(technologyCount)} technologies and ${formatNumber(partnershipCount)} partnerships.`}
            {asOf && ` The newest observation is of ${formatDay(asOf)}.`}
            {importedAt && (
              <>
                {' '}
                The last import ended <TimeAgo at={importedAt} />.
              </>
            )}
          </Text>
        )}
      </Loaded>
    </section>
  );
}

/** A search whose text stands in the address. Arrow keys move from the input through the results. */
function CompanySearch() {
  const { search = '' } = useSearch({ from: '/app/companies' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const [last, setLast] = useState(search);
  // Another address by back, forward or a link: the input follows.
  if (last !== search) {
    setLast(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const follow = useDebouncedCallback((text: string) => {
    const next = text.trim();
    void navigate({ to: '/app/companies', search: next === '' ? {} : { search: next }, replace: true });
  }, DEBOUNCE_MS);
  const region = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => moveFocus(event, region.current);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the input and the links in it come here
    <div ref={region} onKeyDown={move}>
      <Stack>
        <TextInput
          type="search"
          label="Name or domain"
          placeholder="Part of a name or domain, such as “acme”"
          description="Arrow keys move through the results, Enter opens one."
          value={typed}
          maxLength={LONGEST}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            follow(currentTarget.value);
          }}
          data-stop
          autoFocus
        />
        {search.length < SHORTEST ? <Start isShort={search !== ''} /> : <Results search={search} />}
      </Stack>
    </div>
  );
}

function Start({ isShort }: { isShort: boolean }) {
  const examples = useExampleCompanies();
  return (
    <Empty title={isShort ? 'Type at least two characters.' : 'Type a part of a name or domain'}>
      {examples.length > 0 && (
        <Group gap="xs" justify="center">
          <Text c="dimmed">For example:</Text>
          {examples.map(({ companyId, name, slug }) => (
            <PageLink key={companyId} to="/app/companies/$identifier" params={{ identifier: slug }} data-stop>
              <UserText text={name} maw={220} />
            </PageLink>
          ))}
        </Group>
      )}
    </Empty>
  );
}

function Results({ search }: { search: string }) {
  const query = useConnectionPages(SearchCompaniesDocument, { search }, ({ companies }) => companies, {
    keepPrevious: true,
  });
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const companies = data?.nodes ?? [];
  const selection = useSelection({ count: companies.length, at: (index) => companies[index] }, idOf);
  if (error) return <Problem error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Lines count={6} />;
  const total = data.first?.totalCount ?? 0;
  if (total === 0) {
    return (
      <Empty title={`No company has “${search}” in its name or domains`}>
        <Text c="dimmed" maw={520}>
          Try a shorter part of the name, or the domain without “www.”. A domain that is not tracked yet can
          be added to a list: it becomes a member when the catalogue knows it.
        </Text>
      </Empty>
    );
  }
  return (
    <div style={isPlaceholderData ? { opacity: 0.6 } : undefined}>
      <Text role="status" c="dimmed" size="sm">
        {counted(total, 'company', 'companies')} found
        {companies.length < total && ` · the best ${formatNumber(companies.length)} shown`}
      </Text>
      <DataTable
        label="Companies found"
        columns={COLUMNS}
        rows={companies}
        idOf={idOf}
        selection={selection}
        nameOf={({ name }) => name}
      />
      {hasNextPage && (
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          data-stop
        >
          {common.showMore}
        </Button>
      )}
      <SelectionBar
        domains={selection.rows.map(({ primaryDomain }) => primaryDomain)}
        onClear={selection.clear}
      />
    </div>
  );
}

const COLUMNS: readonly Column<FoundCompany>[] = [
  column('Company', ({ name, slug, primaryDomain }) => (
    <Group gap="sm" wrap="nowrap">
      <Initials name={name} of="company" size={32} />
      <div>
        <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} underline="never" data-stop>
          <UserText text={name} fw={600} maw={WIDTH} />
        </PageLink>
        <UserText text={primaryDomain} size="sm" c="dimmed" inherit={false} maw={WIDTH} />
      </div>
    </Group>
  )),
  column('Industry', ({ firmographics: { industry } }) => industry && visibleText(industry)),
  column('Country', ({ firmographics: { country } }) => country && countryName(country)),
  column('Employees', ({ firmographics }) => firmographics.employeeRange),
  column('Technologies', ({ firmographics }) => formatNumber(firmographics.technologyCount), {
    isNumber: true,
    isMinor: true,
  }),
  countColumn('Partners', ({ partnershipCount }) => partnershipCount),
];

const idOf = ({ companyId }: FoundCompany): number => companyId;
