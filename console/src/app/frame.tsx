import { Anchor, Button, Kbd, Skeleton } from '@mantine/core';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { patiently } from '../api/load-code.ts';
import { useReachable } from '../api/reachability.ts';
import { useViewer } from '../api/viewer.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { frameText } from '../text/frame.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import { openPalette, Palette } from './palette/palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const Bell = lazy(patiently(() => import('../features/events/bell.tsx')));

const LINKS = [
  { to: '/app/lists', label: common.nav.lists },
  { to: '/app/companies', label: common.nav.companies },
  { to: '/app/enrich', label: common.nav.enrich },
  { to: '/app/activity', label: common.nav.activity },
] as const;

/** The header that every page has, and the page below it. */
export function Frame() {
  useFocusAfterNavigation();
  return (
    <>
      <a className={classes.skip} href="#content">
        {common.skipToContent}
      </a>
      <header className={classes.header}>
        <Link to="/app" className={classes.product}>
          {common.product}
        </Link>
        <nav className={classes.nav} aria-label={common.mainNavigation}>
          {LINKS.map(({ to, label }) => (
            <Link key={to} to={to} className={classes.link}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.side}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<MagnifyingGlassIcon width={14} height={14} />}
            rightSection={
              <Kbd size="xs" aria-hidden="true" className={classes.keys}>
                {isApple ? '⌘K' : 'Ctrl K'}
              </Kbd>
            }
            title={frameText.openSearch}
            onClick={openPalette}
          >
            <span className={classes.searchText}>{common.search}</span>
          </Button>
          <div className={classes.bell}>
            <Suspense>
              <Bell />
            </Suspense>
          </div>
          <Balance />
          <AccountMenu />
        </div>
      </header>
      <OfflineBanner />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Palette />
      <ShortcutsDialog />
    </>
  );
}

function OfflineBanner() {
  const isReachable = useReachable();
  return (
    <div role="status">{isReachable ? null : <div className={classes.offline}>{common.offline}</div>}</div>
  );
}

/** The organization's credits. The link opens the ledger. */
function Balance() {
  const { data } = useViewer();
  if (!data) return <Skeleton w={90} h={14} />;
  const credits = formatNumber(data.viewer.organization.creditBalance);
  return (
    <Anchor component={Link} to="/app/activity" aria-label={frameText.balance(credits)}>
      {common.credits(credits)}
    </Anchor>
  );
}

/**
 * Moves the focus to the content when another page opens, so that screen readers and the Tab key begin there. Changes of
 * search parameters and of the fragment are not other pages.
 */
function useFocusAfterNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    const isFirst = last.current === undefined;
    const isOther = last.current !== path;
    last.current = path;
    const hasFocus = document.activeElement?.closest('#content') !== null;
    if (isFirst || !isOther || hasFocus) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}
