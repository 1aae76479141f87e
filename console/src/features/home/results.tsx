import { Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Catalogue, type CatalogueField, FLAG_OPERATOR, findField } from '../../filter/catalogue.ts';
import { countryName, formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { Breakdown, SampleCompany } from '../../preview/preview-request.ts';
import type { LivePreview } from '../../preview/use-live-preview.ts';
import { common } from '../../text/common.ts';
import { homeText } from '../../text/home.ts';
import { Initials } from '../../ui/initials.tsx';
import { PlainText } from '../../ui/plain-text.tsx';
import { ValueBars } from '../../ui/values/value-bars.tsx';
import { countMissing } from '../../ui/values/value-count.ts';
import classes from './home.module.css';
import { useEvidence } from './use-evidence.ts';

const ROWS = 8;
const BARS = 5;

interface ResultsProps {
  catalogue: Catalogue;
  preview: LivePreview;
  /** Adds a value of a breakdown to the sentence. */
  onAdd: (field: CatalogueField, label: string) => void;
}

/** The first companies that match, and what they have in common. */
export function Results({ catalogue, preview, onAdd }: ResultsProps) {
  const { numbers, isCurrent } = preview;
  const evidence = useEvidence(catalogue, isCurrent ? numbers?.definition : undefined, ROWS);
  if (!numbers) return <Skeleton h={412} />;
  const shown = numbers.sample.slice(0, ROWS);
  return (
    <div className={classes.results} data-stale={isCurrent ? undefined : true}>
      <section aria-labelledby="home-rows">
        <div className={classes.heading}>
          <Title order={2} id="home-rows">
            {homeText.rows.title}
          </Title>
          <Text c="dimmed">
            {homeText.rows.more(formatNumber(shown.length), formatNumber(numbers.total))}
          </Text>
        </div>
        {shown.length === 0 && <Text c="dimmed">{homeText.rows.none}</Text>}
        <ul className={classes.rows}>
          {shown.map((company) => (
            <Row key={company.companyId} company={company} evidence={evidence?.(company.companyId)} />
          ))}
        </ul>
      </section>
      <div className={classes.breakdowns}>
        {numbers.total > 0 &&
          numbers.breakdowns.map((breakdown) => (
            <Bars key={breakdown.field} {...{ catalogue, breakdown, onAdd }} total={numbers.total} />
          ))}
      </div>
    </div>
  );
}

interface RowProps {
  company: SampleCompany;
  /** What meets the conditions; empty until it is there, undefined where the filter asks for nothing with a date. */
  evidence: string | undefined;
}

function Row({ company, evidence }: RowProps) {
  const { name, slug, primaryDomain, firmographics } = company;
  const { industry, country, employeeRange } = firmographics;
  const facts = [industry, country && countryName(country), employeeRange].filter((fact) => fact != null);
  return (
    <li className={classes.row}>
      <Initials name={name} of="company" size={28} />
      <span className={classes.company}>
        <Link to="/app/companies/$identifier" params={{ identifier: slug }} className={classes.name}>
          <PlainText text={name} />
        </Link>
        <span className={classes.domain}>
          <PlainText text={primaryDomain} />
        </span>
      </span>
      <span className={classes.aside}>
        <span className={classes.facts}>
          <PlainText text={facts.join(' · ')} />
        </span>
        {evidence !== undefined && (
          <span className={classes.evidence} title={evidence}>
            <PlainText text={evidence} />
          </span>
        )}
      </span>
    </li>
  );
}

interface BarsProps {
  catalogue: Catalogue;
  breakdown: Breakdown;
  total: number;
  onAdd: ResultsProps['onAdd'];
}

function Bars({ catalogue, breakdown, total, onAdd }: BarsProps) {
  const { field: key, entries, isWhole } = breakdown;
  const field = findField(catalogue, key);
  if (!field || entries.length === 0) return null;
  const title = homeText.breakdown.title(field.label);
  const isOne = isWhole && field.operators.includes(FLAG_OPERATOR);
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <ValueBars
        name={title}
        {...{ entries, total }}
        {...(isOne && { missing: { label: common.values.unknown, count: countMissing(entries, total) } })}
        shown={BARS}
        use={({ label }) => ({ kind: 'add', run: () => onAdd(field, visibleText(label)) })}
        after={homeText.breakdown.add}
      />
    </section>
  );
}
