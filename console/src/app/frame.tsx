import { Anchor, Button, Kbd, Paper, Portal, Skeleton, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { handedFile } from '../api/handed-domains.ts';
import { patiently } from '../api/load-code.ts';
import { useReachable } from '../api/reachability.ts';
import { useViewer } from '../api/viewer.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import { isDialogOpen } from './open-dialog.ts';
import { Palette } from './palette/palette.tsx';
import { openPalette, PALETTE_NAME } from './palette/palette-store.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const Bell = lazy(patiently(() => import('../features/events/bell.tsx')));

/** Room for five digits, so that the header does not move when the balance comes. */
const BALANCE_WIDTH = 108;

const LINKS = ['lists', 'companies', 'files', 'insight', 'activity'] as const;

/** The header that every page has, and the page below it. */
export function Frame() {
  useFocusAfterNavigation();
  const isReachable = useReachable();
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
            {LINKS.map((page) => (
              <Link key={page} to={`/app/${page}`} className={classes.link}>
                {common.nav[page]}
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
      <div role="status">{!isReachable && <div className={classes.offline}>{common.offline}</div>}</div>
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
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
    <svg width={20} height={20} fill="var(--action)" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="3" width="18" height="4" rx="2" />
      <rect x="4" y="8.5" width="12" height="4" rx="2" opacity="0.7" />
      <rect x="7" y="14" width="6" height="4" rx="2" opacity="0.45" />
    </svg>
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
      px={4}
      miw={BALANCE_WIDTH}
      style={{ whiteSpace: 'nowrap' }}
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

/** Whether files are dragged, and no other part of the page takes them. */
const hasFiles = (event: DragEvent) =>
  !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true && !isDialogOpen();

/** Takes a file that is dropped on any page, and opens the page of files with it. */
function FileDrop() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => {
    // Leaving a part of the page for another part has a target.
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    handedFile.set(file);
    void navigate({ to: '/app/files' });
  });
  if (!isOver) return null;
  return (
    <Portal>
      <Paper
        withBorder
        shadow="md"
        p="md"
        pos="fixed"
        bottom={24}
        left="50%"
        style={{ zIndex: 300, transform: 'translateX(-50%)', pointerEvents: 'none' }}
      >
        <Text role="status">Drop the file to open it in Files</Text>
      </Paper>
    </Portal>
  );
}
