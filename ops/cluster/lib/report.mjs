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

/** @returns the report. @param rows one for each fault, in the order of the run. */
export function writeReport(command, programs, rows) {
  const version = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0];
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`;
  const lines = [
    '# Faults of a cluster on one machine',
    '',
    `    ${command}`,
    '',
    `- Commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}, ${machine}`,
    `- Node.js ${process.version}, ${version(`${programs.postgresql}/postgres`, '--version')}, ${version(programs.patroni, '--version')}, ${version(programs.pgbouncer, '--version')}`,
    '- Three servers of PostgreSQL with synchronous replication, three service processes, four callers that read and two that write',
    '',
    '"Without reads" and "without writes" are the longest times in which none was acknowledged. Writes are repeated with one',
    'Idempotency-Key until they are acknowledged.',
    '',
    `| fault | ${Object.values(KINDS).join(' | ')} | without reads | without writes | lists, enrichments acknowledged | lost, wrong or charged wrongly |`,
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(toRow),
    '',
  ];
  return lines.join('\n');
}

function toRow({ name, outcomes, reads, writes, verdict }) {
  const sum = (kind) => Object.values(outcomes).reduce((total, each) => total + (each[kind] ?? 0), 0);
  const counts = Object.keys(KINDS).map((kind) => sum(kind).toLocaleString('en'));
  const faults = verdict.faults.length === 0 ? 'nothing' : verdict.faults.join('; ');
  const acknowledged = `${verdict.lists}, ${verdict.enriched}`;
  return `| ${[name, ...counts, seconds(longestGap(reads)), seconds(longestGap(writes)), acknowledged, faults].join(' | ')} |`;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function longestGap(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.reduce(
    (longest, time, index) => Math.max(longest, index > 0 ? time - sorted[index - 1] : 0),
    0,
  );
}
