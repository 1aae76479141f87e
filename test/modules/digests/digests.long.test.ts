import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { DigestWorker } from '../../../src/modules/digests/worker.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import type { Mail, MailOutcome } from '../../../src/modules/invitations/mailer.ts';
import { pause } from '../../harness/locks.ts';
import { deleteCompanies, importRows } from '../../harness/retire.ts';
import { startTestService } from '../../harness/service.ts';
import { type MailServer, startMailServer } from '../../harness/smtp.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from '../lists/operations.ts';
import { untilEvaluated } from '../lists/watch/support.ts';

const PUBLIC_URL = 'https://data.acme.example';
const { service, tenant, rest, graphql } = useService('readers', { seed: seedSmallCatalogue });
let mails: MailServer;
let listId: number;

beforeAll(async () => {
  mails = await startMailServer();
  service.service.beginWork();
  listId = await createList(service, tenant.userKey, 'German companies', GERMAN);
  await rest().put(`/v1/lists/${listId}/watch`).expect(204);
});
afterEach(async () => {
  mails.mails.length = 0;
  await service.database.pool.query('DELETE FROM digest');
});
afterAll(() => mails.close());

const setting = (frequency?: string, key = tenant.userKey) =>
  service.rest(key).patch('/v1/account/digest', frequency === undefined ? {} : { frequency });
const isIdle = async () => {
  const { rows } = await service.database.pool.query(
    'SELECT FROM digest WHERE due_at <= $1 OR lease IS NOT NULL',
    [service.clock.now()],
  );
  return rows.length === 0;
};
/** Lets a process with a mail server handle what is due. @returns the mails it has sent */
async function handle() {
  await untilEvaluated(service);
  const { publicUrl, mail } = readConfig({ SMTP_URL: `smtp://localhost:${mails.port}`, PUBLIC_URL });
  const sending = await startTestService({ beside: service, works: true, publicUrl, mail });
  while (!(await isIdle())) await pause();
  await sending.close();
  return mails.mails.splice(0);
}
let imported = 0;
async function importCompanies(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    imported += 1;
    return { name: `Firma ${imported}`, primary_domain: `firma-${imported}.example`, country: 'DE' };
  });
  await importRows(service.database.pool, 'companies', ...rows);
  return rows.map(({ primary_domain }) => primary_domain.replace('.example', ''));
}
const linkIn = (text: string) => /https:\S+\/v1\/digest\/unsubscribe\?token=[\w-]+/.exec(text)?.[0] ?? '';
const pathOf = (link: string) => link.replace(PUBLIC_URL, '');
const audit = async () => {
  const sql = `SELECT actor_id, key_id IS NOT NULL AS "hasKey", details FROM admin_event WHERE action = 'digest_changed' ORDER BY id`;
  return (await service.database.pool.query(sql)).rows;
};

describe('the setting', () => {
  it('is none at first, and names the next mail otherwise, over both APIs', async () => {
    expect((await rest().get('/v1/account/digest')).body).toEqual({ frequency: 'none', mailed: false });
    const set = await setting('weekly');
    const next = new Date(service.clock.now().getTime() + 7 * 86_400_000).toISOString();
    expect([set.status, set.body]).toEqual([200, { frequency: 'weekly', next_at: next, mailed: false }]);
    expect((await setting()).body).toEqual(set.body);
    const { body } = await graphql('{ viewer { digest { frequency nextAt mailed } } }');
    expect(body.data.viewer.digest).toEqual({ frequency: 'WEEKLY', nextAt: next, mailed: false });
    await graphql('mutation { updateDigest(input: { frequency: NONE }) { digest { frequency } } }');
    expect((await rest().get('/v1/account/digest')).body.frequency).toBe('none');
    expect(await audit()).toEqual([
      {
        actor_id: tenant.userId,
        hasKey: true,
        details: { user_id: tenant.userId, from: 'none', to: 'weekly' },
      },
      {
        actor_id: tenant.userId,
        hasKey: true,
        details: { user_id: tenant.userId, from: 'weekly', to: 'none' },
      },
    ]);
  });

  it('is refused for a service account', async () => {
    const { body: account } = await rest().post('/v1/account/service-accounts', { name: 'Robot' });
    const { body: key } = await rest().post('/v1/keys', { kind: 'user', user_id: account.user_id });
    const refused = await setting('daily', key.key);
    expect([refused.status, refused.body.detail.errors[0].pointer]).toEqual([422, '/frequency']);
  });
});

