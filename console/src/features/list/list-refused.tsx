import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CompanyDataError } from '../../api/client.ts';
import { listText } from '../../text/list.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';

/** Why a list cannot be shown, and what to do. */
export function RefusedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isRefusal(error)) return <Problem error={error} onRetry={onRetry} />;
  return (
    <Empty title={listText.notFound.title}>
      <Text maw="60ch">{listText.notFound.body}</Text>
      <ToLists />
    </Empty>
  );
}

/**
 * Whether an answer says that the caller may no longer read the list, also when an earlier one is still there. An id that
 * is no number names no list either.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CompanyDataError && ['list_not_found', 'validation_error'].includes(error.code);

/** Takes the place of a page whose list was deleted or unshared while it was open. */
export function GoneList() {
  return (
    <Page title={listText.loading}>
      <div role="alert">
        <Empty title={listText.gone.title}>
          <Text maw="60ch">{listText.gone.body}</Text>
          <ToLists />
        </Empty>
      </div>
    </Page>
  );
}

function ToLists() {
  return <Button renderRoot={(props) => <Link {...props} to="/app/lists" />}>{listText.toLists}</Button>;
}
