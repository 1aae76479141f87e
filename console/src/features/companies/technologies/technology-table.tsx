import { formatDay, formatNumber } from '../../../lib/format.ts';
import { formatMonthsBefore } from '../../../lib/later-formats.ts';
import { companiesText } from '../../../text/companies.ts';
import { ConditionLink } from '../condition-link.tsx';
import {
  markOf,
  placeOf,
  type SeenTechnology,
  type TechnologyGroup,
  type TimeAxis,
} from './group-technologies.ts';
import classes from './technology-table.module.css';

const texts = companiesText.technologies;

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

interface TechnologyTableProps {
  groups: readonly TechnologyGroup[];
  axis: TimeAxis;
  /** Newest observation of the catalogue. */
  asOf: string | undefined;
}

/** Technologies by category. The bars repeat the two dates, so that only sighted readers need them. */
export function TechnologyTable({ groups, axis, asOf }: TechnologyTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className={classes.region} tabIndex={0} aria-label={texts.caption}>
      <table className={classes.table} aria-label={texts.caption}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.name}</th>
            <th scope="col" data-column="time">
              <span className={classes.hidden}>{texts.columns.time}</span>
              <Years axis={axis} />
            </th>
            <th scope="col" data-column="day">
              {texts.columns.first}
            </th>
            <th scope="col" data-column="day">
              {texts.columns.last}
            </th>
            <th scope="col" data-column="count">
              {texts.columns.count}
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.category} {...{ group, axis, asOf }} />
        ))}
      </table>
    </section>
  );
}

function Years({ axis }: { axis: TimeAxis }) {
  return (
    <div className={classes.years} aria-hidden="true">
      {axis.years.map(({ year, at }) => (
        <span key={year} style={{ left: percent(placeOf(axis, at)) }}>
          {year}
        </span>
      ))}
    </div>
  );
}

type GroupProps = Omit<TechnologyTableProps, 'groups'> & { group: TechnologyGroup };

function Group({ group: { category, technologies }, axis, asOf }: GroupProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={5} className={classes.category}>
          {category === null ? (
            texts.uncategorized
          ) : (
            <ConditionLink field="technology_category" value={category} label={category} />
          )}
        </th>
      </tr>
      {technologies.map((technology) => (
        <Row key={technology.node.techKey} {...{ technology, axis, asOf }} />
      ))}
    </tbody>
  );
}

type RowProps = Omit<TechnologyTableProps, 'groups'> & { technology: SeenTechnology };

function Row({ technology, axis, asOf }: RowProps) {
  const { firstSeen, lastSeen, detectionCount, node } = technology;
  const left = placeOf(axis, Date.parse(firstSeen));
  const width = placeOf(axis, Date.parse(lastSeen)) - left;
  const mark = markOf(technology, asOf);
  const isGone = mark === 'gone' && asOf !== undefined;
  return (
    <tr data-mark={mark}>
      <td>
        <ConditionLink field="technology" value={node.techKey} label={node.displayName} />
      </td>
      <td data-column="time">
        <div className={classes.track} aria-hidden="true">
          <div className={classes.bar} style={{ left: percent(left), width: percent(width) }} />
        </div>
      </td>
      <td data-column="day">{formatDay(firstSeen)}</td>
      <td data-column="day" title={isGone ? texts.lastSeen(formatMonthsBefore(lastSeen, asOf)) : undefined}>
        {formatDay(lastSeen)}
      </td>
      <td data-column="count">{formatNumber(detectionCount)}</td>
    </tr>
  );
}
