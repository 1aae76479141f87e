import { ONLY_PROVIDER } from './provider.ts';

const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Whether people can have passkeys here. Browsers make none for IP addresses, nor for pages without TLS. */
export const hasPasskeys = (): boolean =>
  window.PublicKeyCredential !== undefined && !ADDRESS.test(window.location.hostname) && !ONLY_PROVIDER;

/** Whether the person closed the browser's dialog, or left it open for too long. */
export const wasCancelled = (error: Error): boolean =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';
