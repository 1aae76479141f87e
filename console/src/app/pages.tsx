import { Anchor, Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, Link, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { patiently } from '../api/load-code.ts';
import { useIsOperator } from '../api/viewer.ts';
import { common } from '../text/common.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import classes from '../ui/ui.module.css';

export function PageSkeleton() {
  return (
    <Stack className={classes.page ?? ''} aria-busy="true" aria-label={common.loading} role="status">
      <Title order={1}>
        <VisuallyHidden>{common.loading}</VisuallyHidden>
      </Title>
      <Skeleton h={28} w="40%" />
      <Skeleton h={16} w="70%" />
      <Skeleton h={240} />
    </Stack>
  );
}

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>There is no page at this address.</Text>
      <Anchor component={Link} to="/app/lists">
        Go to the lists
      </Anchor>
    </Page>
  );
}

/** Pages that others than operators of the installation do not have. */
export function OperatorPages() {
  return useIsOperator() ? <Outlet /> : <NotFoundPage />;
}

/** Shown when a page throws: its drafts are in the address and in IndexedDB, so that a reload brings them back. */
export function CrashedPage({ error }: ErrorComponentProps) {
  return (
    <Page title="This page broke">
      <Text>An error in the console stopped this page. Your drafts are kept. Reload the page to go on.</Text>
      <Problem error={error} />
      <Button w="fit-content" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </Page>
  );
}

/** A page whose code loads when it is first needed, and waits for the service if that is away. */
export const lazyPage = <Module extends { default: unknown }>(load: () => Promise<Module>) =>
  lazyRouteComponent(patiently(load));

/** Replaces an address by another one. */
export const leadTo = (to: string) => () => {
  throw redirect({ to, replace: true });
};
