import { Text } from '@mantine/core';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { RowCheckbox } from '../../../ui/selection/row-checkbox.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './company-search.module.css';
import type { FoundCompany } from './use-company-search.ts';

const texts = companiesText.search;

interface CompanyResultProps {
  company: FoundCompany;
  isSelected: boolean;
  onToggle: (isRange: boolean) => void;
}

/** A company that was found, as a link to its page. */
export function CompanyResult({ company, isSelected, onToggle }: CompanyResultProps) {
  const { name, slug, primaryDomain, partnershipCount, firmographics } = company;
  const { country, employeeRange, industry, technologyCount } = firmographics;
  const facts = [
    industry,
    country && countryName(country),
    employeeRange,
    texts.technologies(technologyCount, formatNumber(technologyCount)),
    texts.partners(partnershipCount, formatNumber(partnershipCount)),
  ].filter(Boolean);
  return (
    <li className={classes.result} data-selected={isSelected || undefined}>
      <RowCheckbox name={name} checked={isSelected} onToggle={onToggle} />
      <PageLink
        to="/app/companies/$identifier"
        params={{ identifier: slug }}
        className={classes.link}
        underline="never"
        data-stop
      >
        <UserText text={name} fw={600} />
      </PageLink>
      <Text c="dimmed" size="sm" component="div" className={classes.domain}>
        <UserText text={primaryDomain} />
      </Text>
      <Text size="sm" c="dimmed" component="div" className={classes.about}>
        <UserText text={facts.join(' · ')} />
      </Text>
    </li>
  );
}
