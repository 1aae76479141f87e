import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useExampleCompanies } from '../../../api/examples.ts';
import { formatNumber } from '../../../lib/format.ts';
import { moveFocus } from '../../../lib/move-focus.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Lines } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SelectionBar } from '../../../ui/selection/selection-bar.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyResult } from './company-result.tsx';
import classes from './company-search.module.css';
import { type FoundCompany, LONGEST, SHORTEST, useCompanySearch } from './use-company-search.ts';

const texts = companiesText.search;
const DEBOUNCE_MS = 150;

/** A search whose text stands in the address. Arrow keys move from the input through the results. */
export function CompanySearch() {
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
    <div data-old={isPlaceholderData || undefined} className={classes.results}>
      <Text role="status" c="dimmed" size="sm">
        {texts.total(total, formatNumber(total))}
        {shown}
      </Text>
      <ul className={classes.list} aria-label={texts.results}>
        {companies.map((company, index) => (
          <CompanyResult
            key={company.companyId}
            company={company}
            isSelected={selection.has(company.companyId)}
            onToggle={(isRange) => selection.toggle(index, isRange)}
          />
        ))}
      </ul>
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

const idOf = ({ companyId }: FoundCompany): number => companyId;

const rowsOf = (companies: readonly FoundCompany[]) => ({
  count: companies.length,
  at: (index: number) => companies[index],
});
