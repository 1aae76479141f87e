import { Group, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, Suspense, useState } from 'react';
import { loadAgain, missingCode, patiently } from '../api/load-code.ts';
import { queryClient } from '../api/query-client.ts';
import { SessionGate } from '../features/sign-in/session-gate.tsx';
import { useStore } from '../lib/store.ts';
import { common } from '../text/common.ts';
import { hasToasts, loadToasts } from '../ui/notify.ts';
import { lossQuestion } from '../ui/sign-out.ts';
import { SmallButton } from '../ui/small-buttons.tsx';
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

/** Says that a part of the page could not be loaded. The rest of the page stays as it is, with what was done there. */
function LoadAgain() {
  const missing = useStore(missingCode, (value) => value);
  if (!missing) return null;
  return (
    <Group
      role="alert"
      gap="8px 12px"
      p="8px 16px"
      pos="fixed"
      bottom={0}
      left={0}
      right={0}
      bg="var(--surface)"
      // Above dialogs: what is missing may belong to one.
      style={{ zIndex: 400, borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <span>
        {missing.isOutdated
          ? common.outdated
          : 'A part of this page could not be loaded. What you did here is kept.'}
      </span>
      <SmallButton onClick={loadAgain}>Load again</SmallButton>
      {/* A browser may refuse to import a module again although its file has arrived. */}
      <SmallButton onClick={() => window.location.reload()}>{common.reload}</SmallButton>
    </Group>
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
