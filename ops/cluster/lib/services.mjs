// The service processes behind HAProxy's front end.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PORTS, URLS } from './database.mjs';
import { run, start, until } from './processes.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/bundle/main.js', import.meta.url));

/** Settings of the service in this cluster. All of them are in this one place. */
function settings(throughPgBouncer, replicas) {
  return {
    HOST: '127.0.0.1',
    DATABASE_URL: throughPgBouncer ? URLS.pgbouncer : URLS.primary,
    DATABASE_DIRECT_URL: URLS.primary,
    DATABASE_REPLICA_URLS: replicas.join(','),
    RATE_LIMIT: 'off',
    OVERLOAD: 'off',
    LOG_LEVEL: 'warn',
    SHUTDOWN_TIMEOUT_SECONDS: '5',
  };
}

/** Runs a command of the service. @returns the object that it prints. */
export async function command(...args) {
  const env = { ...settings(false, []), HOME: '/tmp' };
  return JSON.parse(await run(process.execPath, [MAIN, ...args, '--json'], { env }));
}

/** Starts the service processes. @returns them, each with `start()`, `stop(signal)` and `isReady()`. */
export async function startServices(folder, numbers, throughPgBouncer, replicas) {
  const services = numbers.map((number) => {
    const service = {
      number,
      url: `http://127.0.0.1:${PORTS.service(number)}`,
      /** @param env variables for this start only. */
      start(env = {}) {
        service.child = start(process.execPath, [MAIN, 'serve'], {
          env: { ...settings(throughPgBouncer, replicas), ...env, PORT: String(PORTS.service(number)) },
          log: join(folder, `service-${number}.log`),
        });
      },
      stop: (signal) => service.child.stop(signal),
      async isReady() {
        const response = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(1_000) });
        return response.status === 200;
      },
    };
    return service;
  });
  for (const service of services) {
    service.start();
    await until(`service ${service.number}`, service.isReady);
  }
  return services;
}
