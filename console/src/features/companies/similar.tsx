import { Button, Group, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import {
  type CompanyFactsFragment,
  SimilarCompaniesDocument,
  type SimilarCompaniesQuery,
} from '../../generated/graphql.ts';
import { countryName, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { companiesText } from '../../text/companies.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import { useSelection } from '../../ui/selection/use-selection.ts';
import { UserText } from '../../ui/user-text.tsx';
import { ListMenu } from './company/company-lists.tsx';

const text = companiesText.similar;
/** Companies at first, and when one asks for more. */
const [FIRST, MORE] = [6, 30];
/** Reasons of a company that are shown; the others are counted. */
const REASONS = 6;

type Similar = NonNullable<NonNullable<SimilarCompaniesQuery['company']>['similar']>[number];

const COLUMNS: readonly Column<Similar>[] = [
  {
    key: 'name',
    title: text.columns.name,
    cell: ({ company: { name, slug, primaryDomain, firmographics, lists }, shared }) => (
      <>
        <Group gap={8} wrap="nowrap" align="baseline" maw="min(70vw, 300px)">
          <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} miw={0}>
            <UserText text={name} />
          </PageLink>
          <UserText text={primaryDomain} size="xs" c="dimmed" inherit={false} miw={0} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {factsOf(firmographics)}
          {lists && lists.memberships.length > 0 && (
            <>
              {factsOf(firmographics) && ' · '}
              <ListMenu lists={lists} />
            </>
          )}
        </Text>
        <Shared shared={shared} />
      </>
    ),
  },
  {
    key: 'score',
    title: text.columns.score,
    isNumber: true,
    cell: ({ score }) => formatShare(Math.round(100 * score) / 100),
  },
];

/** What a company is, as far as it is known. */
const factsOf = ({ industry, country, employeeRange }: Similar['company']['firmographics']): string =>
  [industry, country && countryName(country), employeeRange]
    .flatMap((fact) => (fact ? [visibleText(fact)] : []))
    .join(' · ');

/** What two companies have in common, the rarest first. */
function Shared({ shared }: Pick<Similar, 'shared'>) {
  const others = shared.slice(REASONS).map(({ label }) => label);
  return (
    <Text size="xs" component="div" lh="24px">
      {shared.slice(0, REASONS).map(({ field, value, label }, index) => (
        <Fragment key={`${field} ${value}`}>
          {index > 0 && ' · '}
          <DraftLink
            root={conditionOf(field, 'any_of', [value])}
            title={companiesText.company.build(visibleText(label))}
          >
            <bdi>{visibleText(label)}</bdi>
          </DraftLink>
        </Fragment>
      ))}
      {others.length > 0 && (
        <Text c="dimmed" span inherit title={others.join(', ')}>
          {text.more(String(others.length))}
        </Text>
      )}
    </Text>
  );
}

/** Companies like one, the most similar first, each with what both share. */
export function SimilarSection({ company: { slug } }: { company: CompanyFactsFragment }) {
  const [first, setFirst] = useState(FIRST);
  const query = useApiQuery(SimilarCompaniesDocument, { identifier: slug, first }, { keepPrevious: true });
  const rows = query.data?.company?.similar ?? undefined;
  const selection = useSelection(
    { count: rows?.length ?? 0, at: (index) => rows?.[index] },
    ({ company }: Similar) => company.companyId,
  );
  const place = useRef<HTMLElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => hash === 'similar' });
  useEffect(() => {
    if (!isAsked) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <section ref={place} aria-labelledby="similar" tabIndex={-1} style={{ scrollMarginTop: 64 }}>
      <Title order={2} id="similar" mb="xs">
        {text.title}
      </Title>
      {query.error ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={text.table}
          columns={COLUMNS}
          rows={rows}
          idOf={({ company }) => company.companyId}
          selection={selection}
          nameOf={({ company }) => company.name}
          lines={FIRST}
          lineHeight={56}
          empty={<Text c="dimmed">{text.none}</Text>}
        />
      )}
      {rows?.length === FIRST && first === FIRST && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setFirst(MORE)}>
          {common.showMore}
        </Button>
      )}
      <SelectionBar
        domains={selection.rows.map(({ company }) => company.primaryDomain)}
        onClear={selection.clear}
      />
    </section>
  );
}
