import { Button, Stack } from '@mantine/core';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { refusalOfProvider } from './sign-in-link.ts';

const text = signInText.openId;

/** What the service calls its OpenID provider; undefined without one. */
const LABEL = document.querySelector<HTMLMetaElement>('meta[name="oidc"]')?.content;

/** Leads to the OpenID provider, and from there back to this page. It renders nothing without a provider. */
export function OpenIdButton() {
  const refusal = refusalOfProvider();
  if (LABEL === undefined) return null;
  const to = encodeURIComponent(window.location.pathname + window.location.search);
  return (
    <Stack gap="xs">
      <Button component="a" href={`/v1/session/oidc/start?to=${to}`} variant="default">
        {text.submit(LABEL)}
      </Button>
      {refusal && <Problem error={refusal === 'oidc_unavailable' ? text.unavailable : text.refused} />}
    </Stack>
  );
}
