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
      databaseListenUrl: undefined,
      subscriptionsPerKey: 10,
      trustedDocuments: undefined,
      introspection: true,
      graphiql: true,
      corsOrigins: [],
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

  it.each(['4e3', '-1', '80.5', ' 80', '0x50', 'http'])('takes no %j for a port', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow('PORT must be a whole number');
  });
});
