import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      publicUrl: 'http://localhost:4000',
      oidc: undefined,
      oidcOnly: false,
      port: 4000,
      host: '127.0.0.1',
      mail: undefined,
      processes: 1,
      databaseUrl: undefined,
      facetCacheBytes: 256 * 1024 * 1024,
      databaseDirectUrl: undefined,
      databasePooler: 'auto',
      replicaUrls: [],
      replicaMaxLagSeconds: 5,
      poolSize: 20,
      databaseWaitMs: 10_000,
      quotas: {
        lists: 10_000,
        drafts: 200,
        definition_bytes: 256 * 1024 * 1024,
        list_domains: 100_000,
        list_views: 50,
        watched_lists: 1000,
        catalogue_fields: 500,
        own_fields: 200,
        field_values: 5_000_000,
        job_bytes: 4096 * 1024 * 1024,
        import_bytes: 4096 * 1024 * 1024,
        keys: 50,
        export_bytes: 1024 * 1024 * 1024,
        flags: 10_000,
        passkeys: 20,
        replay_log_bytes: 256 * 1024 * 1024,
        webhooks: 20,
      },
      jobWorkers: 1,
      jobs: { maxRows: 1_000_000 },
      dataDir: resolve('data'),
      withoutEffect: [],
      logLevel: 'info',
      billing: 'resolved',
      partnershipMetering: true,
      keepAliveMs: 75_000,
      requestTimeoutMs: 60_000,
      transfer: {
        unreadAnswers: {
          stallMs: 20_000,
          maxBytes: 268_435_456,
          maxBytesPerCaller: 67_108_864,
        },
        largeBodies: { max: 16, maxPerCaller: 4 },
        uploads: {
          max: 8,
          maxPerOrganization: 2,
          maxBytes: 1_073_741_824,
          paceMs: 20_000,
          minBytes: 327_680,
        },
      },
      webhooks: { allow: [], attemptMs: 15_000 },
      shutdownTimeoutMs: 30_000,
      rateLimit: {
        store: 'memory',
        points: { read: 2400, write: 300, evaluate: 7500, enrich: 1000, export: 200 },
      },
      overload: {
        slots: { evaluate: 4, enrich: 4, export: 2, large: 2, stream: 32 },
        slotsPerOrganization: 2,
        streamsPerOrganization: 4,
        maxWaitMs: 4000,
        lagMs: 500,
        largeCost: 1000,
      },
      operationLimits: {
        maxCost: 500_000,
        maxNodes: 500_000,
        maxDepth: 20,
        maxRootFields: 100,
        maxAliases: 200,
        maxDirectives: 100,
        maxDocumentBytes: 131_072,
        timeoutMs: 30_000,
        maxAnswerBytes: 16 * 1024 * 1024,
      },
      streams: { perHolder: 20, perOrganization: 100 },
      console: true,
      trustedDocuments: undefined,
      introspection: true,
      mcp: true,
      corsOrigins: [],
      slowQueryMs: 500,
      slowRequestMs: 5000,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      tracing: false,
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  describe('with values in files', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'config-'));
      await writeFile(join(folder, 'url'), 'postgresql://app:secret@primary/catalogue\n');
      await writeFile(join(folder, 'empty'), '\n');
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('reads them without the white space around them', () => {
      expect(readConfig({ DATABASE_URL_FILE: join(folder, 'url') })).toEqual(
        readConfig({ DATABASE_URL: 'postgresql://app:secret@primary/catalogue' }),
      );
      expect(readConfig({ DATABASE_URL_FILE: '' })).toEqual(readConfig({}));
    });

    it('refuses files that are missing, empty, wrong, or one value too many', () => {
      const wrong = {
        PORT_FILE: join(folder, 'url'),
        DATABASE_URL_FILE: join(folder, 'missing'),
        DATABASE_DIRECT_URL: 'postgresql://direct/x',
        DATABASE_DIRECT_URL_FILE: join(folder, 'url'),
        LOG_LEVEL_FILE: join(folder, 'empty'),
        OTEL_EXPORTER_OTLP_ENDPOINT_FILE: join(folder, 'url'),
      };
      expect(() => readConfig(wrong)).toThrow(
        [
          'invalid settings:',
          '  PORT must be a whole number from 0 to 65535',
          '  DATABASE_URL_FILE names a file that cannot be read: ENOENT',
          '  DATABASE_DIRECT_URL and DATABASE_DIRECT_URL_FILE are both set: unset one of them',
          '  LOG_LEVEL_FILE names an empty file',
          '  OTEL_EXPORTER_OTLP_ENDPOINT_FILE has no effect: set OTEL_EXPORTER_OTLP_ENDPOINT itself',
        ].join('\n'),
      );
    });
  });

  it('names every invalid setting at once', () => {
    const wrong = { PORT: '70000', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', CREDITS_BILLING: 'all' };
    expect(() => readConfig(wrong)).toThrow(
      [
        'invalid settings:',
        '  PORT must be at most 65535',
        '  DATABASE_URL must start with postgresql://',
        '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        '  CREDITS_BILLING must be resolved (every company that is known) or found (those with partners)',
      ].join('\n'),
    );
  });

  it.each(['pa#ss', 'pa/ss', 'pa%ss', '50%off', 'p@ss/w:rd#1', 'p@ss/word'])(
    'says how to write the password %s',
    (password) => {
      const wrong = { DATABASE_URL: `postgresql://app:${password}@primary/catalogue` };
      expect(() => readConfig(wrong)).toThrow(
        'DATABASE_URL must be a URL. In a user name or password, write each character other than letters and digits as its code: %40 for @, %23 for #, %2F for /, %25 for %',
      );
      const databaseUrl = `postgresql://app:${encodeURIComponent(password)}@primary/catalogue`;
      expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
    },
  );

  it.each([['GRAPHQL_TIMEOUT_SECONDS', '0', 'at least 1']])('refuses %s=%j', (name, value, fault) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be ${fault}`);
  });

  it('reads the switches of the APIs', () => {
    const given = {
      TRUSTED_DOCUMENTS: 'documents.json',
      GRAPHQL_INTROSPECTION: 'off',
      CONSOLE: 'off',
      CORS_ORIGINS: ' https://a.example, http://localhost:3000 ,',
    };
    expect(readConfig(given)).toEqual({
      ...readConfig({}),
      trustedDocuments: resolve('documents.json'),
      introspection: false,
      console: false,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
    });
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
  });

  it('reads how people sign in, and refuses settings with which nobody could', () => {
    const set = { OIDC_ISSUER: 'https://login.acme.example/realms/acme', OIDC_CLIENT_ID: 'company-data' };
    expect(readConfig(set)).toMatchObject({
      oidc: {
        issuer: 'https://login.acme.example/realms/acme',
        clientId: 'company-data',
        clientSecret: undefined,
        label: 'login.acme.example',
      },
      oidcOnly: false,
    });
    expect(
      readConfig({ ...set, OIDC_CLIENT_SECRET: 's', OIDC_LABEL: 'Acme', OIDC_ONLY: 'on' }),
    ).toMatchObject({
      oidc: { clientSecret: 's', label: 'Acme' },
      oidcOnly: true,
    });
    expect(() => readConfig({ OIDC_ISSUER: set.OIDC_ISSUER })).toThrow('OIDC_ISSUER needs OIDC_CLIENT_ID');
    expect(() => readConfig({ OIDC_ONLY: 'on' })).toThrow(
      'OIDC_ONLY needs OIDC_ISSUER: nobody could sign in',
    );
    expect(readConfig({ PUBLIC_URL: 'https://Data.acme.example/' }).publicUrl).toBe(
      'https://data.acme.example',
    );
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    for (const wrong of ['data.acme.example', 'https://data.acme.example/app', 'ftp://data.acme.example'])
      expect(() => readConfig({ PUBLIC_URL: wrong })).toThrow('PUBLIC_URL must be http:// or https://');
  });

  it.each([
    ['CORS_ORIGINS', 'https://a.example/', 'must be origins such as'],
    ['CORS_ORIGINS', 'a.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'https://A.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'https://a.example https://b.example', 'must be origins such as'],
    ['CORS_ORIGINS', 'null', 'must be origins such as'],
    ['CORS_ORIGINS', 'javascript://a.example', 'must be origins such as'],
    ['CONSOLE', 'false', 'must be on or off'],
    ['GRAPHQL_INTROSPECTION', 'false', 'must be on or off'],
    ['DATABASE_DIRECT_URL', 'http://x', 'must start with postgresql://'],
  ])('refuses %s=%j', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}`);
  });

  it.each(['4e3', '-1', '80.5', ' 80', '0x50', 'http'])('refuses %j as a port', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow('PORT must be a whole number');
  });

  it('reads a rate limit for each class, and the store', () => {
    const env = {
      RATE_LIMIT_STORE: 'postgres',
      RATE_LIMIT_READ: '1',
      RATE_LIMIT_WRITE: '2',
      RATE_LIMIT_EVALUATE: '3',
      RATE_LIMIT_ENRICH: '4',
      RATE_LIMIT_EXPORT: '5',
    };
    const points = { read: 1, write: 2, evaluate: 3, enrich: 4, export: 5 };
    expect(readConfig(env)).toMatchObject({
      rateLimit: { store: 'postgres', points },
    });
  });

  it('switches rate limits and back-pressure off separately', () => {
    expect(readConfig({ RATE_LIMIT: 'off' })).toMatchObject({
      rateLimit: undefined,
      overload: { lagMs: 500 },
    });
    expect(readConfig({ OVERLOAD: 'off' })).toMatchObject({
      rateLimit: { store: 'memory' },
      overload: undefined,
    });
  });

  it('requires a connection for each kind of work', () => {
    expect(() => readConfig({ DATABASE_POOL_SIZE: '4' })).toThrow('DATABASE_POOL_SIZE must be at least 5');
    expect(readConfig({ DATABASE_POOL_SIZE: '5' })).toMatchObject({ poolSize: 5 });
  });

  it('leaves connections of PostgreSQL for commands, however many workers there are', () => {
    const sizeFor = (processes: number) => readConfig({ WEB_CONCURRENCY: String(processes) }).poolSize;
    expect([1, 2, 4, 5, 8, 11, 64].map(sizeFor)).toEqual([20, 20, 20, 15, 8, 5, 5]);
  });

  it('has workers share rate limits through PostgreSQL, unless the store is set', () => {
    const storeOf = (env: Record<string, string>) => readConfig(env).rateLimit?.store;
    expect(storeOf({ WEB_CONCURRENCY: '2' })).toBe('postgres');
    expect(storeOf({ WEB_CONCURRENCY: '2', RATE_LIMIT_STORE: 'memory' })).toBe('memory');
    expect(storeOf({ WEB_CONCURRENCY: '1' })).toBe('memory');
  });

  it('names all invalid rate limits', () => {
    const wrong = {
      RATE_LIMIT: 'yes',
      RATE_LIMIT_STORE: 'redis',
      RATE_LIMIT_READ: '0',
      RATE_LIMIT_EXPORT: 'many',
      OVERLOAD: '1',
    };
    expect(() => readConfig(wrong)).toThrow(
      [
        'invalid settings:',
        '  RATE_LIMIT must be on or off',
        '  RATE_LIMIT_STORE must be memory (each process counts for itself) or postgres (all share a budget)',
        '  RATE_LIMIT_READ must be at least 1',
        '  RATE_LIMIT_EXPORT must be a whole number from 1 to 1000000',
        '  OVERLOAD must be on or off',
      ].join('\n'),
    );
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'false' }, true],
    [{ OTEL_SERVICE_NAME: 'mine', OTEL_TRACES_SAMPLER: 'always_on' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  ])('records traces only with the endpoint of a collector: %j', (env, tracing) => {
    expect(readConfig(env).tracing).toBe(tracing);
  });

  it('names all invalid settings of logs, metrics and traces', () => {
    const wrong = {
      SLOW_QUERY_MS: '-1',
      METRICS_PORT: '70000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    };
    expect(() => readConfig(wrong)).toThrow(
      [
        'invalid settings:',
        '  SLOW_QUERY_MS must be a whole number from 0 to 3600000',
        '  METRICS_PORT must be at most 65535',
        '  OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL',
      ].join('\n'),
    );
  });
});
