// The outcome of a run as Markdown.
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';

const KINDS = {
  ok: 'answered',
  retry: 'refused, retryable',
  proxy: 'refused by HAProxy',
  broken: 'broken off',
  unexpected: 'unexpected',
};

/**
 * @param tests outcome of the tests on the cluster; undefined if they were not run.
 * @param rows one for each fault, in the order of the run.
 * @returns the report.
 */
export function writeReport(command, programs, tests, rows) {
  const version = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0];
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`;
  const lines = [
    '# Faults of a cluster on one machine',
    '',
    `    ${command}`,
    '',
    `- Commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}, ${machine}`,
    `- Node.js ${process.version}, ${version(`${programs.postgresql}/postgres`, '--version')}, ${version(programs.patroni, '--version')}, ${version(programs.pgbouncer, '--version')}`,
    '- Three servers of PostgreSQL with synchronous replication, three service processes, four callers that read, three that write, three subscribers',
    ...describeTests(tests),
    '',
    '"Without reads" and "without writes" are the longest times in which none was acknowledged. Writes are repeated with one',
    'Idempotency-Key until they are acknowledged. "Subscribers told within" is the longest time from the acknowledgement of a change',
    'to an event that tells of it, which may be of a later change or `RESYNC`. A stream that the service completes is opened again,',
    'and the list is read.',
    '',
    `| fault | ${Object.values(KINDS).join(' | ')} | without reads | without writes | subscribers told within | lists, enrichments, renames acknowledged | lost, wrong or charged wrongly |`,
    `|${'---|'.repeat(Object.keys(KINDS).length + 6)}`,
    ...rows.map(toRow),
    '',
  ];
  return lines.join('\n');
}

function describeTests(tests) {
  if (!tests) return [];
  const failed = tests.failed.map((name) => `  - failed: ${name}`);
  return [
    `- Tests of this repository on databases of this cluster: ${tests.passed} passed, ${tests.failed.length} failed`,
    ...failed,
  ];
}

function toRow({ name, outcomes, reads, writes, verdict }) {
  const sum = (kind) => Object.values(outcomes).reduce((total, each) => total + (each[kind] ?? 0), 0);
  const counts = Object.keys(KINDS).map((kind) => sum(kind).toLocaleString('en'));
  const faults = verdict.faults.length === 0 ? 'nothing' : verdict.faults.join('; ');
  const acknowledged = `${verdict.lists}, ${verdict.enriched}, ${verdict.renames}`;
  return `| ${[name, ...counts, seconds(longestGap(reads)), seconds(longestGap(writes)), seconds(verdict.toldWithin), acknowledged, faults].join(' | ')} |`;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function longestGap(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.reduce(
    (longest, time, index) => Math.max(longest, index > 0 ? time - sorted[index - 1] : 0),
    0,
  );
}