describe('a digest', () => {
  it('has what entered and left with the reasons, once a period', async () => {
    await setting('daily').expect(200);
    const [first = '', second = ''] = await importCompanies(2);
    await untilEvaluated(service);
    await deleteCompanies(service.database.pool, second);
    await untilEvaluated(service);
    await importRows(service.database.pool, 'companies', {
      name: 'Acme',
      primary_domain: 'acme.example',
      country: 'FR',
    });
    expect(await handle()).toEqual([]);
    service.clock.advance({ days: 1 });
    const [mail, ...others] = await handle();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [tenant.email], headers: { subject: '1 watched list changed' } });
    const link = linkIn(mail?.text ?? '');
    expect(mail?.headers).toMatchObject({
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.text).toBe(`Hello,

1 watched list changed.

German companies: 1 entered, 1 left
${PUBLIC_URL}/app/lists/${listId}
  + Firma ${imported - 1} (${first}.example): Country is any of DE
  - Acme (acme.example): it no longer meets: Country is any of DE

You get this mail because your digest is on. This link turns it off, without signing in:
${link}
`);
    // Nothing changed since, however often it is due.
    service.clock.advance({ days: 3 });
    expect(await handle()).toEqual([]);
    const next = new Date((await rest().get('/v1/account/digest')).body.next_at);
    expect(next.getTime() - service.clock.now().getTime()).toBe(86_400_000);
  });

  it('names at most ten companies of a list', async () => {
    await setting('weekly').expect(200);
    const domains = await importCompanies(14);
    await untilEvaluated(service);
    service.clock.advance({ days: 7 });
    const [{ text } = { text: '' }] = await handle();
    expect(text.match(/^ {2}\+ Firma/gm)).toHaveLength(10);
    expect(text).toContain('German companies: 14 entered, 0 left');
    expect(text).toContain('  + and 4 more entered\n');
    await deleteCompanies(service.database.pool, ...domains);
    await untilEvaluated(service);
    service.clock.advance({ days: 7 });
    const [{ text: gone } = { text: '' }] = await handle();
    expect(gone.match(/^ {2}- Firma .*: it left the catalogue$/gm)).toHaveLength(10);
  });

  it('is about lists that its reader sees, and for nobody who is disabled', async () => {
    const { userKey, userId, email } = await service.createColleague(tenant, 'Mia');
    await setting('daily', userKey).expect(200);
    await importCompanies(1);
    service.clock.advance({ days: 1 });
    expect(await handle()).toEqual([]);
    await rest().post(`/v1/lists/${listId}/permissions`, { user_id: userId, access_level: 'viewer' });
    await importCompanies(1);
    await rest().patch(`/v1/account/users/${userId}`, { disabled: true }).expect(200);
    service.clock.advance({ days: 1 });
    await untilEvaluated(service);
    await setting('daily').expect(200);
    await service.database.pool.query('UPDATE digest SET position = 0, due_at = $1 WHERE user_id = $2', [
      service.clock.now(),
      tenant.userId,
    ]);
    const sql = 'SELECT user_id FROM digest WHERE due_at <= $1';
    while ((await service.database.pool.query(sql, [service.clock.now()])).rows.length > 1)
      await handleOnce();
    expect(mails.mails.splice(0).map(({ to }) => to)).toEqual([[tenant.email]]);
    await rest().patch(`/v1/account/users/${userId}`, { disabled: false }).expect(200);
    expect((await handle()).map(({ to }) => to)).toEqual([[email]]);
  });

  it('is sent twice at most when processes die, and again when the server was away', async () => {
    await setting('daily').expect(200);
    await importCompanies(1);
    await untilEvaluated(service);
    service.clock.advance({ days: 1 });
    const sent: string[] = [];
    const die = async ({ subject }: Mail) => {
      sent.push(subject);
      throw new Error('the process dies');
    };
    for (let time = 0; time < 4; time += 1) {
      await runWorker(die);
      service.clock.advance({ minutes: 6 });
    }
    expect(sent).toHaveLength(2);
    await importCompanies(1);
    await untilEvaluated(service);
    service.clock.advance({ days: 1 });
    for (let time = 0; time < 3; time += 1) {
      await runWorker(async () => 'unsent');
      service.clock.advance({ minutes: 15 });
    }
    expect(await handle()).toHaveLength(1);
    expect(await handle()).toEqual([]);
  });
});

/** Runs a worker whose mails go to a function, until it has handled what is due. */
async function runWorker(sendMail: (mail: Mail) => Promise<MailOutcome>): Promise<void> {
  const worker = new DigestWorker({
    pools: { reads: service.database.pool, writes: service.database.pool },
    clock: service.clock,
    filters: createFiltersService(service.database.pool, { cacheBytes: 1_000_000 }),
    work: undefined,
    digests: { tokenOf: async () => 'token' },
    sendMail,
    apiUrl: `${PUBLIC_URL}/v1`,
    publicUrl: PUBLIC_URL,
    onError: () => undefined,
  });
  await pause();
  await worker.close();
}

async function handleOnce(): Promise<void> {
  const { publicUrl, mail } = readConfig({ SMTP_URL: `smtp://localhost:${mails.port}`, PUBLIC_URL });
  const sending = await startTestService({ beside: service, works: true, publicUrl, mail });
  while (mails.mails.length === 0) await pause();
  await sending.close();
}

describe('the link of a digest', () => {
  const post = (path: string) =>
    fetch(service.url + path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  const frequency = async () => (await rest().get('/v1/account/digest')).body.frequency;

  async function mailed(): Promise<string> {
    await setting('daily').expect(200);
    await importCompanies(1);
    await untilEvaluated(service);
    service.clock.advance({ days: 1 });
    const [mail] = await handle();
    return pathOf(linkIn(mail?.text ?? ''));
  }

  it('shows a button, and turns the mails off without a key when it is posted to', async () => {
    const path = await mailed();
    const shown = await fetch(service.url + path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await shown.text()).toContain('<form method="post"><button type="submit">');
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await frequency()).toBe('daily');
    for (let time = 0; time < 2; time += 1) expect((await post(path)).status).toBe(200);
    expect(await frequency()).toBe('none');
    expect((await audit()).at(-1)).toEqual({
      actor_id: tenant.userId,
      hasKey: false,
      details: { user_id: tenant.userId, from: 'daily', to: 'none' },
    });
  });

  it('works with its own signature alone', async () => {
    const path = await mailed();
    const [start = '', token = ''] = path.split('=');
    const payload = Buffer.from(token, 'base64url');
    payload[3] = (payload[3] ?? 0) + 1;
    for (const wrong of ['', 'x', token.slice(0, -2), payload.toString('base64url')])
      for (const answer of [await post(`${start}=${wrong}`), await fetch(`${service.url}${start}=${wrong}`)])
        expect([answer.status, (await answer.json()).detail.error]).toEqual([404, 'not_found']);
    expect(await frequency()).toBe('daily');
  });
});
