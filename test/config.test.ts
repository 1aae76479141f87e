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
      logSqlUsage: true,
      slowQueryMs: 500,
      slowRequestMs: 5000,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      tracing: false,
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

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'false' }, true],
    [{ OTEL_SERVICE_NAME: 'mine', OTEL_TRACES_SAMPLER: 'always_on' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  ])('records traces when a collector is named: %j', (env, tracing) => {
    expect(readConfig(env).tracing).toBe(tracing);
  });

  it('names what is wrong with the settings of logs, metrics and traces', () => {
    const wrong = {
      LOG_SQL_USAGE: 'yes',
      SLOW_QUERY_MS: '-1',
      SLOW_REQUEST_MS: '1s',
      METRICS_PORT: '70000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    };
    expect(() => readConfig(wrong)).toThrow(
      'wrong settings: LOG_SQL_USAGE must be on or off; SLOW_QUERY_MS must be a whole number from 0 to 3600000; SLOW_REQUEST_MS must be a whole number from 0 to 3600000; METRICS_PORT must be at most 65535; OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL',
    );
  });
});
