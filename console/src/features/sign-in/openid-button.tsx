import { Button, Stack } from '@mantine/core';
import { PROVIDER } from '../../lib/provider.ts';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { refusalOfProvider } from './sign-in-link.ts';

const text = signInText.openId;

/** Leads to the OpenID provider, and from there back to this page. It renders nothing without a provider. */
export function OpenIdButton() {
  const refusal = refusalOfProvider();
  if (PROVIDER === undefined) return null;
  const to = encodeURIComponent(window.location.pathname + window.location.search);
  return (
    <Stack gap="xs">
      <Button component="a" href={`/v1/session/oidc/start?to=${to}`} variant="default">
        {text.submit(PROVIDER)}
      </Button>
      {refusal && <Problem error={refusal === 'oidc_unavailable' ? text.unavailable : text.refused} />}
    </Stack>
  );
}
