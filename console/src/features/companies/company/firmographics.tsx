import { Anchor, Group, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { ConditionLink } from '../condition-link.tsx';
import classes from './company-view.module.css';

interface FirmographicsProps {
  company: CompanyFactsFragment;
  /** Called with a fact that is wrong, in words. */
  onReport: (fact: string) => void;
}

/** Facts of a company in a line. Each value that a filter can have leads to the companies that share it. */
export function Firmographics({ company, onReport }: FirmographicsProps) {
  const { investors, domains, partnershipCount, firmographics } = company;
  const { industry, country, employeeRange, foundedYear, technologyCount } = firmographics;
  const linked = (field: string, value: string | null | undefined, label = value) =>
    value && <ConditionLink field={field} value={value} label={label ?? value} />;
  const facts: readonly [term: string, said: string, shown: ReactNode][] = [
    ['Industry', industry ?? '', linked('industry', industry)],
    [
      'Country',
      country ? countryName(country) : '',
      linked('country', country, country && countryName(country)),
    ],
    ['Employees', employeeRange ?? '', linked('employee_range', employeeRange)],
    ['Founded', String(foundedYear ?? ''), foundedYear],
    ['Technologies', formatNumber(technologyCount), formatNumber(technologyCount)],
    ['Partners', formatNumber(partnershipCount), formatNumber(partnershipCount)],
  ];
  return (
    <Group
      component="dl"
      gap="8px 24px"
      m="4px 0 0"
      align="stretch"
      className={classes.facts ?? ''}
      aria-label="Facts"
    >
      {facts.map(([term, said, shown]) => (
        <Fact key={term} {...{ term, said, onReport }}>
          {shown}
        </Fact>
      ))}
      {investors.length > 0 && (
        <Fact term="Investors" said={investors.slice(0, 3).join(', ')} onReport={onReport}>
          <Values
            values={investors}
            render={(investor) => <ConditionLink field="investor" value={investor} label={investor} />}
          />
        </Fact>
      )}
      {domains.length > 1 && (
        <Fact term="Domains" said={domains.slice(0, 3).join(', ')} onReport={onReport}>
          <Values values={domains} render={(domain) => <UserText text={domain} span />} />
        </Fact>
      )}
    </Group>
  );
}

interface FactProps extends Pick<FirmographicsProps, 'onReport'> {
  term: string;
  /** The fact as a text; empty if it is unknown. */
  said: string;
  children: ReactNode;
}

/** A fact. A click on its name reports that it is wrong. */
function Fact({ term, said, onReport, children }: FactProps) {
  const report = `Report: ${term} is wrong`;
  return (
    <div>
      <dt>
        <UnstyledButton
          className={classes.term ?? ''}
          title={report}
          aria-label={report}
          onClick={() => onReport(`${term} says “${said || common.unknown}”. It should be: `)}
        >
          {term}
        </UnstyledButton>
      </dt>
      <dd>{children || common.unknown}</dd>
    </div>
  );
}

/** Values that are shown before one asks for all. */
const SHOWN = 20;

/** Distinct values side by side. Long lists are cut, with a button that shows all. */
function Values({ values, render }: { values: readonly string[]; render: (value: string) => ReactNode }) {
  const [isComplete, setComplete] = useState(values.length <= SHOWN);
  const shown = isComplete ? values : values.slice(0, SHOWN);
  return (
    <ul className={classes.values}>
      {shown.map((value) => (
        <li key={value}>{render(value)}</li>
      ))}
      {!isComplete && (
        <li>
          <Anchor component="button" type="button" c="var(--action)" onClick={() => setComplete(true)}>
            Show {formatNumber(values.length - SHOWN)} more
          </Anchor>
        </li>
      )}
    </ul>
  );
}
