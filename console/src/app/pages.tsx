import { Anchor, Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, Link, Outlet } from '@tanstack/react-router';
import { useIsOperator } from '../api/viewer.ts';
import { common } from '../text/common.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';

/** Shown while the code of a page loads. */
export function PageSkeleton() {
  return (
    <Stack aria-busy="true" aria-label={common.loading} role="status" p="md">
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
    <Page title={common.notFoundTitle}>
      <Text>{common.notFound}</Text>
      <Anchor component={Link} to="/app/lists">
        {common.toLists}
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
    <Page title={common.crashedTitle}>
      <Text>{common.crashed}</Text>
      <Problem error={error} />
      <Button w="fit-content" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </Page>
  );
}
