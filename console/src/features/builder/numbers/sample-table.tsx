import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, memo, type Ref, Suspense, useMemo, useState } from 'react';
import { patiently } from '../../../api/load-code.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { MemberTier } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import type { SampleCompany } from '../../../preview/preview-request.ts';
import type { LivePreview } from '../../../preview/use-live-preview.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { common } from '../../../text/common.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import classes from './numbers.module.css';
import { columnKeys, columnsOf, type SampleColumn } from './sample-columns.tsx';

const text = numbersText.sample;
const NONE: readonly SampleCompany[] = [];
/** The numbers do not wait for the code of what a click opens. */
const CompanyDrawer = lazy(
  patiently(async () => ({ default: (await import('./company-drawer.tsx')).CompanyDrawer })),
);

interface SampleTableProps {
  catalogue: Catalogue;
  preview: LivePreview;
  /** Tier whose companies are shown; undefined for all. */
  tier: MemberTier | undefined;
  onTierChange: (tier: MemberTier | undefined) => void;
  /** The scrolling region, to which links of the numbers move the focus. */
  ref?: Ref<HTMLDivElement>;
}

/** The first 25 matches. A name opens the company beside the page. */
export function SampleTable({ catalogue, preview, tier, onTierChange, ref }: SampleTableProps) {
  const [opened, setOpened] = useState<SampleCompany>();
  const [isLoaded, setLoaded] = useState(false);
  if (opened && !isLoaded) setLoaded(true);
  const { numbers, isCurrent, isLoading } = preview;
  const all = numbers?.sample ?? NONE;
  const shown = useMemo(() => (tier ? all.filter((company) => company.tier === tier) : all), [all, tier]);
  const keys = numbers ? columnKeys(numbers.definition).join(' ') : '';
  const columns = useMemo(() => columnsOf(catalogue, keys.split(' ')), [catalogue, keys]);
  if (!numbers && !isLoading) return null;
  return (
    <Paper withBorder p="md" component="section" className={classes.panel}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{text.title(numbers?.total ?? 25)}</Title>
          <TierFilter tier={tier} onChange={onTierChange} />
        </Group>
        {!numbers && isLoading && <Skeleton h={200} />}
        {numbers && shown.length === 0 && (
          <Text c="dimmed">{tier && all.length > 0 ? text.noneOfTier(common.tiers[tier]) : text.none}</Text>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
        <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={text.caption}>
          {shown.length > 0 && (
            <div className={isCurrent ? undefined : classes.stale}>
              <Companies companies={shown} columns={columns} onOpen={setOpened} />
            </div>
          )}
        </section>
      </Stack>
      {isLoaded && (
        <Suspense>
          <CompanyDrawer
            catalogue={catalogue}
            opened={opened && numbers && { company: opened, definition: numbers.definition }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Paper>
  );
}

interface CompaniesProps {
  companies: readonly SampleCompany[];
  columns: readonly SampleColumn[];
  onOpen: (company: SampleCompany) => void;
}

/** Remembered, because the page renders at each change, and the rows are the largest part of it. */
const Companies = memo(function Companies({ companies, columns, onOpen }: CompaniesProps) {
  return (
    <table aria-label={text.caption} className={classes.table}>
      <thead>
        <tr>
          <th>{text.columns.name}</th>
          <th>{text.columns.domain}</th>
          {columns.map(({ key, label }) => (
            <th key={key}>{label}</th>
          ))}
          <th>{text.columns.tier}</th>
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <CompanyRow key={company.companyId} {...{ company, columns, onOpen }} />
        ))}
      </tbody>
    </table>
  );
});

interface CompanyRowProps extends Omit<CompaniesProps, 'companies'> {
  company: SampleCompany;
}

function CompanyRow({ company, columns, onOpen }: CompanyRowProps) {
  const { name, primaryDomain, tier } = company;
  return (
    <tr>
      <td>
        <button
          type="button"
          className={classes.link}
          aria-label={text.open(visibleText(name))}
          onClick={() => onOpen(company)}
        >
          <PlainText text={name} />
        </button>
      </td>
      <td>
        <PlainText text={primaryDomain} />
      </td>
      {columns.map(({ key, label, cell }) => (
        <td key={key} data-label={label}>
          {cell(company)}
        </td>
      ))}
      <td>
        <span className={classes.tier} data-tier={tier} title={common.tierMeaning[tier]}>
          {common.tiers[tier]}
        </span>
      </td>
    </tr>
  );
}

interface TierFilterProps {
  tier: MemberTier | undefined;
  onChange: (tier: MemberTier | undefined) => void;
}

/** Says that one tier alone is shown, and leads back to all. */
function TierFilter({ tier, onChange }: TierFilterProps) {
  if (!tier) return null;
  return (
    <Group gap="xs">
      {numbersText.sample.only(common.tiers[tier])}
      <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
        {numbersText.sample.all}
      </Button>
    </Group>
  );
}
