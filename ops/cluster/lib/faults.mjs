// Faults, one after another. Each breaks something, and returns how to mend it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './processes.mjs';

/** Reads the process id of a server of PostgreSQL. */
const postmasterOf = (node) =>
  Number(readFileSync(join(node.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const nothing = async () => undefined;

/** @returns the faults by name. `short` ones are part of the short run. */
export function createFaults(cluster, services, isolation) {
  const [first] = services;
  const followed = (node) => until(`node ${node.number}`, () => node.role(), 120_000);
  const postmasterKilled = (find) => ({
    short: true,
    async begin() {
      const node = await find();
      process.kill(postmasterOf(node), 'SIGKILL');
      return () => followed(node);
    },
  });
  return {
    'service process killed': {
      short: true,
      async begin() {
        await first.stop('SIGKILL');
        return async () => {
          first.start();
          await until('the service', first.isReady);
        };
      },
    },
    'replica killed': postmasterKilled(() => cluster.replica()),
    'PostgreSQL of the primary killed': postmasterKilled(() => cluster.primary()),
    'planned switchover': {
      short: true,
      async begin() {
        await cluster.switchOver();
        return nothing;
      },
    },
    'Patroni and PostgreSQL of the primary killed': {
      async begin() {
        const node = await cluster.primary();
        const postmaster = postmasterOf(node);
        await node.patroni.stop('SIGKILL');
        process.kill(postmaster, 'SIGKILL');
        return async () => {
          node.start();
          await followed(node);
        };
      },
    },
    'Patroni of the primary stopped for 30 seconds': {
      async begin() {
        const node = await cluster.primary();
        node.patroni.kill('SIGSTOP');
        return async () => {
          node.patroni.kill('SIGCONT');
          await followed(node);
        };
      },
    },
    'etcd stopped': {
      async begin() {
        await cluster.etcd.stop('SIGKILL');
        return async () => {
          cluster.restartEtcd();
          await cluster.primary();
        };
      },
    },
    ...(isolation ? isolationFaults(cluster, isolation, followed) : {}),
    ...(existsSync(FAKETIME) ? clockFaults(first) : {}),
  };
}

/** Faults that need a network and a disk for each node. */
function isolationFaults(cluster, isolation, followed) {
  return {
    'network of the primary cut off': {
      async begin() {
        const node = await cluster.primary();
        isolation.cut(node.number);
        return async () => {
          isolation.join(node.number);
          await followed(node);
        };
      },
    },
    'disk of the primary full': {
      async begin() {
        const node = await cluster.primary();
        isolation.fill(node.number);
        return async () => {
          isolation.empty(node.number);
          await followed(node);
        };
      },
    },
  };
}

/** Faults that start a service process with another time. */
function clockFaults(service) {
  const startWith = async (env) => {
    await service.stop();
    service.start(env);
    await until('the service', service.isReady);
  };
  const moved = (by) => ({
    async begin() {
      await startWith({ LD_PRELOAD: FAKETIME, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
      return () => startWith({});
    },
  });
  return {
    'clock of a service process an hour ahead': moved('+1h'),
    'clock of a service process an hour behind': moved('-1h'),
  };
}
