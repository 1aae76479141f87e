import { reason } from '../../database/errors.ts';
import { propertyOf, textIn } from '../../lib/json.ts';

/** Why a discovery document could not be read, and what an operator does about it. */
interface DiscoveryFailure {
  message: string;
  remedy: string;
}

const CORRECT_ISSUER =
  'correct OIDC_ISSUER: /.well-known/openid-configuration below it must be there, and name the same issuer';
const CORRECT_HOST = 'correct the host in OIDC_ISSUER, or the DNS of this machine';
const START = 'start the provider, or correct the host and port in OIDC_ISSUER';
const REACH = 'look at the firewall, the routes and the proxy between this machine and the provider';
const TRUST =
  'correct the certificate of the provider, or let NODE_EXTRA_CA_CERTS name a file with the authority that signed it';

/** Failures by the codes of Node.js, its HTTP client and the OpenID library; `{}` stands for the host. */
const BY_CODE = new Map<string, readonly [message: string, remedy: string]>([
  ['ENOTFOUND', ['no server has the name {}', CORRECT_HOST]],
  ['EAI_AGAIN', ['no DNS server answers for {}', CORRECT_HOST]],
  ['ECONNREFUSED', ['{} refuses connections', START]],
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].map(
    (code) => [code, ['{} closed the connection', REACH]] as const,
  ),
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EACCES'].map(
    (code) => [code, ['no route leads to {}', REACH]] as const,
  ),
  ...['ETIMEDOUT', 'OAUTH_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'].map(
    (code) => [code, ['{} does not answer in time', REACH]] as const,
  ),
  ['OAUTH_PARSE_ERROR', ['{} sends no JSON as its discovery document', CORRECT_ISSUER]],
  ['OAUTH_RESPONSE_IS_NOT_JSON', ['{} sends no JSON as its discovery document', CORRECT_ISSUER]],
  [
    'OAUTH_HTTP_REQUEST_FORBIDDEN',
    ['a provider on another machine needs https://', 'let OIDC_ISSUER begin with https://'],
  ],
]);

/** Codes of Node.js and OpenSSL about certificates and TLS. */
const CERTIFICATE =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** Maximum number of causes that are followed: an error can be its own cause. */
const MAX_CAUSES = 10;

/**
 * Explains why the discovery document of an issuer could not be read. The HTTP client and the OpenID library wrap errors, as
 * in `fetch failed`, so the deepest cause says most.
 */
export function explainDiscovery(error: unknown, issuer: string, env = process.env): DiscoveryFailure {
  const { host } = new URL(issuer);
  const causes = causesOf(error);
  const known = causes.flatMap((cause) => explainCause(cause, host) ?? []).at(-1);
  if (known === undefined) {
    const texts = causes.filter((cause) => textIn(cause, 'message')).map(reason);
    return { message: texts.join(': ') || reason(error), remedy: CORRECT_ISSUER };
  }
  const proxy = PROXY_VARIABLES.find((name) => env[name]);
  const needsProxy = proxy !== undefined && !env.NODE_USE_ENV_PROXY && known.remedy !== CORRECT_ISSUER;
  if (!needsProxy) return known;
  return { ...known, remedy: `${known.remedy}; ${proxy} has no effect without NODE_USE_ENV_PROXY=1` };
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < MAX_CAUSES; each = propertyOf(each, 'cause'))
    causes.push(each);
  return causes;
}

function explainCause(cause: unknown, host: string): DiscoveryFailure | undefined {
  const code = textIn(cause, 'code') ?? '';
  // The library hands on what it compared, or the answer itself.
  if (propertyOf(cause, 'attribute') === 'issuer') {
    const named = textIn(propertyOf(cause, 'body'), 'issuer') ?? 'none';
    return {
      message: `its discovery document names the issuer ${named.slice(0, 200)}`,
      remedy: CORRECT_ISSUER,
    };
  }
  const status = propertyOf(cause, 'status');
  if (typeof status === 'number' && status !== 200)
    return { message: `${host} answers with HTTP status ${status}`, remedy: CORRECT_ISSUER };
  if (textIn(cause, 'name') === 'TimeoutError') return fromTable('OAUTH_TIMEOUT', host);
  // Not every text of OpenSSL is one line of use to an operator; its code is.
  if (CERTIFICATE.test(code))
    return {
      message: `the certificate of ${host} is not accepted: ${reason(cause)} (${code})`,
      remedy: TRUST,
    };
  return fromTable(code, host);
}

function fromTable(code: string, host: string): DiscoveryFailure | undefined {
  const known = BY_CODE.get(code);
  return known && { message: `${known[0].replace('{}', host)} (${code})`, remedy: known[1] };
}
