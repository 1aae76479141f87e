import { Stack } from '@mantine/core';
import { useIsAdmin } from '../../api/viewer.ts';
import { AccountPage } from './account-page.tsx';
import { Ledger } from './ledger/ledger.tsx';
import { OrganizationUsage, OwnUsage } from './usage/usage.tsx';

/** Usage by day, and the ledger of the credits. */
export function ActivityPage() {
  const isAdmin = useIsAdmin();
  return (
    <AccountPage section="activity">
      <Stack gap="xl">
        <Ledger />
        {isAdmin ? <OrganizationUsage /> : <OwnUsage />}
      </Stack>
    </AccountPage>
  );
}
