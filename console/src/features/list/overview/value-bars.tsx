import { Skeleton, Text, Title } from '@mantine/core';
import { toDraftLink } from '../../../filter/draft-link.ts';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { overviewText } from '../../../text/list-overview.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { useListId } from '../list-id.ts';
import classes from './overview.module.css';
import type { ValueCount } from './typical.ts';
import type { OverviewField } from './use-overview.ts';

/** Values that are shown. */
const SHOWN = 8;
const WIDTHS = [90, 70, 55, 50, 42, 36, 30, 24];

interface ValueBarsProps {
  field: OverviewField;
  /** Values in the order in which they are shown; undefined while they are counted. */
  values: readonly ValueCount[] | undefined;
  members: number;
  registryVersion: string;
}

/** The most frequent values of a field among the members. Each leads to the members that have it. */
export function ValueBars({ field, values, members, registryVersion }: ValueBarsProps) {
  const id = `overview-${field}`;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {overviewText.fields[field]}
      </Title>
      {values?.length === 0 && <Text c="dimmed">{overviewText.none}</Text>}
      <ul className={classes.bars} aria-labelledby={id}>
        {values === undefined
          ? WIDTHS.map((width) => (
              <li key={width} className={classes.bar}>
                <Skeleton h={16} w={`${width}%`} />
              </li>
            ))
          : values.slice(0, SHOWN).map((each) => (
              <li key={each.value} className={classes.bar}>
                <span
                  className={classes.fill}
                  style={{ width: `${(100 * each.count) / Math.max(1, members)}%` }}
                  aria-hidden
                />
                <ValueLink field={field} value={each} registryVersion={registryVersion} />
                <span className={classes.number}>
                  {formatNumber(each.count)}
                  <span className={classes.share}>{formatShare(each.count / Math.max(1, members))}</span>
                </span>
              </li>
            ))}
      </ul>
    </section>
  );
}

interface ValueLinkProps {
  field: string;
  value: ValueCount;
  registryVersion: string;
}

/** A value that leads to its members: a draft with the list and the value as conditions. */
export function ValueLink({ field, value: { value, label, count }, registryVersion }: ValueLinkProps) {
  const listId = useListId();
  const conditionOf = (of: string, wanted: string | number) => ({
    condition: { field: of, operator: 'any_of', values: [wanted] },
  });
  const root = { and: [conditionOf('list', Number(listId)), conditionOf(field, value)] };
  const draft = toDraftLink({ definition: { registry_version: registryVersion, root } });
  const shown = visibleText(label);
  return (
    <PageLink
      to="/app/build"
      {...(draft !== undefined && { hash: draft.slice(1) })}
      className={classes.label}
      title={overviewText.open(shown, formatNumber(count))}
      preload={false}
      inherit
      c="inherit"
      underline="hover"
    >
      <bdi>{shown}</bdi>
    </PageLink>
  );
}
