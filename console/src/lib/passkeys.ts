const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Whether the service leaves signing in to its OpenID provider, beside links of the operator and keys. */
const isClosed = () => document.querySelector('meta[name="oidc-only"]') !== null;

/** Whether people can have passkeys here. Browsers make none for IP addresses, nor for pages without TLS. */
export const hasPasskeys = (): boolean =>
  window.PublicKeyCredential !== undefined && !ADDRESS.test(window.location.hostname) && !isClosed();

/** Whether the person closed the browser's dialog, or left it open for too long. */
export const wasCancelled = (error: Error): boolean =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';
