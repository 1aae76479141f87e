import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the issuer says of an account. */
export interface Claims {
  email?: string;
  email_verified?: boolean | string;
  [name: string]: unknown;
}

/** An OpenID provider of the test, as it comes from npm. By default, whoever is sent there is signed in as `account`. */
export interface Issuer {
  url: string;
  /** Subject that signs in next. */
  account: string;
  /** By subject. */
  claims: Map<string, Claims>;
  /** Signs in as a browser would. @returns the address to which the browser is sent back. */
  visit(location: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'company-data', secret: 'a secret of the test' };

/** Keeps the provider from printing that it is one for development. @returns a function that ends this. */
function quieten(): () => void {
  const { info, warn } = console;
  console.info = () => undefined;
  console.warn = () => undefined;
  return () => Object.assign(console, { info, warn });
}

/** Page of the issuer that asks who is there. */
const SIGN_IN_PAGE = `<!DOCTYPE html><html lang="en"><title>Acme accounts</title><link rel="icon" href="data:,">
<form method="post"><label>Account <input name="account" required></label><button>Continue</button></form></html>`;

interface IssuerOptions {
  /** Whether the ID token has the e-mail address, and not only the address of user information. */
  inIdToken?: boolean;
  /** Whether a page asks for the account, for tests in a browser. */
  hasPage?: boolean;
}

/** @param redirectUri address of the service, or a function that knows it when the first browser comes. */
export async function startIssuer(
  redirectUri: string | (() => string),
  { inIdToken = true, hasPage = false }: IssuerOptions = {},
): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claims = new Map<string, Claims>();
  const endQuiet = quieten();
  const { default: Provider } = await import('oidc-provider');
  const createProvider = () =>
    new Provider(url, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [typeof redirectUri === 'string' ? redirectUri : redirectUri()],
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !inIdToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['of the test'] },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims.get(sub) }) }),
    });
  const issuer: Issuer = {
    url,
    account: 'ada',
    claims,
    visit,
    close: () => {
      endQuiet();
      return new Promise((resolve) => void server.close(() => resolve()).closeAllConnections());
    },
  };
  let provider: ReturnType<typeof createProvider> | undefined;
  server.on('request', async (req, res) => {
    provider ??= createProvider();
    if (!req.url?.startsWith('/interaction/')) return provider.callback()(req, res);
    const { prompt, params, session } = await provider.interactionDetails(req, res);
    if (prompt.name === 'login') {
      if (hasPage && req.method !== 'POST')
        return res.setHeader('Content-Type', 'text/html; charset=utf-8').end(SIGN_IN_PAGE);
      const accountId = hasPage
        ? (new URLSearchParams(await text(req)).get('account') ?? '')
        : issuer.account;
      return provider.interactionFinished(req, res, { login: { accountId } });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? issuer.account,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  });

  async function visit(location: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = location;
    for (let step = 0; step < 10; step += 1) {
      if (!next.startsWith(url)) return next;
      const Cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { Cookie } });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const to = response.headers.get('Location');
      if (to === null) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`);
      next = new URL(to, next).href;
    }
    throw new Error('the issuer redirects without an end');
  }

  return issuer;
}
