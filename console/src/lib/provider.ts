/** Returns the value of a meta element of the page, by which the service says how it is set. */
const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Name of the OpenID provider; undefined without one. */
export const PROVIDER = metaOf('oidc');

/** Name of the OpenID provider if the service leaves signing in to it, beside links of the operator and keys. */
export const ONLY_PROVIDER = metaOf('oidc-only') === undefined ? undefined : PROVIDER;

const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Whether people can have passkeys here. Browsers make none for IP addresses, nor for pages without TLS. */
export const hasPasskeys = (): boolean =>
  window.PublicKeyCredential !== undefined && !ADDRESS.test(window.location.hostname) && !ONLY_PROVIDER;

/** Whether the person closed the browser's dialog, or left it open for too long. */
export const wasCancelled = (error: Error): boolean =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';
