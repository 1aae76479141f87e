import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

/** Says why something can be read, but not changed, and who can change it. */
export function ReadOnly({ reason }: { reason: string }) {
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={16} aria-hidden />} role="note">
      {reason}
    </Alert>
  );
}
