import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './partner-table.module.css';
import type { Partnership } from './use-partners.ts';

const texts = companiesText.partners;

/** Partners in the order in which they were observed last. */
export function PartnerTable({ partnerships }: { partnerships: readonly Partnership[] }) {
  const { name, industry, first, last, count } = texts.columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className={classes.region} tabIndex={0} aria-label={texts.caption}>
      <table className={classes.table} aria-label={texts.caption}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{industry}</th>
            <th scope="col" data-column="time">
              {first}
            </th>
            <th scope="col" data-column="time">
              {last}
            </th>
            <th scope="col" data-column="count">
              {count}
            </th>
          </tr>
        </thead>
        <tbody>
          {partnerships.map((partnership) => (
            <Row key={partnership.partnerSlug} partnership={partnership} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ partnership }: { partnership: Partnership }) {
  const { partnerName, partnerSlug, firstObservedAt, lastObservedAt, observationCount, partner } =
    partnership;
  return (
    <tr>
      <td>
        <PageLink to="/app/companies/$identifier" params={{ identifier: partnerSlug }}>
          <UserText text={partnerName} />
        </PageLink>
      </td>
      <td>
        <UserText text={partner.firmographics.industry ?? common.unknown} />
      </td>
      <td>
        <TimeAgo at={firstObservedAt} />
      </td>
      <td>
        <TimeAgo at={lastObservedAt} />
      </td>
      <td data-column="count">{formatNumber(observationCount)}</td>
    </tr>
  );
}
