import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      facetCacheBytes: 256 * 1024 * 1024,
      poolSize: 10,
      dataDir: resolve('data'),
      logLevel: 'info',
      billing: 'resolved',
      shutdownTimeoutMs: 30_000,
      operationLimits: {
        maxCost: 500_000,
        maxNodes: 500_000,
        maxDepth: 20,
        maxRootFields: 100,
        maxAliases: 200,
        maxDirectives: 100,
        timeoutMs: 30_000,
      },
    });
  });

  it('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('names every wrong setting at once', () => {
    const wrong = { PORT: '70000', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', CREDITS_BILLING: 'all' };
    expect(() => readConfig(wrong)).toThrow(
      'wrong settings: PORT must be at most 65535; DATABASE_URL must start with postgresql://; LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; CREDITS_BILLING must be resolved (every company that is known) or found (those with partners)',
    );
  });

  it.each([
    ['GRAPHQL_MAX_COST', '0', 'at least 1'],
    ['GRAPHQL_MAX_NODES', '-1', 'a whole number'],
    ['GRAPHQL_MAX_DEPTH', '251', 'at most 250'],
    ['GRAPHQL_MAX_ROOT_FIELDS', '0', 'at least 1'],
    ['GRAPHQL_MAX_ALIASES', '5001', 'at most 5000'],
    ['GRAPHQL_MAX_DIRECTIVES', 'many', 'a whole number'],
    ['GRAPHQL_TIMEOUT_SECONDS', '0', 'at least 1'],
  ])('takes no %s of %j', (name, value, fault) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be ${fault}`);
  });

  it.each(['4e3', '-1', '80.5', ' 80', '0x50', 'http'])('takes no %j for a port', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow('PORT must be a whole number');
  });
});
