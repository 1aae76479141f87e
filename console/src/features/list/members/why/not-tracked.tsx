import { Stack, Text } from '@mantine/core';
import { readable } from '../../../../lib/readable.ts';
import { membersText } from '../../../../text/members.ts';
import { PageLink } from '../../../../ui/page-link.tsx';

const text = membersText.whyNot;

/** Says that no company of the catalogue has a domain, and how it can become a member. */
export function NotTracked({ listId, identifier }: { listId: string; identifier: string }) {
  return (
    <Stack gap="xs" role="status">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {readable(text.notTracked(identifier))}
      </Text>
      <Text>{text.notTrackedHint}</Text>
      <PageLink to="/app/lists/$listId/domains" params={{ listId }}>
        {text.toDomains}
      </PageLink>
    </Stack>
  );
}
