import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { memo, type Ref, useMemo, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { MemberTier } from '../../../generated/graphql.ts';
import { countryName } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import type { SampleCompany } from '../../../preview/preview-request.ts';
import type { LivePreview } from '../../../preview/use-live-preview.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { common } from '../../../text/common.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import { CompanyDrawer } from './company-drawer.tsx';
import classes from './numbers.module.css';

const text = numbersText.sample;
const NONE: readonly SampleCompany[] = [];

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
  const { numbers, isCurrent, isLoading } = preview;
  const all = numbers?.sample ?? NONE;
  const shown = useMemo(() => (tier ? all.filter((company) => company.tier === tier) : all), [all, tier]);
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
              <Companies companies={shown} onOpen={setOpened} />
            </div>
          )}
        </section>
      </Stack>
      <CompanyDrawer
        catalogue={catalogue}
        opened={opened && numbers && { company: opened, definition: numbers.definition }}
        onClose={() => setOpened(undefined)}
      />
    </Paper>
  );
}

interface CompaniesProps {
  companies: readonly SampleCompany[];
  onOpen: (company: SampleCompany) => void;
}

/** Remembered, because the page renders at each change, and the rows are the largest part of it. */
const Companies = memo(function Companies({ companies, onOpen }: CompaniesProps) {
  const { columns } = text;
  return (
    <table aria-label={text.caption} className={classes.table}>
      <thead>
        <tr>
          <th>{columns.name}</th>
          <th>{columns.domain}</th>
          <th>{columns.size}</th>
          <th>{columns.country}</th>
          <th>{columns.industry}</th>
          <th>{columns.tier}</th>
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <CompanyRow key={company.companyId} company={company} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
});

function CompanyRow({ company, onOpen }: { company: SampleCompany; onOpen: CompaniesProps['onOpen'] }) {
  const { name, primaryDomain, tier } = company;
  const { employeeRange, country, industry } = company.firmographics;
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
      <td>{employeeRange ?? ''}</td>
      <td title={country ? countryName(country) : undefined}>{country ?? ''}</td>
      <td>{industry && <PlainText text={industry} />}</td>
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
