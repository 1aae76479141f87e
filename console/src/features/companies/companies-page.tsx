import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CompanyDataError } from '../../api/client.ts';
import { useExampleCompanies } from '../../api/examples.ts';
import { queryKey, request, useApiQuery } from '../../api/hooks.ts';
import {
  CatalogueStateDocument,
  SearchCompaniesDocument,
  type SearchCompaniesQuery,
} from '../../generated/graphql.ts';
import { countryName, formatDay, formatNumber } from '../../lib/format.ts';
import { moveFocus } from '../../lib/move-focus.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { companiesText } from '../../text/companies.ts';
import { reportsText } from '../../text/reports.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
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

const texts = companiesText.search;
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
      title={companiesText.title}
      subtitle={<Text c="dimmed">{companiesText.intro}</Text>}
      actions={<PageLink to="/app/reports">{reportsText.title}</PageLink>}
    >
      <CompanySearch />
      {/* Results of any length would move it. */}
      {search === undefined && <CatalogueState />}
    </Page>
  );
}

/** Size and freshness of the catalogue. */
function CatalogueState() {
  const query = useApiQuery(CatalogueStateDocument, {}, { staleTime: 60_000 });
  const { label, ...says } = companiesText.catalogue;
  return (
    <section aria-label={label}>
      <Loaded query={query} lines={1}>
        {({ catalogue: { asOf, importedAt, companyCount, technologyCount, partnershipCount } }) => (
          <Text c="dimmed" ta="center">
            {companyCount === 0
              ? says.empty
              : says.size(
                  formatNumber(companyCount),
                  formatNumber(technologyCount),
                  formatNumber(partnershipCount),
                )}
            {asOf && ` ${says.asOf(formatDay(asOf))}`}
            {importedAt && (
              <>
                {` ${says.importedAt} `}
                <TimeAgo at={importedAt} />.
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
          label={texts.label}
          placeholder={texts.placeholder}
          description={texts.hint}
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
    <Empty title={isShort ? texts.tooShort : texts.start}>
      {examples.length > 0 && (
        <Group gap="xs" justify="center">
          <Text c="dimmed">{texts.tryThese}</Text>
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
  const query = useCompanySearch(search);
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const selection = useSelection(rowsOf(data?.companies ?? []), idOf);
  if (error) return <Problem error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Lines count={6} />;
  const { total, companies } = data;
  const shown = companies.length < total ? ` · ${texts.shown(formatNumber(companies.length))}` : '';
  if (total === 0) {
    return (
      <Empty title={texts.nothing(search)}>
        <Text c="dimmed" maw={520}>
          {texts.nothingHint}
        </Text>
      </Empty>
    );
  }
  return (
    <div style={isPlaceholderData ? { opacity: 0.6 } : undefined}>
      <Text role="status" c="dimmed" size="sm">
        {texts.total(total, formatNumber(total))}
        {shown}
      </Text>
      <DataTable
        label={texts.results}
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

const { columns: names } = texts;
const COLUMNS: readonly Column<FoundCompany>[] = [
  {
    key: 'name',
    title: names.name,
    cell: ({ name, slug, primaryDomain }) => (
      <Group gap="sm" wrap="nowrap">
        <Initials name={name} of="company" size={32} />
        <div>
          <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} underline="never" data-stop>
            <UserText text={name} fw={600} maw={WIDTH} />
          </PageLink>
          <UserText text={primaryDomain} size="sm" c="dimmed" inherit={false} maw={WIDTH} />
        </div>
      </Group>
    ),
  },
  {
    key: 'industry',
    title: names.industry,
    cell: ({ firmographics: { industry } }) => industry && visibleText(industry),
  },
  {
    key: 'country',
    title: names.country,
    cell: ({ firmographics: { country } }) => country && countryName(country),
  },
  { key: 'size', title: names.size, cell: ({ firmographics }) => firmographics.employeeRange },
  {
    key: 'technologies',
    title: names.technologies,
    isNumber: true,
    isMinor: true,
    cell: ({ firmographics }) => formatNumber(firmographics.technologyCount),
  },
  {
    key: 'partners',
    title: names.partners,
    isNumber: true,
    cell: ({ partnershipCount }) => formatNumber(partnershipCount),
  },
];

const idOf = ({ companyId }: FoundCompany): number => companyId;

const rowsOf = (companies: readonly FoundCompany[]) => ({
  count: companies.length,
  at: (index: number) => companies[index],
});

/** Searches companies, best first, page by page. The answer to an earlier text stays until the new one is there. */
function useCompanySearch(search: string) {
  return useInfiniteQuery<
    SearchCompaniesQuery,
    CompanyDataError,
    SearchResult,
    readonly unknown[],
    string | undefined
  >({
    queryKey: queryKey(SearchCompaniesDocument, { search }),
    queryFn: ({ pageParam, signal }) =>
      request(SearchCompaniesDocument, { search, after: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ companies }) =>
      (companies?.pageInfo.hasNextPage && companies.pageInfo.endCursor) || undefined,
    select: ({ pages }) => ({
      total: pages[0]?.companies?.totalCount ?? 0,
      companies: pages.flatMap(({ companies }) => companies?.edges.map(({ node }) => node) ?? []),
    }),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
}

interface SearchResult {
  total: number;
  companies: FoundCompany[];
}
