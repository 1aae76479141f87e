import type { ReactNode } from 'react';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { ConditionLink } from '../condition-link.tsx';
import classes from '../facts.module.css';
import { ValueList } from './value-list.tsx';

const texts = companiesText.company;

/** Facts of a company in a line. Each value that a filter can have leads to the companies that share it. */
export function Firmographics({ company }: { company: CompanyFactsFragment }) {
  const { investors, domains, partnershipCount, firmographics } = company;
  const { industry, country, employeeRange, foundedYear, technologyCount } = firmographics;
  return (
    <section aria-label={texts.facts}>
      <dl className={classes.line}>
        <Fact term={texts.industry}>
          {industry && <ConditionLink field="industry" value={industry} label={industry} />}
        </Fact>
        <Fact term={texts.country}>
          {country && <ConditionLink field="country" value={country} label={countryName(country)} />}
        </Fact>
        <Fact term={texts.size}>
          {employeeRange && (
            <ConditionLink field="employee_range" value={employeeRange} label={employeeRange} />
          )}
        </Fact>
        <Fact term={texts.founded}>{foundedYear}</Fact>
        <Fact term={texts.technologies}>{formatNumber(technologyCount)}</Fact>
        <Fact term={texts.partners}>{formatNumber(partnershipCount)}</Fact>
        {investors.length > 0 && (
          <Fact term={texts.investors}>
            <ValueList
              values={investors}
              render={(investor) => <ConditionLink field="investor" value={investor} label={investor} />}
            />
          </Fact>
        )}
        {domains.length > 1 && (
          <Fact term={texts.domains}>
            <ValueList values={domains} render={(domain) => <UserText text={domain} span />} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children ?? common.unknown}</dd>
    </div>
  );
}
