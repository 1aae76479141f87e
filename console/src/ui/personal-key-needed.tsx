import { Button, Text } from '@mantine/core';
import { CompanyDataError } from '../api/client.ts';
import { endSession } from '../api/session.ts';
import { common } from '../text/common.ts';
import { Empty } from './empty.tsx';

/** Whether the service refused a key of an organization, which belongs to no person. */
export const needsPersonalKey = (error: unknown): boolean =>
  error instanceof CompanyDataError && error.code === 'user_credential_required';

/** Says that lists belong to people, and leads to the sign-in. The address stays. */
export function PersonalKeyNeeded() {
  return (
    <Empty title={common.personalKey.title}>
      <Text maw="60ch">{common.personalKey.body}</Text>
      <Button onClick={endSession}>{common.personalKey.signIn}</Button>
    </Empty>
  );
}
