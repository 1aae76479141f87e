import { Anchor, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { type Ref, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import type { MemberTier } from '../../../generated/graphql.ts';
import { countryName } from '../../../lib/format.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { common } from '../../../text/common.ts';
import { TierBadge } from '../../../ui/tier.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyDrawer } from './company-drawer.tsx';
import classes from './numbers.module.css';
import type { SampleCompany } from './preview-request.ts';
import { TierFilter } from './tier-filter.tsx';
import type { LivePreview } from './use-live-preview.ts';

const text = numbersText.sample;

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
  const [opened, setOpened] = useState<{ company: SampleCompany; definition: Definition }>();
  const { numbers, isCurrent, isLoading } = preview;
  const all = numbers?.sample ?? [];
  const shown = tier ? all.filter((company) => company.tier === tier) : all;
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
              <Companies
                companies={shown}
                onOpen={(company) => numbers && setOpened({ company, definition: numbers.definition })}
              />
            </div>
          )}
        </section>
      </Stack>
      <CompanyDrawer {...{ catalogue, opened }} onClose={() => setOpened(undefined)} />
    </Paper>
  );
}

interface CompaniesProps {
  companies: readonly SampleCompany[];
  onOpen: (company: SampleCompany) => void;
}

function Companies({ companies, onOpen }: CompaniesProps) {
  const { columns } = text;
  return (
    <Table aria-label={text.caption} verticalSpacing={2} miw={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{columns.name}</Table.Th>
          <Table.Th>{columns.domain}</Table.Th>
          <Table.Th>{columns.size}</Table.Th>
          <Table.Th>{columns.country}</Table.Th>
          <Table.Th>{columns.industry}</Table.Th>
          <Table.Th>{columns.tier}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {companies.map((company) => (
          <CompanyRow key={company.companyId} company={company} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CompanyRow({ company, onOpen }: { company: SampleCompany; onOpen: CompaniesProps['onOpen'] }) {
  const { name, primaryDomain, tier } = company;
  const { employeeRange, country, industry } = company.firmographics;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" aria-label={text.open(name)} onClick={() => onOpen(company)}>
          <UserText text={name} maw={200} />
        </Anchor>
      </Table.Td>
      <Table.Td>
        <UserText text={primaryDomain} maw={180} />
      </Table.Td>
      <Table.Td>{employeeRange ?? ''}</Table.Td>
      <Table.Td title={country ? countryName(country) : undefined}>{country ?? ''}</Table.Td>
      <Table.Td>{industry && <UserText text={industry} maw={140} />}</Table.Td>
      <Table.Td>
        <TierBadge tier={tier} />
      </Table.Td>
    </Table.Tr>
  );
}
