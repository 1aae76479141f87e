import { useIsAdmin, useIsOperator } from '../api/viewer.ts';
import { PageLink } from './page-link.tsx';

/** Says how the reader gets credits: operators grant them, admins ask an operator, others ask an admin. */
export function MoreCredits() {
  const isAdmin = useIsAdmin();
  if (useIsOperator())
    return (
      <>
        Grant some under{' '}
        <PageLink to="/app/installation/organizations">Installation › Organizations</PageLink>.
      </>
    );
  return isAdmin
    ? 'Ask an operator of this installation to grant credits to your organization.'
    : 'Ask an admin of your organization for credits.';
}
