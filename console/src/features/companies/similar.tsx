import { Group, Text } from '@mantine/core';
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
import { type Column, column, DataTable } from '../../ui/data-table.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import { useSelection } from '../../ui/selection/use-selection.ts';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ListMenu } from './company/company-lists.tsx';
import { ConditionLink } from './condition-link.tsx';

/** Companies at first, and when one asks for more. */
const [FIRST, MORE] = [6, 30];
/** Reasons of a company that are shown; the others are counted. */
const REASONS = 6;

type Similar = NonNullable<NonNullable<SimilarCompaniesQuery['company']>['similar']>[number];

const COLUMNS: readonly Column<Similar>[] = [
  column('Company, and what both share', ({ company, shared }) => (
    <>
      <Group gap={8} wrap="nowrap" align="baseline" maw="min(70vw, 300px)">
        <PageLink to="/app/companies/$identifier" params={{ identifier: company.slug }} miw={0}>
          <UserText text={company.name} />
        </PageLink>
        <UserText text={company.primaryDomain} size="xs" c="dimmed" inherit={false} miw={0} />
      </Group>
      <Facts company={company} />
      <Shared shared={shared} />
    </>
  )),
  column('Alike', ({ score }) => formatShare(Math.round(100 * score) / 100), { isNumber: true }),
];

/** What a company is, as far as it is known, and the lists that contain it. */
function Facts({ company: { firmographics, lists } }: Pick<Similar, 'company'>) {
  const { industry, country, employeeRange } = firmographics;
  const facts = [industry, country && countryName(country), employeeRange]
    .flatMap((fact) => (fact ? [visibleText(fact)] : []))
    .join(' · ');
  return (
    <Text size="xs" c="dimmed" component="div">
      {facts}
      {lists && lists.memberships.length > 0 && (
        <>
          {facts && ' · '}
          <ListMenu lists={lists} />
        </>
      )}
    </Text>
  );
}

/** What two companies have in common, the rarest first. */
function Shared({ shared }: Pick<Similar, 'shared'>) {
  const others = shared.slice(REASONS).map(({ label }) => label);
  return (
    <Text size="xs" component="div" lh="24px">
      {shared.slice(0, REASONS).map(({ field, value, label }, index) => (
        <Fragment key={`${field} ${value}`}>
          {index > 0 && ' · '}
          <ConditionLink field={field} value={value} label={label} />
        </Fragment>
      ))}
      {others.length > 0 && (
        <Text c="dimmed" span inherit title={others.join(', ')}>
          {` and ${others.length} more`}
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
  const place = useRef<HTMLDivElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => hash === 'similar' });
  useEffect(() => {
    if (!isAsked) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <Section title="Similar companies" ref={place} tabIndex={-1} style={{ scrollMarginTop: 64 }}>
      {query.error ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label="Similar companies, with what they share"
          columns={COLUMNS}
          rows={rows}
          idOf={({ company }) => company.companyId}
          selection={selection}
          nameOf={({ company }) => company.name}
          lines={FIRST}
          lineHeight={56}
          empty={
            <Text c="dimmed">No company of the catalogue shares anything with it that sets it apart.</Text>
          }
        />
      )}
      {rows?.length === FIRST && first === FIRST && (
        <SmallButton w="fit-content" onClick={() => setFirst(MORE)}>
          {common.showMore}
        </SmallButton>
      )}
      <SelectionBar
        domains={selection.rows.map(({ company }) => company.primaryDomain)}
        onClear={selection.clear}
      />
    </Section>
  );
}
