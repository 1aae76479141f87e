import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createCertificate } from '../../harness/certificate.ts';
import { type Running, startServer } from '../../harness/process.ts';
import { startTestService } from '../../harness/service.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../harness/smtp.ts';

const base = await startTestService();
const tenant = await base.createTenant('acme');
const folder = await mkdtemp(join(tmpdir(), 'mail-'));
const certificate = createCertificate();
const authority = join(folder, 'authority.pem');
await writeFile(authority, certificate.cert);

let server: Running | undefined;
let mailServer: MailServer | undefined;
afterEach(async () => {
  server?.child.kill('SIGTERM');
  await server?.finished;
  await mailServer?.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await base.close();
});

/** Starts a process that knows the certificate, and invites somebody. */
async function inviteThrough(urlOf: (port: number) => string, options: MailServerOptions) {
  mailServer = await startMailServer({ ...certificate, ...options });
  const file = join(folder, 'smtp-url');
  await writeFile(file, `${urlOf(mailServer.port)}\n`);
  const { server: process, url } = await startServer({
    DATABASE_URL: base.database.url,
    PORT: '0',
    PUBLIC_URL: 'https://data.acme.example',
    SMTP_URL_FILE: file,
    NODE_EXTRA_CA_CERTS: authority,
  });
  server = process;
  const email = `person${mailServer.port}@acme.example`;
  const response = await fetch(`${url}/v1/account/users`, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, role: 'member' }),
  });
  return { email, status: response.status, body: await response.json(), mails: mailServer.mails, process };
}

const onAuth: MailServerOptions['onAuth'] = ({ username, password }, _session, done) =>
  password === 'secret' ? done(null, { user: username }) : done(new Error('Invalid login'));

describe('a process whose mail server has TLS', () => {
  it.each([
    ['by STARTTLS, with a login', 'smtp', { authOptional: false, onAuth }],
    ['from the first byte, with a login', 'smtps', { authOptional: false, onAuth, secure: true }],
  ])('sends invitations %s', async (_way, scheme, options) => {
    const { email, status, body, mails, process } = await inviteThrough(
      (port) => `${scheme}://post:secret@localhost:${port}`,
      options,
    );
    expect([status, body.mailed]).toEqual([201, true]);
    expect(mails.map(({ to, user, isEncrypted }) => ({ to, user, isEncrypted }))).toEqual([
      { to: [email], user: 'post', isEncrypted: true },
    ]);
    expect(mails[0]?.text).toContain(body.link);
    for (const secret of ['secret', body.link.replace(/.*=/, '')])
      expect(process.output.stdout + process.output.stderr).not.toContain(secret);
  });
});
