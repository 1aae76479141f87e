import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { answer, codes, problem } from '../../harness/errors.ts';
import { startMailServer } from '../../harness/smtp.ts';
import { useService } from '../../harness/use-service.ts';
import { invite, readAudit } from './support.ts';

const PUBLIC_URL = 'https://data.acme.example';

const mailServer = await startMailServer();
const { oidc, oidcOnly, publicUrl, mail } = readConfig({
  PUBLIC_URL,
  OIDC_ISSUER: 'https://login.acme.example',
  OIDC_CLIENT_ID: 'company-data',
  OIDC_LABEL: 'Acme Login',
  OIDC_ONLY: 'on',
  SMTP_URL: `smtp://localhost:${mailServer.port}`,
});
const { service, tenant } = useService('oidc-only', {
  tenantPerTest: true,
  ...{ oidc, oidcOnly, publicUrl, mail },
});
beforeEach(() => {
  mailServer.mails.length = 0;
});
afterAll(() => mailServer.close());

const grace = () => `grace@${tenant.name}.example`;
const post = (email: string) =>
  service.rest(tenant.userKey).post('/v1/account/users', { email, role: 'member' });
const countLinks = async () =>
  (await service.database.pool.query('SELECT count(*)::int AS n FROM sign_in_link')).rows;

describe('an invitation where the OpenID provider alone signs people in', () => {
  it('has the address of the service as its link, over REST, and writes no link', async () => {
    const created = await post(grace());
    const user = {
      user_id: expect.any(Number),
      name: 'grace',
      email: grace(),
      role: 'member',
      kind: 'person',
    };
    expect(answer(created)).toEqual({ status: 201, body: { link: PUBLIC_URL, mailed: true, ...user } });
    const { user_id } = created.body;
    expect(await readAudit(service, tenant.organizationId)).toEqual([
      expect.objectContaining({
        action: 'user_created',
        actor_id: tenant.userId,
        details: { user_id, email: grace(), role: 'member' },
      }),
    ]);
    expect(await countLinks()).toEqual([{ n: 0 }]);
  });

  it('is mailed with the address, and with what the provider is called', async () => {
    await post(grace());
    expect(mailServer.mails.map(({ to, text }) => ({ to, text }))).toEqual([
      {
        to: [grace()],
        text: `Hello,

ada@${tenant.name}.example invites you to the company data of ${tenant.name}.
Sign in with Acme Login at this address:

${PUBLIC_URL}

Your account there needs the address ${grace()}.

If you did not expect this, delete this mail.
`,
      },
    ]);
  });

  it('can be repeated for whoever has been there: nobody could act as them', async () => {
    const colleague = await service.createColleague(tenant, 'Mia');
    const { status, body } = await post(colleague.email);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ link: PUBLIC_URL, mailed: true, user_id: colleague.userId }),
    ]);
    expect(await readAudit(service, tenant.organizationId)).toEqual([]);
  });

  it('is refused for a disabled user, and for an address of another organization', async () => {
    const { body } = await post(grace());
    await service.rest(tenant.userKey).patch(`/v1/account/users/${body.user_id}`, { disabled: true });
    const other = await service.createTenant(`guests-of-${tenant.name}`);
    mailServer.mails.length = 0;
    expect(codes(await invite(service, tenant.userKey, { email: grace() }))).toEqual(['VALIDATION_ERROR']);
    expect(codes(await invite(service, tenant.userKey, { email: other.email }))).toEqual(['EMAIL_TAKEN']);
    expect(mailServer.mails).toEqual([]);
  });

  it('is mailed once, although the request is repeated with its Idempotency-Key', async () => {
    const once = () => post(grace()).set('Idempotency-Key', 'invite');
    const first = await once();
    const message = `An earlier request with this Idempotency-Key invited ${grace()}, user ${first.body.user_id}. They sign in with the OpenID provider. Invite them again, with a new key, to mail them once more.`;
    expect(answer(await once())).toEqual(problem(409, 'idempotency_response_lost', message));
    expect(mailServer.mails).toHaveLength(1);
  });
});
