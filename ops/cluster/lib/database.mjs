// Three PostgreSQL servers under Patroni and etcd, with HAProxy and PgBouncer in front.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, start, until } from './processes.mjs';

const NODES = [1, 2, 3];
const PASSWORDS = { superuser: 'only-for-this-cluster', replication: 'only-for-this-cluster' };
const FIRST_PORT = Number(process.env.CLUSTER_FIRST_PORT ?? 15_400);
export const PORTS = {
  etcd: FIRST_PORT,
  etcdPeers: FIRST_PORT + 1,
  postgres: (node) => FIRST_PORT + 10 + node,
  patroni: (node) => FIRST_PORT + 20 + node,
  primary: FIRST_PORT + 30,
  pgbouncer: FIRST_PORT + 31,
  front: FIRST_PORT + 40,
  service: (number) => FIRST_PORT + 40 + number,
};
const LOCAL = '127.0.0.1';
const urlOf = (host, port) => `postgresql://postgres:${PASSWORDS.superuser}@${host}:${port}/postgres`;

export const URLS = {
  primary: urlOf(LOCAL, PORTS.primary),
  pgbouncer: urlOf(LOCAL, PORTS.pgbouncer),
};

/**
 * Starts etcd, Patroni, HAProxy and PgBouncer.
 *
 * @param isolation networks and disks of the nodes; undefined if they share those of the machine.
 * @returns what faults act upon.
 */
export async function startDatabase(programs, folder, services, isolation) {
  const { user } = programs;
  const places = {
    etcd: isolation?.host ?? LOCAL,
    etcdVersion: programs.etcdVersion,
    hostOf: isolation?.hostOf ?? (() => LOCAL),
    dataDirOf: isolation?.dataDirOf ?? ((number) => join(folder, `data-${number}`)),
  };
  const own = (path) => {
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  const write = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return own(path);
  };
  const log = (name) => own(touch(join(folder, `${name}.log`)));
  own(folder);
  const startEtcd = () =>
    start(programs.etcd, etcdArguments(own(made(join(folder, 'etcd'))), places), {
      log: log('etcd'),
      user,
    });
  const nodes = NODES.map((number) => {
    const config = write(`patroni-${number}.yml`, patroniConfig(number, folder, programs.postgresql, places));
    const node = {
      number,
      dataDir: places.dataDirOf(number),
      host: places.hostOf(number),
      config,
      start() {
        const env = { HOME: folder };
        const command = [programs.patroni, config];
        const [program, ...args] = isolation?.inside(number, user, command) ?? command;
        // A program that enters a network namespace changes its user itself.
        const options = { log: log(`patroni-${number}`), env, ...(isolation ? {} : { user }) };
        node.patroni = start(program, args, options);
      },
      /** Asks Patroni for the role of this node: primary, replica, or undefined while it does not answer. */
      async role() {
        const response = await fetch(`http://${node.host}:${PORTS.patroni(number)}/patroni`, {
          signal: AbortSignal.timeout(1_000),
        });
        const { role, state } = await response.json();
        if (state !== 'running') return undefined;
        return ['master', 'primary'].includes(role) ? 'primary' : 'replica';
      },
    };
    return node;
  });
  const cluster = {
    nodes,
    urls: nodes.map(({ host, number }) => urlOf(host, PORTS.postgres(number))),
    etcd: startEtcd(),
    restartEtcd() {
      cluster.etcd = startEtcd();
    },
    primary: () => until('a primary', () => findNode(nodes, 'primary'), 120_000),
    replica: () => until('a replica', () => findNode(nodes, 'replica')),
    /** Moves the primary to another node, as an operator does. */
    async switchOver() {
      const leader = await cluster.primary();
      const env = { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };
      const args = [
        '-c',
        leader.config,
        'switchover',
        'cluster',
        '--force',
        '--master',
        `node${leader.number}`,
      ];
      await run(programs.patronictl, args, { user, env });
    },
  };
  for (const node of nodes) {
    node.start();
    // The first one creates the database, and the others copy it.
    await until(`node ${node.number}`, () => node.role(), 120_000);
  }
  await until(
    'synchronous replication',
    async () => (await findNodes(nodes, 'replica')).length === 2,
    120_000,
  );
  const proxy = write('haproxy.cfg', haproxyConfig(services, places));
  cluster.haproxy = start(programs.haproxy, ['-db', '-f', proxy], { log: log('haproxy') });
  const users = write('users.txt', `"postgres" "${PASSWORDS.superuser}"\n`);
  const bouncer = write('pgbouncer.ini', pgbouncerConfig(users));
  cluster.pgbouncer = start(programs.pgbouncer, [bouncer], { log: log('pgbouncer'), user });
  return cluster;
}

async function findNodes(nodes, role) {
  const roles = await Promise.all(nodes.map((node) => node.role().catch(() => undefined)));
  return nodes.filter((_, index) => roles[index] === role);
}

const findNode = async (nodes, role) => (await findNodes(nodes, role))[0];

function made(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function touch(path) {
  writeFileSync(path, '', { flag: 'a' });
  return path;
}

function etcdArguments(dataDir, { etcd, etcdVersion }) {
  const client = `http://${etcd}:${PORTS.etcd}`;
  const peer = `http://127.0.0.1:${PORTS.etcdPeers}`;
  return [
    ...['--name', 'one', '--data-dir', dataDir],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `one=${peer}`],
    ...(etcdVersion === 2 ? ['--enable-v2'] : []),
  ];
}

function patroniConfig(number, folder, binaries, { etcd, etcdVersion, hostOf, dataDirOf }) {
  const address = (port) => `${hostOf(number)}:${port}`;
  return `scope: cluster
name: node${number}
restapi: { listen: '${address(PORTS.patroni(number))}', connect_address: '${address(PORTS.patroni(number))}' }
${etcdVersion === 2 ? 'etcd' : 'etcd3'}: { host: '${etcd}:${PORTS.etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 300, wal_level: replica, max_wal_senders: 10, wal_log_hints: 'on' }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba: ['host all all samenet scram-sha-256', 'host replication all samenet scram-sha-256']
postgresql:
  listen: '${address(PORTS.postgres(number))}'
  connect_address: '${address(PORTS.postgres(number))}'
  data_dir: '${dataDirOf(number)}'
  bin_dir: '${binaries}'
  pgpass: '${join(folder, `pgpass-${number}`)}'
  authentication:
    superuser: { username: postgres, password: '${PASSWORDS.superuser}' }
    replication: { username: replicator, password: '${PASSWORDS.replication}' }
    rewind: { username: postgres, password: '${PASSWORDS.superuser}' }
  parameters: { unix_socket_directories: '${folder}' }
`;
}

function haproxyConfig(services, { hostOf }) {
  const node = (number) =>
    `  server node${number} ${hostOf(number)}:${PORTS.postgres(number)} check port ${PORTS.patroni(number)}`;
  const service = (number) => `  server service${number} 127.0.0.1:${PORTS.service(number)} check`;
  return `global
  maxconn 4000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${PORTS.primary}
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map(node).join('\n')}
listen front
  mode http
  bind 127.0.0.1:${PORTS.front}
  option httpchk GET /readyz
  balance roundrobin
  option redispatch 1
  retry-on conn-failure
  default-server inter 500ms fall 2 rise 1
${services.map(service).join('\n')}
`;
}

function pgbouncerConfig(users) {
  return `[databases]
* = host=127.0.0.1 port=${PORTS.primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORTS.pgbouncer}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 60
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 10
`;
}
