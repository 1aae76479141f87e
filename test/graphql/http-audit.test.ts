import { afterAll, describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { startTestService } from '../harness/service.ts';

const service = await startTestService();
const key: string = (await service.createTenant('auditor')).userKey;
afterAll(() => service.close());

/** The complete audit suite of GraphQL over HTTP: MUST, SHOULD and MAY. */
const audits = serverAudits({
  url: () => `${service.url}/graphql`,
  fetchFn: (input: string, init: RequestInit = {}) =>
    fetch(input, { ...init, headers: { ...init.headers, 'X-API-Key': key } }),
});

const named = (level: RegExp) =>
  audits
    .filter(({ name }) => level.test(name))
    .map((audit): [string, typeof audit] => [`${audit.id} ${audit.name}`, audit]);

/** Audits of an earlier draft. They expect 400, where the specification of September 2026 has 422. */
const CHANGED = new Set(['423L', '86EE']);

async function verdict({ id, fn }: (typeof audits)[number]): Promise<unknown> {
  const result = await fn();
  if (!('reason' in result)) return CHANGED.has(id) ? 'has changed: remove it from the list' : result.status;
  return CHANGED.has(id) && result.response.status === 422 ? 'ok' : `${result.status}: ${result.reason}`;
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
