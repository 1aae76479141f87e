import { Anchor, Button, Kbd, Skeleton } from '@mantine/core';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { patiently } from '../api/load-code.ts';
import { useReachable } from '../api/reachability.ts';
import { useViewer } from '../api/viewer.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { AccountMenu } from './account-menu.tsx';
import { FileDrop } from './file-drop.tsx';
import classes from './frame.module.css';
import { Palette } from './palette/palette.tsx';
import { openPalette, PALETTE_NAME } from './palette/palette-store.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const Bell = lazy(patiently(() => import('../features/events/bell.tsx')));

/** Room for five digits, so that the header does not move when the balance comes. */
const BALANCE_WIDTH = 108;

const LINKS = [
  { to: '/app/lists', label: common.nav.lists },
  { to: '/app/companies', label: common.nav.companies },
  { to: '/app/files', label: common.nav.files },
  { to: '/app/insight', label: common.nav.insight },
  { to: '/app/activity', label: common.nav.activity },
] as const;

/** The header that every page has, and the page below it. */
export function Frame() {
  useFocusAfterNavigation();
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <header className={classes.header}>
        <div className={classes.inner}>
          <Link to="/app" className={classes.product}>
            <Mark />
            <span className={classes.word}>{common.product}</span>
          </Link>
          <nav className={classes.nav} aria-label="Main">
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
              title={PALETTE_NAME}
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
        </div>
      </header>
      <OfflineBanner />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <FileDrop />
      <Palette />
      <ShortcutsDialog />
    </>
  );
}

/** The sign of the product: a funnel of three tiers. */
function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="3" width="18" height="4" rx="2" />
      <rect x="4" y="8.5" width="12" height="4" rx="2" opacity="0.7" />
      <rect x="7" y="14" width="6" height="4" rx="2" opacity="0.45" />
    </svg>
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
  if (!data) return <Skeleton w={BALANCE_WIDTH} h={14} />;
  const credits = formatNumber(data.viewer.organization.creditBalance);
  return (
    <Anchor
      component={Link}
      to="/app/settings/credits"
      className={classes.balance}
      miw={BALANCE_WIDTH}
      aria-label={`${credits} credits: open the ledger`}
    >
      {credits} credits
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
