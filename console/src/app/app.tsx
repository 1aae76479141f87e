import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, Suspense, useState } from 'react';
import { patiently } from '../api/load-code.ts';
import { queryClient } from '../api/query-client.ts';
import { SessionGate } from '../features/sign-in/session-gate.tsx';
import { useStore } from '../lib/store.ts';
import { hasToasts, loadToasts } from '../ui/notify.ts';
import { lossQuestion } from '../ui/sign-out.ts';
import { LoadAgain } from './load-again.tsx';
import { createPageRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** The nonce that the Content-Security-Policy of this page allows for styles. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// For react-remove-scroll, which Mantine's dialogs use.
setNonce(styleNonce());

export function App() {
  const [browser] = useState(createBrowserHistory);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <LoadAgain />
      <LaterToasts />
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <Pages browser={browser} />
        </SessionGate>
        <LaterLossQuestion />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const Toasts = lazy(loadToasts);

/** The place for messages, once there is one. */
function LaterToasts() {
  const isWanted = useStore(hasToasts, (value) => value);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}

const loadLossQuestion = patiently(() => import('../ui/loss-question.tsx'));
const LossQuestion = lazy(async () => ({ default: (await loadLossQuestion()).LossQuestion }));

/** The question before a sign-out that loses work, from the first time that it is asked. */
function LaterLossQuestion() {
  const isAsked = useStore(lossQuestion, (asked) => asked !== undefined);
  const [wasAsked, setAsked] = useState(false);
  if (isAsked && !wasAsked) setAsked(true);
  return <Suspense>{wasAsked && <LossQuestion />}</Suspense>;
}

/** The pages of who is signed in, for as long as they are: whoever signs in next begins at the address. */
function Pages({ browser }: { browser: RouterHistory }) {
  const [router] = useState(() => createPageRouter(browser));
  return <RouterProvider router={router} />;
}
