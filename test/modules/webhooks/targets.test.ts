import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '../../../src/lib/addresses.ts';
import { hostOf, TargetRules } from '../../../src/modules/webhooks/connector.ts';
import { createSender } from '../../../src/modules/webhooks/sender.ts';
import { answer, invalid } from '../../harness/errors.ts';
import { useService } from '../../harness/use-service.ts';
import { createWebhook, useReceivers } from './support.ts';

const { service, tenant, rest, graphql } = useService('targets');
const startReceiver = useReceivers();

const refusal = (message: string) => invalid('/url', message);

describe('a url that can never be allowed', () => {
  const NOT_PUBLIC = 'must lead to a public address';
  const NO_HTTPS = 'must begin with https://';
  const NO_USER = 'must have no user name and no password; use the signature to authenticate requests';
  it.each([
    ['https://127.0.0.1/', NOT_PUBLIC],
    ['https://127.1/', NOT_PUBLIC],
    ['https://0x7f000001/', NOT_PUBLIC],
    ['https://0x7f.1/', NOT_PUBLIC],
    ['https://2130706433/', NOT_PUBLIC],
    ['https://017700000001/', NOT_PUBLIC],
    ['https://0/', NOT_PUBLIC],
    ['https://１２７.0.0.1/', NOT_PUBLIC],
    ['https://[::1]/', NOT_PUBLIC],
    ['https://[::]/', NOT_PUBLIC],
    ['https://[::ffff:127.0.0.1]/', NOT_PUBLIC],
    ['https://[::ffff:7f00:1]/', NOT_PUBLIC],
    ['https://[::127.0.0.1]/', NOT_PUBLIC],
    ['https://[64:ff9b::10.0.0.1]/', NOT_PUBLIC],
    ['https://[64:ff9b:1::10.0.0.1]/', NOT_PUBLIC],
    ['https://[2002:a00:1::]/', NOT_PUBLIC],
    ['https://[2001::1]/', NOT_PUBLIC],
    ['https://[fe80::1]/', NOT_PUBLIC],
    ['https://[fd00:ec2::254]/', NOT_PUBLIC],
    ['https://[ff02::1]/', NOT_PUBLIC],
    ['https://10.1.2.3/', NOT_PUBLIC],
    ['https://172.31.255.255/', NOT_PUBLIC],
    ['https://192.168.0.1:8443/x', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['https://168.63.129.16/', NOT_PUBLIC],
    ['https://100.100.100.200/', NOT_PUBLIC],
    ['https://224.0.0.1/', NOT_PUBLIC],
    ['https://255.255.255.255/', NOT_PUBLIC],
    ['https://localhost/', NOT_PUBLIC],
    ['https://localhost./', NOT_PUBLIC],
    ['https://LOCALHOST:443/', NOT_PUBLIC],
    ['https://a.localhost/', NOT_PUBLIC],
    ['http://hooks.example/', NO_HTTPS],
    ['http://93.184.215.14/', NOT_PUBLIC],
    ['ftp://hooks.example/', NO_HTTPS],
    ['file:///etc/passwd', NO_HTTPS],
    ['https://user@hooks.example/', NO_USER],
    ['https://:word@hooks.example/', NO_USER],
    ['hooks.example', 'must be a URL such as https://hooks.example/events'],
    ['https://', 'must be a URL such as https://hooks.example/events'],
    ['', 'must be at most 2000 characters'],
    [`https://hooks.example/${'x'.repeat(2000)}`, 'must be at most 2000 characters'],
  ])('%s is refused at once', async (url, message) => {
    expect(answer(await rest().post('/v1/webhooks', { url }))).toEqual(refusal(message));
  });

  it('is refused when a webhook is changed, and over GraphQL', async () => {
    const { webhook_id: id } = await createWebhook(service, tenant.userKey, {
      url: 'https://hooks.example/a#b',
    });
    const { body: shown } = await rest().get(`/v1/webhooks/${id}`);
    expect(shown.url).toBe('https://hooks.example/a');
    const path = `/v1/webhooks/${id}`;
    expect(answer(await rest().patch(path, { url: 'https://[::1]/' }))).toEqual(refusal(NOT_PUBLIC));
    const { body } = await graphql('mutation { createWebhook(input: {url: "https://127.1/"}) { secret } }');
    expect(body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/url', message: NOT_PUBLIC }],
    });
  });
});

