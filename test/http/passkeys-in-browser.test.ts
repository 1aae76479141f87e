import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addAuthenticator } from '../harness/browser/virtual-authenticator.ts';
import { describeInBrowser, openContext } from '../harness/browser.ts';
import { codeFor } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';

const { service, tenant } = useService('browser-passkeys', { publicHost: 'localhost' });

/** Opens an empty page of the service. */
async function openPage(): Promise<Page> {
  const { context, problems } = await openContext(service.publicUrl, {});
  problems.expect(/401/);
  const page = await context.newPage();
  const url = `${service.publicUrl}/empty`;
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>.</title>' }),
  );
  await page.goto(url);
  return page;
}

/** Sends a request from the page. */
const send = (page: Page, target: string, body?: object) =>
  page.evaluate(
    async ([method, path, text]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(path, { method, ...(text === undefined ? {} : { headers, body: text }) });
      const answer = await response.text();
      return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
    },
    [...(target.split(' ') as [string, string]), body && JSON.stringify(body)] as const,
  );

/** Makes a passkey in the page. @returns what a page sends of it. */
const create = (page: Page, options: object) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never);
    const credential = await navigator.credentials.create({ publicKey });
    return (credential as PublicKeyCredential).toJSON();
  }, options);

/** Signs with a passkey in the page. */
const get = (page: Page, options: object) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never);
    const credential = await navigator.credentials.get({ publicKey });
    return (credential as PublicKeyCredential).toJSON();
  }, options);

describeInBrowser('Chromium', () => {
  it('makes a passkey, and signs in with it without a name', async () => {
    const page = await openPage();
    const authenticator = await addAuthenticator(page);
    const code = await codeFor(service, tenant.userId);
    expect((await send(page, 'POST /v1/session', { code })).status).toBe(201);

    const creation = await send(page, 'POST /v1/account/passkeys/options', {});
    const response = await create(page, creation.body);
    const added = await send(page, 'POST /v1/account/passkeys', { name: 'Chromium', response });
    expect([added.status, added.body, await authenticator.count()]).toEqual([
      201,
      { passkey_id: expect.any(Number), name: 'Chromium', created_at: '2026-03-01T12:00:00.000Z' },
      1,
    ]);
    const again = await send(page, 'POST /v1/account/passkeys/options', {});
    await expect(create(page, again.body)).rejects.toThrow(/InvalidStateError/);

    expect((await send(page, 'DELETE /v1/session')).status).toBe(204);
    for (let n = 0; n < 2; n += 1) {
      const request = await send(page, 'POST /v1/session/passkey/options');
      const passkey = await get(page, request.body);
      const signedIn = await send(page, 'POST /v1/session', { passkey });
      expect([signedIn.status, signedIn.body]).toMatchObject([
        201,
        { session: { signed_in_by: 'passkey' }, user: { user_id: tenant.userId } },
      ]);
      expect((await send(page, 'POST /v1/session', { passkey })).body).toMatchObject({
        detail: { error: 'sign_in_failed' },
      });
      const who = await send(page, 'GET /v1/session');
      expect(who.body).toMatchObject({ session: { signed_in_by: 'passkey' } });
    }

    await authenticator.verifyUser(false);
    const request = await send(page, 'POST /v1/session/passkey/options');
    await expect(get(page, request.body)).rejects.toThrow(/NotAllowedError/);
    await authenticator.verifyUser(true);
    const { passkey_id: id } = added.body as { passkey_id: number };
    expect((await send(page, `DELETE /v1/account/passkeys/${id}`)).status).toBe(204);
    const passkey = await get(page, request.body);
    const refused = await send(page, 'POST /v1/session', { passkey });
    expect([refused.status, refused.body.detail.error]).toEqual([401, 'sign_in_failed']);
  });
});
