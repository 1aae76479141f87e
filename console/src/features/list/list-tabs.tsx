import { Link } from '@tanstack/react-router';
import { listText } from '../../text/list.ts';
import classes from './list-tabs.module.css';

const TABS = [
  { to: '/app/lists/$listId', label: listText.tab.members },
  { to: '/app/lists/$listId/changes', label: listText.tab.changes },
  { to: '/app/lists/$listId/domains', label: listText.tab.domains },
  { to: '/app/lists/$listId/history', label: listText.tab.history },
  { to: '/app/lists/$listId/sharing', label: listText.tab.sharing },
  { to: '/app/lists/$listId/activity', label: listText.tab.activity },
] as const;

/** Parts of a list. Each has an address of its own. */
export function ListTabs({ listId }: { listId: string }) {
  return (
    <nav className={classes.tabs} aria-label={listText.tabs}>
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ listId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.tab}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
