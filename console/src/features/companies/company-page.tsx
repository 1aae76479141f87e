import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { queryKey, useApiQuery } from '../../api/hooks.ts';
import { CompanyFactsDocument } from '../../generated/graphql.ts';
import { withPlainDots } from '../../lib/identifier.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import classes from './company/company-view.module.css';
import { CompanyView } from './company/company-view.tsx';

/** A company by its slug or a domain. The address becomes that of its slug, also after a merge. */
export default function CompanyPage() {
  const { identifier } = useParams({ from: '/app/companies/$identifier' });
  const { data, error, refetch } = useApiQuery(CompanyFactsDocument, { identifier });
  const company = data?.company;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [merged, setMerged] = useState<{ from: string; into: string }>();
  useEffect(() => {
    if (!company || company.slug === identifier) return;
    // An old slug. Domains of merged companies belong to the survivor.
    const isOther = !withPlainDots(identifier).includes('.') && company.slug !== identifier.toLowerCase();
    if (isOther) setMerged({ from: identifier, into: company.slug });
    cache.setQueryData(queryKey(CompanyFactsDocument, { identifier: company.slug }), data);
    void navigate({ to: '/app/companies/$identifier', params: { identifier: company.slug }, replace: true });
  }, [data, company, identifier, cache, navigate]);
  if (error?.code === 'company_not_found')
    return <CompanyNotFound key={identifier} identifier={identifier} />;
  if (!company) {
    return (
      <Page title={identifier}>
        {error ? <Problem error={error} onRetry={() => void refetch()} /> : <CompanySkeleton />}
      </Page>
    );
  }
  const note =
    merged?.into === company.slug ? `“${visibleText(merged.from)}” was merged into this company.` : undefined;
  return <CompanyView key={company.slug} company={company} fields={data.companyFields ?? []} note={note} />;
}

const FACTS = [64, 72, 56, 48, 72, 48];

/** Has the shape of the page of a company: its domain, a line of facts, and two columns. */
function CompanySkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton h={14} w={160} />
      <Group gap={32}>
        {FACTS.map((width, index) => (
          // The facts are in the order of the page.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Skeleton key={index} h={36} w={width} />
        ))}
      </Group>
      <div className={classes.columns}>
        <Lines count={10} />
        <Lines count={10} />
        <Lines count={10} />
      </div>
    </Stack>
  );
}

/** Says that no company has this domain or slug, and offers a search for a part of it. */
function CompanyNotFound({ identifier }: { identifier: string }) {
  const [search, setSearch] = useState(partOf(identifier));
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/app/companies', search: { search: search.trim() } });
  };
  return (
    <Page title="Company not found">
      <Stack maw={560}>
        <Text
          style={{ overflowWrap: 'anywhere' }}
        >{`No company of the catalogue has the domain or slug “${visibleText(identifier)}”.`}</Text>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              type="search"
              label="Search for it by name or domain"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
              flex={1}
            />
            <Button type="submit">{common.search}</Button>
          </Group>
        </form>
        {withPlainDots(identifier).includes('.') && (
          <Text>
            A domain that is not tracked yet can be added to a list by hand. It becomes a member when the
            catalogue knows it. <PageLink to="/app/lists">Go to the lists</PageLink>
          </Text>
        )}
      </Stack>
    </Page>
  );
}

/** The first label of a domain, or the first word of a slug: what is most likely part of the name. */
const partOf = (identifier: string): string =>
  withPlainDots(identifier)
    .replace(/^www\./, '')
    .split(/[.-]/)[0] ?? identifier;
