import { Box, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useMemo, useState } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import { patiently, useCode } from '../api/load-code.ts';
import {
  type Catalogue,
  findField,
  isOwn,
  listedLabel,
  ownValuesOf,
  ownValueText,
} from '../filter/catalogue.ts';
import { type Condition, conditionsOf, type Definition } from '../filter/definition.ts';
import { labelsOf } from '../filter/sentence.ts';
import { MatchEvidenceDocument, type MemberTier } from '../generated/graphql.ts';
import { countryName, formatNumber } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { SampleCompany } from '../preview/preview-request.ts';
import type { LivePreview } from '../preview/use-live-preview.ts';
import { useKnownLabels } from '../preview/value-labels.ts';
import { common } from '../text/common.ts';
import { type Column, column, DataTable } from '../ui/data-table.tsx';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { SmallButton } from '../ui/small-buttons.tsx';
import { TierBadge } from '../ui/tier.tsx';
import { PlainText } from '../ui/written-lines.tsx';
import { CompanyContent } from './numbers/company-content.tsx';
import { conditionsToCheck } from './numbers/condition-checks.ts';
import classes from './numbers/numbers.module.css';

const NONE: readonly SampleCompany[] = [];
/** Matches that the preview has. */
const FIRST = 25;

interface MatchesTableProps {
  catalogue: Catalogue;
  preview: LivePreview;
  /** List whose definition is edited; undefined for a new one. */
  listId?: string | undefined;
  /** Tier whose companies are shown; undefined for all. */
  tier: MemberTier | undefined;
  onTierChange: (tier: MemberTier | undefined) => void;
  /** The table, to which numbers move the focus. */
  ref?: Ref<HTMLElement>;
}

/** The first matches of a filter. A name opens the company beside the page. */
export function MatchesTable({ catalogue, preview, listId, tier, onTierChange, ref }: MatchesTableProps) {
  const [opened, setOpened] = useState<{ company: SampleCompany; definition: Definition }>();
  const [isOpen, setOpen] = useState(false);
  const { numbers, isCurrent, isLoading } = preview;
  const evidence = useEvidence(catalogue, isCurrent ? numbers?.definition : undefined, listId);
  const all = numbers?.sample ?? NONE;
  const definition = numbers?.definition;
  const keys = definition ? columnKeys(definition).join(' ') : '';
  // The page renders at each change, and the rows are the largest part of it.
  const table = useMemo(() => {
    const shown = tier ? all.filter((company) => company.tier === tier) : all;
    const open = (company: SampleCompany) => {
      if (!definition) return;
      setOpened({ company, definition });
      setOpen(true);
    };
    return (
      <DataTable
        label="First matches, by tier"
        columns={columnsOf(catalogue, keys.split(' '), evidence, open)}
        rows={shown}
        idOf={({ companyId }) => companyId}
        empty={
          <Text c="dimmed">
            {tier && all.length > 0
              ? `None of the first ${FIRST} matches is in the tier ${common.tiers[tier]}. They are ordered by tier.`
              : 'No company matches all of it. Remove a condition.'}
          </Text>
        }
      />
    );
  }, [catalogue, keys, evidence, all, tier, definition]);
  if (!numbers && !isLoading) return null;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="matches" style={{ outline: 'none' }}>
      <Group justify="space-between" mb="xs" mih={28}>
        <Title order={2} id="matches">
          First matches
        </Title>
        {tier ? (
          <Group gap="xs">
            Only {common.tiers[tier]}
            <SmallButton size="compact-xs" onClick={() => onTierChange(undefined)}>
              All tiers
            </SmallButton>
          </Group>
        ) : (
          numbers && (
            <Text c="dimmed" size="sm">
              {formatNumber(all.length)} of {formatNumber(numbers.total)}
            </Text>
          )
        )}
      </Group>
      {numbers ? (
        <div className={isCurrent ? classes.matches : `${classes.matches} ${classes.stale}`}>{table}</div>
      ) : (
        <Skeleton h={480} role="status" aria-label={common.loading} />
      )}
      <SideDrawer opened={isOpen} onClose={() => setOpen(false)} title={opened?.company.name ?? 'Company'}>
        {opened && <CompanyContent {...{ catalogue, listId }} {...opened} />}
      </SideDrawer>
    </section>
  );
}

type SampleColumn = Column<SampleCompany>;

/** Fields of which the preview has the values. */
const CELLS: Readonly<Record<string, SampleColumn['cell']>> = {
  employee_range: ({ firmographics }) => firmographics.employeeRange,
  country: ({ firmographics: { country } }) => country && <PlainText text={countryName(country)} />,
  industry: ({ firmographics: { industry } }) => industry && <PlainText text={industry} />,
  founded_year: ({ firmographics }) => firmographics.foundedYear,
  technology_count: ({ firmographics }) => formatNumber(firmographics.technologyCount),
  partnership_count: ({ partnershipCount }) => formatNumber(partnershipCount),
};
const USUAL: readonly string[] = ['employee_range', 'country', 'industry'];

