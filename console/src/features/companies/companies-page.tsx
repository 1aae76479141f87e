import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { companiesText } from '../../text/companies.ts';
import { frameText } from '../../text/frame.ts';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { CatalogueState } from './search/catalogue-state.tsx';
import { CompanySearch } from './search/company-search.tsx';

/** Searches the catalogue, and says how large and how fresh it is. */
export function CompaniesPage() {
  const { search } = useSearch({ from: '/app/companies' });
  return (
    <Page
      title={companiesText.title}
      subtitle={<Text c="dimmed">{companiesText.intro}</Text>}
      actions={<PageLink to="/app/reports">{frameText.reports}</PageLink>}
    >
      <Stack gap="xl">
        <CompanySearch />
        {/* Results of any length would move it. */}
        {search === undefined && <CatalogueState />}
      </Stack>
    </Page>
  );
}
