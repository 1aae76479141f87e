import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { createCertificate } from '../../harness/certificate.ts';
import { codes } from '../../harness/errors.ts';
import { captureLog } from '../../harness/log.ts';
import { startTestService, type TestService } from '../../harness/service.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../harness/smtp.ts';
import { codeOf, invite, linkOf } from './support.ts';

const PUBLIC_URL = 'https://data.acme.example';

const log = captureLog();
const base = await startTestService();
const tenant = await base.createTenant('acme');
const open: Array<{ close(): Promise<void> }> = [];
let invited = 0;
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
afterAll(() => base.close());

/** Starts a service that sends mail, until the end of the test. */
async function sendingTo(url: string, change: object = {}): Promise<TestService> {
  const { publicUrl, mail } = readConfig({ SMTP_URL: url, PUBLIC_URL });
  const settings = { publicUrl, mail: mail && { ...mail, ...change } };
  const service = await startTestService({ beside: base, logger: log.logger, ...settings });
  open.push(service);
  return service;
}

async function serveMail(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  open.push(server);
  return server;
}

/** A server that takes connections, and answers with what `greet` writes. */
async function serveRaw(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

const someone = () => `person${++invited}@acme.example`;

/** Invites somebody. @returns the answer, which must be a success. */
async function inviteBy(service: TestService, email = someone()) {
  const response = await invite(service, tenant.userKey, { email });
  expect(codes(response)).toEqual([]);
  return { email, link: linkOf(response), mailed: response.body.data.inviteUser.mailed };
}

let seen = 0;

/** Returns what the log says of mails that were not sent since the last call. */
function failures() {
  const found = log.lines().filter(({ msg }) => msg === 'a mail could not be sent');
  const added = found.slice(seen).map(({ mail }) => mail);
  seen = found.length;
  return added;
}

/** The link of an invitation that was not mailed works, and is not in the log. */
async function expectUnmailed(service: TestService, reason: object): Promise<void> {
  const { email, link, mailed } = await inviteBy(service);
  expect([mailed, failures()]).toEqual([false, [reason]]);
  expect(log.text()).not.toContain(codeOf(link));
  const { rows } = await base.database.pool.query(
    'SELECT count(*)::int AS n FROM sign_in_link JOIN "user" u ON u.id = user_id WHERE u.email = $1',
    [email],
  );
  expect(rows).toEqual([{ n: 1 }]);
}

describe('an invitation where SMTP_URL is set', () => {
  it('is mailed in plain text, from an address at the host of PUBLIC_URL', async () => {
    const server = await serveMail();
    const service = await sendingTo(`smtp://localhost:${server.port}`);
    const { email, link, mailed } = await inviteBy(service);
    expect([mailed, link]).toEqual([true, expect.stringMatching(/^https:\/\/data\.acme\.example\/#code=/)]);
    expect(server.mails).toEqual([
      {
        from: 'company-data@data.acme.example',
        to: [email],
        user: undefined,
        isEncrypted: false,
        headers: expect.objectContaining({
          from: 'company-data@data.acme.example',
          to: email,
          'reply-to': 'ada@acme.example',
          subject: 'Invitation to the company data of acme',
          'auto-submitted': 'auto-generated',
          'content-type': expect.stringMatching(/^text\/plain; charset=utf-8/),
        }),
        text: `Hello,

ada@acme.example invites you to the company data of acme.
This link signs you in:

${link}

It works once, until 4 March 2026 at 12:00 UTC. For another one, ask ada@acme.example.

If you did not expect this, delete this mail. Give the link to nobody: it signs in as you.
`,
      },
    ]);
  });

  it('is mailed over REST as well, again for a user who exists, and from the sender that the URL names', async () => {
    const server = await serveMail();
    const from = encodeURIComponent('Acmé data <Data@acme.example>');
    const service = await sendingTo(`smtp://127.0.0.1:${server.port}/?from=${from}`);
    const { email } = await inviteBy(service);
    const { body } = await service.rest(tenant.userKey).post('/v1/account/users', { email, role: 'member' });
    expect(body.mailed).toBe(true);
    expect(server.mails.map((each) => [each.from, each.to])).toEqual([
      ['data@acme.example', [email]],
      ['data@acme.example', [email]],
    ]);
    expect(server.mails[1]?.text).toContain(body.link);
    expect(server.mails[0]?.text).not.toContain(body.link);
    expect(server.mails[0]?.headers.from).toMatch(/^=\?UTF-8\?.*\?= <data@acme\.example>$/i);
  });

  it('is not mailed if it is refused', async () => {
    const server = await serveMail();
    const service = await sendingTo(`smtp://localhost:${server.port}`);
    const other = await base.createTenant('elsewhere');
    expect(codes(await invite(service, tenant.userKey, { email: other.email }))).toEqual(['EMAIL_TAKEN']);
    expect(server.mails).toEqual([]);
  });

  it('says nothing in the mail that its sender wrote, but the addresses', async () => {
    const server = await serveMail();
    const service = await sendingTo(`smtp://localhost:${server.port}`);
    await invite(service, tenant.userKey, { email: someone(), name: 'Win at https://evil.example' });
    expect(server.mails.map((mail) => JSON.stringify(mail))).toEqual([expect.not.stringContaining('evil')]);
  });
});

describe('a name with line ends', () => {
  it('gives the mail neither a header nor a line of its own', async () => {
    const server = await serveMail();
    const service = await sendingTo(`smtp://localhost:${server.port}`);
    const admin = await base.createTenant('lines');
    const lines = '\r\nBcc: spy@evil.example\r\n\r\nPay at once.\u2028Today.';
    const { organizationId: id } = admin;
    await base.prisma.organization.update({ where: { id }, data: { name: `lines${lines}` } });
    const email = someone();
    await invite(service, admin.userKey, { email, name: `New${lines}` });
    const said = 'lines Bcc: spy@evil.example Pay at once. Today.';
    const [mail] = server.mails;
    const subject = `Invitation to the company data of ${said}`;
    expect(mail).toMatchObject({ to: [email], headers: { subject } });
    expect(mail?.headers).not.toHaveProperty('bcc');
    expect(mail?.text.split('\n')[2]).toBe(`${admin.email} invites you to the company data of ${said}.`);
  });
});

describe('a mail server that wants a login', () => {
  const login: MailServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('Invalid login')),
  };

  it('gets that of the URL', async () => {
    const server = await serveMail(login);
    const service = await sendingTo(`smtp://post%40acme:p%40ss%2Fword@localhost:${server.port}`);
    expect((await inviteBy(service)).mailed).toBe(true);
    expect(server.mails.map(({ user }) => user)).toEqual(['post@acme']);
  });

  it('and refuses it takes no mail. The log does not have the password', async () => {
    const server = await serveMail(login);
    const service = await sendingTo(`smtp://post:wrong-word@localhost:${server.port}`);
    await expectUnmailed(service, {
      code: 'EAUTH',
      responseCode: 535,
      command: expect.stringMatching(/^AUTH /),
      reason: expect.stringContaining('Invalid login'),
    });
    expect([server.mails, log.text().includes('wrong-word')]).toEqual([[], false]);
  });

  it('and is given none takes no mail', async () => {
    const server = await serveMail(login);
    await expectUnmailed(await sendingTo(`smtp://localhost:${server.port}`), {
      code: 'EENVELOPE',
      responseCode: 530,
      command: 'MAIL FROM',
      reason: expect.any(String),
    });
  });

  it('and has no STARTTLS gets neither login nor link where TLS is needed', async () => {
    const server = await serveMail(login);
    const service = await sendingTo(`smtp://post:p%40ss%2Fword@localhost:${server.port}`, {
      needsStartTls: true,
    });
    await expectUnmailed(service, {
      code: 'ETLS',
      responseCode: 500,
      command: 'STARTTLS',
      reason: expect.any(String),
    });
    expect(server.mails).toEqual([]);
  });
});

describe('a mail that cannot be sent leaves the invitation as it is', () => {
  it('to a server that has a certificate of nobody known', async () => {
    const server = await serveMail(createCertificate());
    await expectUnmailed(await sendingTo(`smtp://localhost:${server.port}`), {
      code: expect.stringMatching(/^(ESOCKET|ETLS)$/),
      command: expect.any(String),
      reason: expect.stringMatching(/self-signed certificate/),
    });
    expect(server.mails).toEqual([]);
  });

  it('to a server that refuses the recipient', async () => {
    const server = await serveMail({
      onRcptTo: (_address, _session, done) => done(new Error('No such mailbox')),
    });
    await expectUnmailed(await sendingTo(`smtp://localhost:${server.port}`), {
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'RCPT TO',
      reason: expect.stringContaining('No such mailbox'),
    });
  });

  it('to a server that refuses the content, and repeats it', async () => {
    const server = await serveMail({
      onData: (stream, _session, done) =>
        text(stream).then((source) => done(new Error(`Forbidden: ${source.replace(/\s+/g, ' ')}`)), done),
    });
    await expectUnmailed(await sendingTo(`smtp://localhost:${server.port}`), {
      code: 'EMESSAGE',
      responseCode: 450,
      command: 'DATA',
      reason: 'the server refused the content',
    });
  });

  it('to a port that is closed', async () => {
    const server = await startMailServer();
    await server.close();
    await expectUnmailed(await sendingTo(`smtp://localhost:${server.port}`), {
      code: expect.stringMatching(/^(ESOCKET|ECONNECTION)$/),
      command: 'CONN',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('to servers that say nothing, or a letter a second, and after five seconds, for all at once', async () => {
    const silent = await sendingTo(`smtp://localhost:${await serveRaw(() => undefined)}`);
    const port = await serveRaw((socket) => {
      const timer = setInterval(() => socket.write('2'), 1_000);
      socket.once('close', () => clearInterval(timer));
    });
    const slow = await sendingTo(`smtp://localhost:${port}`);
    const began = performance.now();
    const answers = await Promise.all([silent, silent, silent, slow].map((service) => inviteBy(service)));
    expect(answers.map(({ mailed }) => mailed)).toEqual([false, false, false, false]);
    // One after another they would take four times as long.
    expect(performance.now() - began).toBeGreaterThan(4_000);
    expect(performance.now() - began).toBeLessThan(10_000);
    const reason = { code: 'EABORT', reason: 'no answer within 5 seconds' };
    expect(failures()).toEqual([reason, reason, reason, reason]);
  });
});