function OwnCell({
  catalogue,
  field,
  company,
}: {
  catalogue: Catalogue;
  field: string;
  company: SampleCompany;
}) {
  const value = ownValuesOf(company.fieldsByKey)[field];
  if (value === undefined) return null;
  return <PlainText text={ownValueText(value, (one) => listedLabel(catalogue, field, one))} />;
}

/** Returns the fields that are columns: those that the filter names, then the usual ones. */
function columnKeys({ root }: Definition): readonly string[] {
  const named = [...conditionsOf(root)]
    .map(({ field }) => field)
    .filter((field) => field in CELLS || isOwn(field));
  return [...new Set([...named, ...USUAL])];
}

function columnsOf(
  catalogue: Catalogue,
  keys: readonly string[],
  evidence: Evidence | undefined,
  onOpen: (company: SampleCompany) => void,
): SampleColumn[] {
  const facts = keys.flatMap((key) => {
    const { label = key } = findField(catalogue, key) ?? {};
    const own = (company: SampleCompany) => <OwnCell {...{ catalogue, company }} field={key} />;
    return CELLS[key] || findField(catalogue, key) ? [{ key, title: label, cell: CELLS[key] ?? own }] : [];
  });
  const evidenceCell = ({ companyId }: SampleCompany) => (
    // Its room is there before the evidence is.
    <Box w={176}>
      <Narrow text={evidence?.(companyId) ?? ''} />
    </Box>
  );
  const seen = evidence ? [column('Evidence', evidenceCell)] : [];
  return [
    column('Name', (company) => (
      <UnstyledButton
        className={classes.link ?? ''}
        aria-label={`${visibleText(company.name)}: show details`}
        onClick={() => onOpen(company)}
      >
        <PlainText text={company.name} />
      </UnstyledButton>
    )),
    column('Domain', ({ primaryDomain }) => <Narrow text={primaryDomain} />),
    column('Tier', ({ tier }) => <TierBadge tier={tier} />),
    ...seen,
    ...facts,
  ];
}

/** Text on one line of a column that is not too wide. */
const Narrow = ({ text }: { text: string }) =>
  text && (
    <Box maw={180}>
      <PlainText text={text} />
    </Box>
  );

/** What meets the conditions of a company in words; empty until it is there. */
type Evidence = (companyId: number) => string;

const loadReasons = patiently(() => import('../filter/reasons.ts'));
/** Evidence waits until nobody has typed for this long, in milliseconds: the numbers come first. */
const IDLE_MS = 300;

/**
 * Reads what meets the dated conditions of a filter in its first companies, such as "Docker · 30 April". It is asked for after
 * the numbers, which do not wait for it.
 *
 * @param current filter whose numbers are shown; undefined while they are those of an earlier one.
 * @returns undefined for a filter without such conditions.
 */
function useEvidence(
  catalogue: Catalogue,
  current: Definition | undefined,
  listId: string | undefined,
): Evidence | undefined {
  const [shown, setShown] = useState(current);
  // Evidence stays beside the numbers that it belongs to.
  if (current && current !== shown) setShown(current);
  const latest = current ?? shown;
  const [definition] = useDebouncedValue(latest, IDLE_MS);
  const isDated = conditionsToCheck(latest?.root ?? null).some(
    ({ condition, negated }) => !negated && hasDate(catalogue, condition),
  );
  const variables = { definition, first: FIRST, ...(listId !== undefined && { listId }) };
  const isSettled = definition === latest;
  const answer = useApiQuery(MatchEvidenceDocument, variables, { enabled: isDated && isSettled });
  const data = isSettled ? answer.data : undefined;
  const reasons = useCode(loadReasons, isDated);
  const known = useKnownLabels();
  const labels = useMemo(() => labelsOf(catalogue, known), [catalogue, known]);
  return useMemo(() => {
    if (!isDated) return undefined;
    const words = new Map(
      data?.previewCount?.reasons?.map(({ companyId, reasons: verdicts }) => {
        const sightings = reasons?.sightingsOf(verdicts, labels) ?? [];
        return [companyId, sightings.map(({ what, day }) => `${what} · ${day}`).join(', ')];
      }),
    );
    return (companyId: number) => words.get(companyId) ?? '';
  }, [isDated, data, reasons, labels]);
}

/** Whether a condition asks for something that was seen at a time. */
const hasDate = (catalogue: Catalogue, { field, operator }: Condition) =>
  operator !== 'none_of' && findField(catalogue, field)?.when != null;
