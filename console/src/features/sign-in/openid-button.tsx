import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';

const text = signInText.openId;

/** What the service calls its OpenID provider; undefined without one. */
const LABEL = document.querySelector<HTMLMetaElement>('meta[name="oidc"]')?.content;

/** Takes the code of a refusal out of the address, to which the service leads the browser back. */
function takeRefusal(): string | undefined {
  const code = new URLSearchParams(window.location.hash.slice(1)).get('error');
  if (code === null) return undefined;
  // Past the router, for which nothing has happened.
  History.prototype.replaceState.call(window.history, null, '', window.location.pathname);
  return code === 'oidc_unavailable' ? text.unavailable : text.refused;
}

/** Leads to the OpenID provider, and from there back to this page. It renders nothing without a provider. */
export function OpenIdButton() {
  const [refusal] = useState(takeRefusal);
  if (LABEL === undefined) return null;
  const to = encodeURIComponent(window.location.pathname + window.location.search);
  return (
    <Stack gap="xs">
      <Button component="a" href={`/v1/session/oidc/start?to=${to}`} variant="default">
        {text.submit(LABEL)}
      </Button>
      {refusal && <Problem error={refusal} />}
    </Stack>
  );
}
