import type { BrowserContext } from 'playwright-core';

/** Sizes of windows in CSS pixels. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Opens a session of the owner of a personal key. @returns its cookie */
export async function openSession(url: string, key: string, userAgent = 'a test') {
  const response = await fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ key }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
  if (!name || !value) throw new Error(`nobody is signed in: ${response.status} ${await response.text()}`);
  return { name, value, url, httpOnly: true, sameSite: 'Lax' as const };
}

/** Signs a browser in to a service, as the owner of a personal key: its tabs have the cookie from now on. */
export async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  await context.addCookies([await openSession(url, key)]);
}
