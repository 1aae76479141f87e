import { Text } from '@mantine/core';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './company-search.module.css';
import type { FoundCompany } from './use-company-search.ts';

const texts = companiesText.search;

/** A company that was found, as a link to its page. */
export function CompanyResult({ company }: { company: FoundCompany }) {
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
    <li className={classes.result}>
      <PageLink
        to="/app/companies/$identifier"
        params={{ identifier: slug }}
        className={classes.link}
        underline="never"
        data-stop
      >
        <UserText text={name} fw={600} />
        <Text c="dimmed" size="sm" component="div">
          <UserText text={primaryDomain} />
        </Text>
      </PageLink>
      <Text size="sm" c="dimmed" component="div" className={classes.about}>
        <UserText text={facts.join(' · ')} />
      </Text>
    </li>
  );
}
