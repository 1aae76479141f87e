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

  it('reads what the doors are switched by', () => {
    const given = {
      DATABASE_LISTEN_URL: 'postgres://direct/x',
      SUBSCRIPTIONS_PER_KEY: '0',
      TRUSTED_DOCUMENTS: 'documents.json',
      GRAPHQL_INTROSPECTION: 'off',
      GRAPHIQL: 'off',
      CORS_ORIGINS: ' https://a.example, http://localhost:3000 ,',
    };
    expect(readConfig(given)).toEqual({
      ...readConfig({}),
      databaseListenUrl: 'postgres://direct/x',
      subscriptionsPerKey: 0,
      trustedDocuments: resolve('documents.json'),
      introspection: false,
      graphiql: false,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
    });
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
  });

  it.each([
    ['CORS_ORIGINS', 'https://a.example/', 'must be origins such as'],
    ['CORS_ORIGINS', 'a.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'https://A.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'https://a.example https://b.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'null', 'must be origins such as'],
    ['CORS_ORIGINS', 'javascript://a.example', 'must be origins such as'],
    ['GRAPHIQL', 'yes', 'must be on or off'],
    ['GRAPHQL_INTROSPECTION', 'false', 'must be on or off'],
    ['DATABASE_LISTEN_URL', 'http://x', 'must start with postgresql://'],
    ['SUBSCRIPTIONS_PER_KEY', 'many', 'must be a whole number'],
  ])('takes no %s of %j', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}`);
  });

  it.each(['4e3', '-1', '80.5', ' 80', '0x50', 'http'])('takes no %j for a port', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow('PORT must be a whole number');
  });
});
