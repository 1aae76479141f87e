import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CompanyDataError } from '../../../api/client.ts';
import { membersText } from '../../../text/members.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../list-id.ts';

/** Why a page of members could not be read. Too many members for a sort have a button of their own. */
export function PagesProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const listId = useListId();
  const isTooLarge = error instanceof CompanyDataError && error.code === 'sort_too_large';
  if (!isTooLarge) return <Problem error={error} onRetry={onRetry} />;
  return (
    <Stack gap="xs">
      <Problem error={error} />
      <Button
        variant="default"
        w="fit-content"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/app/lists/$listId"
            params={{ listId }}
            search={(all) => ({ ...all, sort: undefined })}
          />
        )}
      >
        {membersText.sortTooLarge}
      </Button>
    </Stack>
  );
}
