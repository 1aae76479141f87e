import { Box, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { GrantAccessDocument } from '../../../generated/graphql.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../list-id.ts';
import { type GrantableLevel, LevelSelect } from './level-select.tsx';
import type { Sharing } from './permissions.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

/** Access of everybody in the organization, which the owner gives, changes and takes away. */
export function OrganizationAccess({ sharing: { accessLevel, organization } }: { sharing: Sharing }) {
  const listId = useListId();
  const grant = useApiMutation(GrantAccessDocument);
  const [isRevoking, setRevoking] = useState(false);
  const change = (level: GrantableLevel) =>
    grant.mutate({ input: { listId, accessLevel: level, to: { orgWide: true } } });
  const level = organization?.accessLevel;
  return (
    <Box>
      <Title order={2} mb="xs">
        {sharingText.organization}
      </Title>
      {accessLevel === 'OWNER' ? (
        <LevelSelect
          label={sharingText.organizationAccess}
          value={level}
          disabled={grant.isPending}
          onChange={change}
          onNone={() => setRevoking(organization !== undefined)}
        />
      ) : (
        <Text>{level ? sharingText.levels[level] : sharingText.noAccess}</Text>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {sharingText.organizationHint}
      </Text>
      {grant.error && <Problem error={grant.error} />}
      <RevokeDialog
        permission={isRevoking ? organization : undefined}
        title={sharingText.revokeOrganization}
        effect={sharingText.revokeOrganizationEffect}
        onClose={() => setRevoking(false)}
      />
    </Box>
  );
}
