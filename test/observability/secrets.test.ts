import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CREDENTIAL_PREFIX } from '../../src/lib/text.ts';
import { generateSecret } from '../../src/modules/webhooks/signing.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { codeFor, signIn } from '../harness/sessions.ts';

const SECRET = 'Hush7Hush';
const EMAIL = 'whisper@quiet.example';

let log: CapturedLog;
let service: TestService;
let tenant: Tenant;
/** Every kind of credential, as somebody may paste it into the wrong place. */
let credentials: string[];

beforeAll(async () => {
  log = captureLog('trace');
  service = await startTestService({ logger: log.logger });
  tenant = await service.createTenant('discreet');
  await seedPlain(service.database.pool, 'acme');
  const code = await codeFor(service, tenant.userId);
  const [, session = ''] = (await signIn(service, { code })).split('=');
  const ofEarlierRelease = `${'n0_Pref1x-'.repeat(4)}abc`;
  credentials = [
    tenant.userKey,
    tenant.orgKey,
    session,
    `cds_link_${'Ab-_9'.repeat(6)}wxyz`,
    `/#code=${ofEarlierRelease}`,
    generateSecret(),
  ];
});
afterAll(() => service.close());

/** Sends one more request and waits for its line: earlier lines have been written by then. */
async function everythingLogged(): Promise<string> {
  await service.rest().get('/healthz').set('X-Request-Id', 'last');
  await log.ofRequest('last');
  return log.text();
}

function expectNoSecrets(text: string): void {
  for (const secret of [
    SECRET,
    EMAIL,
    'whisper%40quiet',
    ...credentials.map((each) => each.replace('/#code=', '')),
    // The other one is as long as its redacted form.
    ...Object.values(CREDENTIAL_PREFIX).filter((prefix) => prefix.startsWith('cds_')),
  ]) {
    expect([secret, text.split('\n').filter((line) => line.includes(secret))]).toEqual([secret, []]);
  }
}

describe('an error', () => {
  it('repeats no credential that the caller sent, over both APIs', async () => {
    const answers: unknown[] = [];
    for (const credential of credentials) {
      const { rest, graphql } = { rest: service.rest(tenant.userKey), graphql: service.graphql };
      const name = `Q_${credential.replace(/\W/g, '_')}`;
      const { body } = await rest
        .get(`/v1/companies/acme?include=${encodeURIComponent(credential)}`)
        .expect(422);
      answers.push(body, (await graphql(tenant.userKey, `{ ${name} }`)).body);
      answers.push((await rest.get(`/v1/${encodeURIComponent(credential)}`).expect(404)).body);
    }
    expectNoSecrets(answers.map((each) => JSON.stringify(each)).join('\n'));
  });
});

