import { afterAll, describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { startTestService } from '../harness/service.ts';

const service = await startTestService();
const key: string = (await service.createTenant('auditor')).userKey;
afterAll(() => service.close());

/** The complete audit suite of GraphQL over HTTP: MUST, SHOULD and MAY, without exceptions. */
const audits = serverAudits({
  url: () => `${service.url}/graphql`,
  fetchFn: (input: string, init: RequestInit = {}) =>
    fetch(input, { ...init, headers: { ...init.headers, 'X-API-Key': key } }),
});

const named = (level: RegExp) =>
  audits
    .filter(({ name }) => level.test(name))
    .map((audit): [string, typeof audit] => [`${audit.id} ${audit.name}`, audit]);

async function verdict({ fn }: (typeof audits)[number]): Promise<unknown> {
  const result = await fn();
  return 'reason' in result ? `${result.status}: ${result.reason}` : result.status;
}

describe('GraphQL over HTTP', () => {
  it('has 61 audits, all of which run here', () => {
    expect([/^MUST/, /^SHOULD/, /^MAY/].map((level) => named(level).length)).toEqual([13, 23, 25]);
    expect(audits).toHaveLength(61);
  });

  it.each([...named(/^MUST/), ...named(/^SHOULD/), ...named(/^MAY/)])('%s', async (_name, audit) => {
    expect(await verdict(audit)).toBe('ok');
  });
});
