import { Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { patiently } from '../../api/load-code.ts';
import { useReachable } from '../../api/reachability.ts';
import { useSession } from '../../api/session.ts';
import { useViewer } from '../../api/viewer.ts';
import { common } from '../../text/common.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from './sign-in.module.css';
import { useSignInCode } from './sign-in-link.ts';
import { SignInPanel } from './sign-in-panel.tsx';

const load = patiently(() => import('./screens.tsx'));
const SignInPage = lazy(async () => ({ default: (await load()).SignInPage }));
const LinkQuestion = lazy(async () => ({ default: (await load()).LinkQuestion }));
const EndedDialog = lazy(async () => ({ default: (await load()).EndedDialog }));

/** Shows the pages to people who are signed in, and the ways to sign in to all others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const screen = useScreen();
  // The pages stand outside of the boundary: they would only be hidden while the code of a screen loads.
  return screen ? <Suspense>{screen}</Suspense> : <SignedIn>{children}</SignedIn>;
}

/** Returns what is shown in place of the pages. */
function useScreen(): ReactNode {
  const { state } = useSession();
  const code = useSignInCode();
  if (state === 'unknown') return <Asking />;
  if (code !== undefined) return <LinkQuestion key={code} code={code} />;
  if (state === 'signed_out') return <SignInPage />;
  return undefined;
}

/** Stands on the page until the service has said whether somebody is signed in. */
function Asking() {
  const { error, refetch } = useViewer();
  const isReachable = useReachable();
  if (error && isReachable) {
    return (
      <SignInPanel>
        <Title order={1}>{common.product}</Title>
        <Problem error={error} onRetry={() => void refetch()} />
      </SignInPanel>
    );
  }
  return (
    <div role="status" className={classes.asking}>
      {isReachable ? common.loading : common.offline}
    </div>
  );
}

/** The pages, and the dialog over them once the session has ended. */
function SignedIn({ children }: { children: ReactNode }) {
  const isEnded = useSession().state === 'ended';
  const [wasEnded, setEnded] = useState(false);
  if (isEnded && !wasEnded) setEnded(true);
  return (
    <>
      {children}
      <Suspense>{wasEnded && <EndedDialog opened={isEnded} />}</Suspense>
    </>
  );
}
