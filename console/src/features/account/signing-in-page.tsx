import { AccountPage } from './account-page.tsx';
import { Sessions } from './sessions/sessions.tsx';

/** How the person signs in, and where. */
export function SigningInPage() {
  return (
    <AccountPage section="signingIn">
      <Sessions />
    </AccountPage>
  );
}
