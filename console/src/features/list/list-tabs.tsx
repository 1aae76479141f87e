import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { listText } from '../../text/list.ts';
import { type ListFrame, useMembership } from './list-data.ts';
import classes from './list-tabs.module.css';

const TABS = [
  { to: '/app/lists/$listId/overview', label: listText.tab.overview },
  { to: '/app/lists/$listId', label: listText.tab.members },
  { to: '/app/lists/$listId/changes', label: listText.tab.changes },
  { to: '/app/lists/$listId/domains', label: listText.tab.domains },
  { to: '/app/lists/$listId/history', label: listText.tab.history },
  { to: '/app/lists/$listId/sharing', label: listText.tab.sharing },
  { to: '/app/lists/$listId/activity', label: listText.tab.activity },
] as const;

/** Parts of a list with what is known of their numbers. Each has an address of its own. On a phone the line scrolls. */
export function ListTabs({ listId, list }: { listId: string; list: ListFrame }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    void pathname;
    const current = nav.current?.querySelector<HTMLElement>('[data-status="active"]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft;
  }, [pathname]);
  const counts: Readonly<Partial<Record<(typeof TABS)[number]['to'], number>>> = {
    '/app/lists/$listId/domains':
      (list.addedDomains?.totalCount ?? 0) + (list.excludedDomains?.totalCount ?? 0),
    '/app/lists/$listId/history': list.definitionVersion,
    '/app/lists/$listId/sharing': list.permissions?.totalCount ?? 0,
  };
  return (
    <nav ref={nav} className={classes.tabs} aria-label={listText.tabs}>
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ listId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.tab}
        >
          {label} {to === '/app/lists/$listId' ? <Members listId={listId} /> : <Count count={counts[to]} />}
        </Link>
      ))}
    </nav>
  );
}

function Members({ listId }: { listId: string }) {
  const total = useMembership(listId).membership?.counts.total;
  return (
    <span className={classes.count} data-later>
      {total !== undefined && formatNumber(total)}
    </span>
  );
}

/** A number of a tab; nothing instead of 0. */
function Count({ count }: { count: number | undefined }) {
  if (!count) return null;
  return <span className={classes.count}>{formatNumber(count)}</span>;
}
