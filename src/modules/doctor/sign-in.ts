import type { Config } from '../../config.ts';
import { reason } from '../../database/errors.ts';
import { describeSite } from '../../lib/addresses.ts';
import { attemptLogin } from '../invitations/mailer.ts';
import { explainDiscovery } from '../sign-in/discovery-failure.ts';
import { attemptDiscovery } from '../sign-in/oidc.ts';
import { failure, ok, type Result, warning } from './finding.ts';

/** Checks whether people can sign in at the address of the settings, and which cookie their browsers get. */
export function checkPublicUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): Result {
  const { cookieName, isSafe } = describeSite(publicUrl);
  const remedy = 'put a proxy with TLS in front of the service, and set PUBLIC_URL to its https:// address';
  if (!isSafe) return warning(`nobody can sign in at ${publicUrl}: others could read the session`, remedy);
  const message = `people sign in at ${publicUrl}, with the cookie ${cookieName}`;
  const isOpen = host === '0.0.0.0' || host === '::';
  // Links would lead each reader to their own machine.
  if (isOpen && publicUrl.startsWith('http:'))
    return warning(`${message}, but other machines reach the service as well`, remedy);
  return ok(message);
}

/** Checks that the OpenID provider can be used. */
export async function checkIssuer({ oidc }: Pick<Config, 'oidc'>): Promise<Result> {
  if (!oidc) return ok('none is set');
  try {
    const { endpoint } = await attemptDiscovery(oidc);
    return ok(`${oidc.issuer} says that people sign in at ${endpoint}`);
  } catch (error) {
    const { message, remedy } = explainDiscovery(error, oidc.issuer);
    return failure(`${oidc.issuer} cannot be used: ${message}`, remedy);
  }
}

/** Checks that the mail server can be reached and takes the login. No mail is sent. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Result> {
  if (!mail) return ok('no server is set: admins pass the links of invitations on');
  const server = `${mail.host}:${mail.port}`;
  try {
    await attemptLogin(mail);
    return ok(`${server} can be used${mail.login ? `, as ${mail.login.user}` : ''}`);
  } catch (error) {
    return failure(`${server} cannot be used: ${reason(error)}`, 'correct SMTP_URL, or start its server');
  }
}
