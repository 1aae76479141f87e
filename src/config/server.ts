import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { MAX_FILE_BYTES } from '../modules/jobs/job.ts';
import {
  integer,
  type Kind,
  onOrOff,
  optional,
  origin,
  origins,
  path,
  type ReadSetting,
  seconds,
  targets,
  text,
  wholeNumber,
  withDefault,
} from './setting.ts';
import { mailSettings, smtpUrl } from './sign-in.ts';

const MAX_PROCESSES = 64;
const AUTO = 'auto';

/** A number of processes, or `auto` for one on each core that this process may use. */
const processes: Kind<number> = {
  rule: z.union(
    [
      z.literal(AUTO).transform(() => Math.min(MAX_PROCESSES, availableParallelism())),
      wholeNumber(1, MAX_PROCESSES).rule,
    ],
    {
      error: `must be a whole number from 1 to ${MAX_PROCESSES}, or ${AUTO}`,
    },
  ),
  values: `whole number, 1 to ${MAX_PROCESSES}, or \`${AUTO}\``,
};

const MIB = 1024 * 1024;

/** Bounds on the request bodies and responses that one process holds in memory. */
const TRANSFER_LIMITS = {
  unreadAnswers: {
    /** Milliseconds without a byte read after which the connection is closed. Proxies give up after 60 seconds. */
    stallMs: 20_000,
    /** Bytes of unread responses that the process may hold: sixteen of the largest. */
    maxBytes: 256 * MIB,
    /** Bytes that it may hold for one caller. Four callers can fill the whole. */
    maxBytesPerCaller: 64 * MIB,
  },
  largeBodies: {
    /** Requests with bodies over 64 KiB that the process handles at a time. Each can take 1 MiB, and its parsed form more. */
    max: 16,
    /** Requests with bodies over 64 KiB that it handles at a time for one caller. */
    maxPerCaller: 4,
  },
  uploads: {
    /** Files that the process receives at a time. Each holds a chunk of 512 KiB, a row of up to 2 MiB, and the text that is being parsed. */
    max: 8,
    maxPerOrganization: 2,
    /** Bytes of a file after decompression. */
    maxBytes: MAX_FILE_BYTES,
    /** Milliseconds in which a client has to send `minBytes` whenever the process waits for it: 16 KiB a second. */
    paceMs: 20_000,
    minBytes: 20 * 16 * 1024,
  },
};

/** Reads the settings of the HTTP server and of both APIs. Durations become milliseconds. */
export function readServerSettings(read: ReadSetting) {
  const { smtpServer, ...settings } = readAll(read);
  /** Origin under which browsers reach the service. */
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  /** undefined where no mail is sent. */
  const mail = mailSettings(smtpServer, publicUrl);
  return { ...settings, publicUrl, mail };
}

const readAll = (read: ReadSetting) => ({
  port: read('PORT', integer(0, 65_535, 4000), 'The port to listen on. `0` takes a free one.'),
  host: read(
    'HOST',
    withDefault(text, '127.0.0.1'),
    'The address to listen on. `0.0.0.0` lets other machines connect.',
  ),
  publicUrl: read(
    'PUBLIC_URL',
    optional(origin),
    'The address at which browsers reach the service. Links, sessions and passkeys need it; by default `http://localhost:PORT` ([signing-in.md](signing-in.md)).',
  ),
  smtpServer: read(
    'SMTP_URL',
    optional(smtpUrl),
    'The mail server that sends invitations. Without it, admins pass the links on ([signing-in.md](signing-in.md#mail)).',
  ),
  processes: read(
    'WEB_CONCURRENCY',
    withDefault(processes, '1'),
    'Worker processes that serve requests on one port. `auto` starts one for each core ([scaling.md](scaling.md#several-processes)).',
  ),
  webhooks: {
    /** Hosts and networks. */
    allow: read(
      'WEBHOOK_ALLOW',
      targets,
      'Hosts and networks of your own that webhooks may reach, also by `http`, separated by commas ([webhooks.md](../api/webhooks.md#where-requests-may-go)).',
    ),
    /** Milliseconds for one attempt. */
    attemptMs: 15_000,
  },
  jobWorkers: read(
    'JOB_WORKERS',
    integer(0, 8, 1, 'jobs'),
    'Jobs on which a process works at the same time ([jobs.md](../api/jobs.md)). `0`: it leaves them to other processes.',
  ),
  keepAliveMs: read(
    'KEEP_ALIVE_SECONDS',
    seconds(1, 3600, 75),
    'How long an idle connection is kept. A load balancer must close its own sooner.',
  ),
  requestTimeoutMs: read(
    'REQUEST_TIMEOUT_SECONDS',
    seconds(1, 3600, 60),
    'How long a request may take to arrive, with its body.',
  ),
  shutdownTimeoutMs: read(
    'SHUTDOWN_TIMEOUT_SECONDS',
    seconds(0, 3600, 30),
    'How long running requests may take to finish when the server stops ([operations.md](operations.md#stopping)).',
  ),
  corsOrigins: read(
    'CORS_ORIGINS',
    origins,
    'Origins whose pages may call the service, separated by commas. `*` allows all ([browser.md](../guides/browser.md)).',
  ),
  introspection: read(
    'GRAPHQL_INTROSPECTION',
    onOrOff('on'),
    'Whether callers may read the schema over GraphQL. With `off`, browsers get no GraphiQL either.',
  ),
  console: read(
    'CONSOLE',
    onOrOff('on'),
    'With `off`, browsers get no console at `/` and `/app`, and its documents are not trusted ([operations.md](operations.md#the-console)).',
  ),
  mcp: read(
    'MCP',
    onOrOff('on'),
    'Whether agents are served at `/mcp`, by the Model Context Protocol ([agents.md](../guides/agents.md)).',
  ),
  /** Absolute path; undefined if GraphQL runs any document. */
  trustedDocuments: read(
    'TRUSTED_DOCUMENTS',
    optional(path),
    'A JSON file `{id: document}`. GraphQL then runs only these documents and the documents of the console ([graphql-clients.md](../api/graphql-clients.md#trusted-documents)).',
  ),
  /** Subscriptions that a key may have open in one process. A program needs one or two; a browser has one for each tab. */
  streams: { perHolder: 20, perOrganization: 100 },
  transfer: TRANSFER_LIMITS,
});
