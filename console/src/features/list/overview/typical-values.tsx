import { Skeleton, Text, Title } from '@mantine/core';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { overviewText } from '../../../text/list-overview.ts';
import classes from './overview.module.css';
import { FEWEST, type TypicalValue } from './typical.ts';
import type { OverviewField } from './use-overview.ts';
import { ValueLink } from './value-link.tsx';

const text = overviewText.columns;
const SHOWN = 8;

interface TypicalValuesProps {
  /** Undefined while they are counted. */
  values: readonly TypicalValue[] | undefined;
  /** Number of members. */
  members: number;
  registryVersion: string;
}

/** Values by which the members differ from the whole catalogue. */
export function TypicalValues({ values, members, registryVersion }: TypicalValuesProps) {
  return (
    <section aria-labelledby="typical">
      <Title order={2} id="typical">
        {overviewText.typical}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {overviewText.typicalHint}
      </Text>
      {values === undefined && <Skeleton h={(SHOWN + 1) * 32} />}
      {values?.length === 0 && (
        <Text>
          {members < FEWEST ? overviewText.tooFewMembers(formatNumber(FEWEST)) : overviewText.notTypical}
        </Text>
      )}
      {values !== undefined && values.length > 0 && (
        <table className={classes.typical} aria-labelledby="typical">
          <thead>
            <tr>
              <th scope="col">{text.value}</th>
              <th scope="col">{text.ratio}</th>
              <th scope="col">{text.inList}</th>
              <th scope="col">{text.inCatalogue}</th>
            </tr>
          </thead>
          <tbody>
            {values.slice(0, SHOWN).map((each) => (
              <tr key={`${each.field} ${each.value}`}>
                <td>
                  <ValueLink field={each.field} value={each} registryVersion={registryVersion} />{' '}
                  <span className={classes.share}>{overviewText.field[each.field as OverviewField]}</span>
                </td>
                <td className={classes.ratio}>{overviewText.times(formatNumber(rounded(each.ratio)))}</td>
                <td>{formatShare(each.inList)}</td>
                <td>{formatShare(each.inCatalogue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** One digit after the point is enough below ten. */
const rounded = (ratio: number): number => (ratio < 10 ? Math.round(ratio * 10) / 10 : Math.round(ratio));
