import { MemberTechnologiesDocument } from '../../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../../lib/format.ts';
import { membersText } from '../../../../text/members.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { UserText } from '../../../../ui/user-text.tsx';
import { useConnectionPages } from './connection-pages.ts';
import { More } from './more.tsx';
import classes from './panel.module.css';
import { PanelSection } from './panel-section.tsx';
import { type Axis, axisOf, placeOn, type Seen } from './time-axis.ts';

const text = membersText.technologies;

/** Technologies of a company with the time between first and last seen, on one axis. */
export function PanelTechnologies({ identifier }: { identifier: string }) {
  const { query, pages = [] } = useConnectionPages(
    MemberTechnologiesDocument,
    identifier,
    ({ company }) => company?.technologies,
  );
  const rows = pages.flatMap(({ edges }) => edges);
  const axis = axisOf(rows);
  const total = pages[0]?.totalCount ?? 0;
  return (
    <PanelSection title={membersText.panel.technologies}>
      <Loaded query={query}>
        {() =>
          axis ? (
            <>
              <table className={classes.table} aria-label={text.label}>
                <thead>
                  <tr>
                    <th scope="col">{text.columns.name}</th>
                    <th scope="col" className={classes.time}>
                      <AxisLabels axis={axis} />
                    </th>
                    <th scope="col" className={classes.day}>
                      {text.columns.last}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ node, ...seen }) => (
                    <tr key={node.techKey}>
                      <td>
                        <UserText text={node.displayName} />
                      </td>
                      <td>
                        <Bar seen={seen} axis={axis} />
                      </td>
                      <td>{formatDay(seen.lastSeen)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <More query={query}>{text.count(formatNumber(rows.length), formatNumber(total))}</More>
            </>
          ) : (
            text.none
          )
        }
      </Loaded>
    </PanelSection>
  );
}

function AxisLabels({ axis }: { axis: Axis }) {
  return (
    <span className={classes.axis}>
      <span>{formatDay(axis.from)}</span>
      <span>{formatDay(axis.to)}</span>
    </span>
  );
}

function Bar({ seen, axis }: { seen: Seen; axis: Axis }) {
  const { start, length } = placeOn(axis, seen);
  const label = text.seen(formatDay(seen.firstSeen), formatDay(seen.lastSeen));
  return (
    <span className={classes.track} role="img" aria-label={label} title={label}>
      <span
        className={classes.bar}
        style={{ insetInlineStart: `${start * 100}%`, width: `${length * 100}%` }}
      />
    </span>
  );
}
