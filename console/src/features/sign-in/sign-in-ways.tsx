import type { ReactNode } from 'react';
import { LinkOrKey } from './link-or-key.tsx';
import { OpenIdButton } from './openid-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './sign-in-ways.module.css';

/** All ways to sign in, one below the other. One that is not possible here renders nothing. */
export function SignInWays() {
  return (
    <div className={classes.ways}>
      <Way>
        <OpenIdButton />
      </Way>
      <Way>
        <PasskeyButton />
      </Way>
      <Way>
        <LinkOrKey />
      </Way>
    </div>
  );
}

/** A line separates it from the way before. */
function Way({ children }: { children: ReactNode }) {
  return <div className={classes.way}>{children}</div>;
}
