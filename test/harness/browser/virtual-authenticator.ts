import type { Page } from 'playwright-core';

/** An authenticator of Chromium, which is built into the device and answers without anybody. */
export interface VirtualAuthenticator {
  /** Number of its passkeys. */
  count(): Promise<number>;
  /** Makes it fail to verify its user from now on, or succeed again. */
  verifyUser(succeeds: boolean): Promise<void>;
}

/** Adds an authenticator to a page (WebAuthn domain of the Chrome DevTools Protocol). */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verifyUser: async (isUserVerified) =>
      void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}
