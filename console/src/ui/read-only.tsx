import { Alert } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';

/** Says why something can be read, but not changed, and who can change it. */
export function ReadOnly({ reason }: { reason: string }) {
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<LockClosedIcon width={16} height={16} aria-hidden />}
      role="note"
    >
      {reason}
    </Alert>
  );
}
