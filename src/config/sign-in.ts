import { httpUrl, onOrOff, optional, type ReadSetting, text } from './setting.ts';

/** An account at an OpenID provider, with which people sign in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What the button of the sign-in page names. */
  label: string;
}

/** Reads the settings of signing in. */
export function readSignInSettings(read: ReadSetting) {
  const issuer = read(
    'OIDC_ISSUER',
    optional(httpUrl),
    'The OpenID provider with which people sign in, as its discovery document names it ([signing-in.md](signing-in.md#openid-connect)).',
  );
  const clientId = read('OIDC_CLIENT_ID', optional(text), 'The id of this service at the OpenID provider.');
  const clientSecret = read(
    'OIDC_CLIENT_SECRET',
    optional(text),
    'The secret of this service at the OpenID provider; unset for a public client.',
  );
  const label = read(
    'OIDC_LABEL',
    optional(text),
    'What the sign-in page calls the OpenID provider. Unset: its host.',
  );
  const isOnly = read(
    'OIDC_ONLY',
    onOrOff('off'),
    'With `on`, passkeys and links of invitations sign nobody in. Keys and links of the command line do.',
  );
  const oidc: OidcSettings | undefined =
    issuer === undefined || clientId === undefined
      ? undefined
      : { issuer, clientId, clientSecret, label: label ?? new URL(issuer).host };
  const faults = [
    ...(issuer !== undefined && clientId === undefined ? ['OIDC_ISSUER needs OIDC_CLIENT_ID'] : []),
    ...(isOnly && issuer === undefined ? ['OIDC_ONLY needs OIDC_ISSUER: nobody could sign in'] : []),
  ];
  // The service starts: settings of a provider that is not there yet do no harm. But nobody signs in with it.
  const halfSet = Object.entries({
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: label,
  }).flatMap(([name, value]) => (value === undefined ? [] : name));
  const withoutEffect =
    issuer === undefined && halfSet.length > 0
      ? [`${halfSet.join(', ')} ${halfSet.length > 1 ? 'have' : 'has'} no effect without OIDC_ISSUER`]
      : [];
  return { oidc, oidcOnly: isOnly, signInFaults: faults, signInWithoutEffect: withoutEffect };
}