describe('the log', () => {
  it('never contains a key, an address, a query string, variables or a body, wherever a request has them', async () => {
    const { userKey, orgKey } = tenant;
    const rest = service.rest(userKey);
    const named = `query ${userKey} { viewer { user { name } } }`;
    const requests = [
      rest.get(`/v1/companies/acme?include=technologies,${SECRET}`),
      rest.get(`/v1/companies/${SECRET}`),
      rest.get(`/v1/companies/${encodeURIComponent(EMAIL)}`),
      rest.get(`/v1/companies/${orgKey}?api_key=${userKey}`),
      rest.get(`/${userKey}/${SECRET}?${EMAIL}`),
      rest.get(`/v1/${SECRET}/${EMAIL}`),
      rest.post('/v1/enrich/partnerships', { domains: [`${SECRET}.example`], [SECRET]: EMAIL }),
      rest.post('/v1/enrich/partnerships', `{"domains": ["${SECRET}`),
      rest.post('/v1/companies/acme/flags', { description: `${SECRET} ${EMAIL} ${userKey}` }),
      rest.post('/v1/lists', { name: SECRET, definition: { registry_version: SECRET, root: SECRET } }),
      rest.post('/v1/lists', { name: SECRET }),
      rest
        .get('/v1/companies/acme')
        .set('Cookie', SECRET)
        .set('User-Agent', EMAIL)
        .set('Referer', `x?${SECRET}`),
      service.rest().get('/v1/companies/acme').set('Authorization', `Bearer ${orgKey}`),
      service.rest(`${userKey}x`).get('/v1/companies/acme'),
      service.rest(SECRET).get('/v1/companies/acme').set('X-Request-Id', userKey),
      service.graphql(userKey, named),
      service.graphql(userKey, `query ($x: String!) { company(identifier: $x) { name } }`, { x: SECRET }),
      service.graphql(userKey, `{ company(identifier: "${SECRET}") { name } ${SECRET} }`),
      service.graphql(userKey, `{ company(identifier: "${SECRET}`),
      service.graphql(userKey, '{ viewer { user { name } } }', { [SECRET]: EMAIL }),
      service.graphql(SECRET, `{ ${SECRET} }`),
    ];
    const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 201, 400, 401, 404, 422]);
    expectNoSecrets(await everythingLogged());
  });

  it('contains no credential of any kind, wherever somebody pastes one', async () => {
    const rest = service.rest(tenant.userKey);
    for (const credential of credentials) {
      const name = credential.replace(/\W/g, '_');
      await rest.get(`/v1/companies/${encodeURIComponent(credential)}`);
      await rest.get(`/v1/companies/acme?include=${encodeURIComponent(credential)}`);
      await service.rest(credential).get('/v1/companies/acme');
      await rest.get('/v1/companies/acme').set('X-Request-Id', name);
      await service.graphql(
        tenant.userKey,
        `query ${name.replace(/^_*/, 'Q_')} { viewer { user { name } } }`,
      );
      await service.graphql(tenant.userKey, `{ ${name} }`);
      log.logger.warn({ err: new Error(`refused: ${credential}, twice`), note: credential }, credential);
    }
    expectNoSecrets(await everythingLogged());
    expect(log.lines().find(({ err }) => err !== undefined)).toMatchObject({
      msg: 'cds_…',
      note: 'cds_…',
      err: { type: 'Error', message: 'refused: cds_…, twice' },
    });
  });

  it('has an internal error with its stack and request, without the values in it', async () => {
    const { pool } = service.database;
    await pool.query(`
      CREATE UNIQUE INDEX list_name_once ON list (name);
      CREATE FUNCTION as_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM NEW.description::int; RETURN NEW; END $$;
      CREATE TRIGGER flag_is_number BEFORE INSERT ON data_flag FOR EACH ROW EXECUTE FUNCTION as_number()`);
    const rest = service.rest(tenant.userKey);
    const list = { name: `${SECRET} twice` };
    const flag = { input: { identifier: 'acme', description: `${SECRET} is no number` } };
    const [first, second, third, fourth] = [
      await rest.post('/v1/lists', list),
      await rest.post('/v1/lists', list).set('X-Request-Id', 'unique'),
      await rest
        .post('/v1/companies/acme/flags', { description: flag.input.description })
        .set('X-Request-Id', 'number'),
      await service
        .graphql(
          tenant.userKey,
          'mutation F($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { id } } }',
          flag,
        )
        .set('X-Request-Id', 'graphql'),
    ];
    expect([first.status, second.status, third.status, fourth.body.errors[0].extensions.code]).toEqual([
      201,
      500,
      500,
      'INTERNAL_ERROR',
    ]);
    expectNoSecrets(await everythingLogged());
    const errors = log.lines().filter(({ level }) => level === 'error');
    expect(errors).toEqual([
      expect.objectContaining({ msg: 'a request failed', requestId: 'unique' }),
      expect.objectContaining({ msg: 'a request failed', requestId: 'number' }),
      expect.objectContaining({ msg: 'a GraphQL operation failed', requestId: 'graphql' }),
    ]);
    expect(JSON.stringify(errors[0])).toContain('list_name_once');
    for (const error of errors) expect(JSON.stringify(error)).toMatch(/\\n {4}at /);
  });
});
