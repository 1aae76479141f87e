import type { ReactNode } from 'react';
import type { MemberFactsQuery } from '../../../../generated/graphql.ts';
import { countryName } from '../../../../lib/format.ts';
import { visibleText } from '../../../../lib/visible-text.ts';
import { membersText } from '../../../../text/members.ts';
import classes from './panel.module.css';

const text = membersText.panel;

type Company = NonNullable<MemberFactsQuery['company']>;

/** Facts of a company as a definition list. */
export function CompanyFacts({ company }: { company: Company }) {
  const { country, industry, employeeRange, foundedYear } = company.firmographics;
  return (
    <dl className={classes.facts}>
      <Fact name={text.country}>{country ? countryName(country) : text.unknown}</Fact>
      <Fact name={text.industry}>{industry ? visibleText(industry) : text.unknown}</Fact>
      <Fact name={text.size}>{employeeRange ?? text.unknown}</Fact>
      <Fact name={text.founded}>{foundedYear ?? text.unknown}</Fact>
      <Fact name={text.domains}>
        <Names names={company.domains} />
      </Fact>
      {company.investors.length > 0 && (
        <Fact name={text.investors}>
          <Names names={company.investors} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Names one after the other; each keeps its own direction of writing. */
function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <bdi>{visibleText(name)}</bdi>
    </span>
  ));
}
