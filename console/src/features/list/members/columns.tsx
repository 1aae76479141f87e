import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { Labels } from '../../../filter/sentence.ts';
import type { MemberOrderField, MemberRowFragment, MemberTier } from '../../../generated/graphql.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { membersText } from '../../../text/members.ts';
import { tierColor } from '../../../ui/tier.tsx';
import { EvidenceCell } from './evidence-cell.tsx';
import classes from './members-table.module.css';

export const COLUMN_IDS = [
  'name',
  'domain',
  'tier',
  'source',
  'why',
  'partners',
  'technologies',
  'country',
  'size',
  'industry',
  'founded',
] as const;

export type ColumnId = (typeof COLUMN_IDS)[number];

/** Width of a column: at least so many pixels, and a share of what is left. */
export const WIDTHS: Readonly<Record<ColumnId, string>> = {
  name: 'minmax(180px, 2fr)',
  domain: 'minmax(160px, 1.4fr)',
  tier: '112px',
  source: '84px',
  why: 'minmax(240px, 2.4fr)',
  partners: '92px',
  technologies: '116px',
  country: 'minmax(110px, 0.8fr)',
  size: '104px',
  industry: 'minmax(120px, 1fr)',
  founded: '88px',
};

export const MIN_WIDTHS: Readonly<Record<ColumnId, number>> = {
  name: 180,
  domain: 160,
  tier: 112,
  source: 84,
  why: 240,
  partners: 92,
  technologies: 116,
  country: 110,
  size: 104,
  industry: 120,
  founded: 88,
};

/** Columns that the API sorts by. */
export const SORTED_BY: Readonly<Partial<Record<ColumnId, MemberOrderField>>> = {
  name: 'NAME',
  tier: 'TIER',
  partners: 'PARTNERSHIP_COUNT',
  technologies: 'TECHNOLOGY_COUNT',
  founded: 'FOUNDED_YEAR',
};

export const NUMERIC: readonly ColumnId[] = ['partners', 'technologies', 'founded'];

/** The service sorts and filters; the table only arranges cells. */
export const features = tableFeatures({});

const helper = createColumnHelper<typeof features, MemberRowFragment>();
const text = membersText.columns;

/** Returns the columns that are chosen, in their order. */
export function columnsOf(chosen: readonly ColumnId[], labels: Labels | undefined) {
  return columns(labels).filter(({ id }) => chosen.some((each) => each === id));
}

function columns(labels: Labels | undefined) {
  return helper.columns([
    helper.accessor(({ company }) => company.name, {
      id: 'name',
      header: text.name,
      cell: ({ getValue }) => <CellText text={getValue()} />,
    }),
    helper.accessor(({ company }) => company.primaryDomain, {
      id: 'domain',
      header: text.domain,
      cell: ({ getValue }) => <CellText text={getValue()} />,
    }),
    helper.accessor(({ tier }) => tier, {
      id: 'tier',
      header: text.tier,
      cell: ({ getValue }) => <CellTier tier={getValue()} />,
    }),
    helper.accessor(({ source }) => source, {
      id: 'source',
      header: text.source,
      cell: ({ getValue }) => (
        <span title={membersText.sourceMeaning[getValue()]}>{membersText.sources[getValue()]}</span>
      ),
    }),
    helper.display({
      id: 'why',
      header: text.why,
      cell: ({ row }) => labels && <EvidenceCell member={row.original} labels={labels} />,
    }),
    helper.accessor(({ company }) => company.partnershipCount, {
      id: 'partners',
      header: text.partners,
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    helper.accessor(({ company }) => company.firmographics.technologyCount, {
      id: 'technologies',
      header: text.technologies,
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    ...factColumns(),
  ]);
}

/** Facts that may be unknown; an unknown one leaves its cell empty. */
function factColumns() {
  return [
    helper.accessor(({ company }) => company.firmographics.country, {
      id: 'country',
      header: text.country,
      cell: ({ getValue }) => <Fact value={getValue()} show={countryName} />,
    }),
    helper.accessor(({ company }) => company.firmographics.employeeRange, {
      id: 'size',
      header: text.size,
      cell: ({ getValue }) => <Fact value={getValue()} />,
    }),
    helper.accessor(({ company }) => company.firmographics.industry, {
      id: 'industry',
      header: text.industry,
      cell: ({ getValue }) => <Fact value={getValue()} />,
    }),
    helper.accessor(({ company }) => company.firmographics.foundedYear, {
      id: 'founded',
      header: text.founded,
      // A year has no thousands separator.
      cell: ({ getValue }) => <Fact value={getValue()?.toString() ?? null} />,
    }),
  ] as const;
}

function Fact({ value, show }: { value: string | null | undefined; show?: (value: string) => string }) {
  return value == null ? null : <CellText text={show ? show(value) : value} />;
}

/** Text of people or imports on one line of a cell. Plain elements: hundreds of cells render while one scrolls. */
function CellText({ text }: { text: string }) {
  const shown = visibleText(text);
  return (
    <bdi className={classes.text} title={shown}>
      {shown}
    </bdi>
  );
}

/** A tier by its name and colour. */
function CellTier({ tier }: { tier: MemberTier }) {
  return (
    <span className={classes.tier} style={{ color: tierColor(tier) }} title={common.tierMeaning[tier]}>
      {common.tiers[tier]}
    </span>
  );
}