describe('a public address', () => {
  it.each([
    '93.184.215.14',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each([
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    'fec0::1',
    'fe80::1%eth0',
    'x',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an address behind a name', () => {
  const send = async (
    host: string,
    addresses: string[],
    allowed: string[] = [],
    url = `https://${host}/`,
  ) => {
    const sender = createSender({
      rules: new TargetRules(allowed),
      attemptMs: 500,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
    const { outcome, reason } = await sender.send({ url, headers: {}, body: '{}' });
    await sender.close();
    return { outcome, reason };
  };
  const REFUSED = { outcome: 'unreachable', reason: 'NO_ALLOWED_ADDRESS' };

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['2606:4700::1111', '169.254.169.254']],
  ])('is refused if one is not public: %j', async (addresses) => {
    expect(await send('hooks.example', addresses)).toEqual(REFUSED);
  });

  it('is refused without TLS, also where it is public', async () => {
    const url = 'http://hooks.example/';
    expect(await send('hooks.example', ['93.184.215.14'], ['10.0.0.0/8'], url)).toEqual(REFUSED);
  });

  it('is allowed by the setting: by its network, or by its name', async () => {
    const receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', 'hooks.internal');
    expect(await send('', ['127.0.0.1'], [], url)).toEqual(REFUSED);
    expect(await send('', ['127.0.0.1'], ['other.internal', '10.0.0.0/8'], url)).toEqual(REFUSED);
    for (const allowed of ['hooks.internal', '127.0.0.0/8', '127.0.0.1'])
      expect(await send('', ['127.0.0.1'], [allowed], url)).toEqual({ outcome: 'delivered', reason: null });
    expect(receiver.requests).toHaveLength(3);
  });

  it('is checked once more when the connection has reached it, before anything is sent', async () => {
    const receiver = await startReceiver();
    // Leads to an allowed address when it is checked, and to this machine when it is used.
    let isChecked = false;
    const rebound = {
      family: 4,
      get address() {
        const address = isChecked ? '127.0.0.1' : '10.0.0.1';
        isChecked = true;
        return address;
      },
    };
    const sender = createSender({
      rules: new TargetRules(['10.0.0.0/8']),
      attemptMs: 2_000,
      resolve: async () => [rebound],
    });
    const url = receiver.url.replace('127.0.0.1', 'hooks.internal');
    expect(await sender.send({ url, headers: {}, body: '{}' })).toMatchObject(REFUSED);
    await sender.close();
    expect([isChecked, receiver.connections(), receiver.requests]).toEqual([true, 1, []]);
  });

  it.each([
    ['has no address', async () => []],
    ['does not exist', async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
    ['is known to no name server', async () => Promise.reject(new Error('SERVFAIL'))],
  ])('answers alike where the name %s, and operators see the difference', async (_how, resolve) => {
    const blocked: string[] = [];
    const sender = createSender({
      rules: new TargetRules([]),
      attemptMs: 5_000,
      resolve: (host) =>
        host === 'db.internal' ? Promise.resolve([{ address: '10.0.0.5', family: 4 }]) : resolve(),
      onBlocked: (host) => blocked.push(host),
    });
    const attempts = [];
    for (const host of ['db.internal', 'nothing.internal'])
      attempts.push(await sender.send({ url: `https://${host}/`, headers: {}, body: '{}' }));
    await sender.close();
    const alike = { ...REFUSED, status: null, durationMs: expect.any(Number) };
    expect(attempts).toEqual([alike, alike]);
    expect(blocked).toEqual(['db.internal']);
    expect(sender.attempts).toMatchObject({ blocked: 1, unreachable: 1, delivered: 0 });
  });
});

describe('the rules', () => {
  const reasonFor = (url: string, ...allowed: string[]) => new TargetRules(allowed).refusalOf(new URL(url));
  it('take literal addresses and local names that the setting allows, also by http', () => {
    expect(reasonFor('http://10.1.2.3/', '10.0.0.0/8')).toBeUndefined();
    expect(reasonFor('http://[fd00::1]/', 'fd00::/8')).toBeUndefined();
    expect(reasonFor('http://hooks.internal/', 'hooks.internal')).toBeUndefined();
    expect(reasonFor('http://hooks.internal./', 'hooks.internal')).toBeUndefined();
    expect(reasonFor('http://localhost:9/', '127.0.0.1')).toBeUndefined();
    expect(reasonFor('https://10.1.2.3/', '10.2.0.0/16')).toBe('must lead to a public address');
    expect(reasonFor('http://hooks.internal/', 'other.internal')).toBe('must begin with https://');
  });

  it('need an address, and see through the forms of one', () => {
    const rules = new TargetRules([]);
    expect(rules.mayConnect('hooks.example', '93.184.215.14', false)).toBe(true);
    expect(rules.mayConnect('hooks.example', '', false)).toBe(false);
    expect(rules.mayConnect('hooks.example', '::ffff:127.0.0.1', false)).toBe(false);
    expect(hostOf({ hostname: '[::1]' })).toBe('::1');
  });
});
