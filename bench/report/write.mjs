import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineChart } from './charts.mjs';
import { show, showMeasured, spread } from './format.mjs';
import { judge } from './targets.mjs';

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const oneLine = (message) => message.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** Writes report.md and the pictures. It may be called after each case. */
export async function writeReport(folder, results) {
  await mkdir(folder, { recursive: true });
  const pictures = {};
  const parts = [
    ...head(results),
    ...targets(results),
    ...Object.entries(results.cases).flatMap(([name, each]) => section(name, each)),
    ...curves(results, pictures),
    ...ofProcess(results),
  ];
  for (const [name, svg] of Object.entries(pictures)) await writeFile(join(folder, `${name}.svg`), svg);
  await writeFile(join(folder, 'report.md'), `${parts.join('\n\n')}\n`);
}

function head({ machine, settings, command, commit, startedAt, companies, rounds }) {
  const values =
    rounds > 1
      ? 'Values are medians of the rounds, with the smallest and the largest in brackets.'
      : 'There was one round, so each value was measured once.';
  return [
    '# Performance report',
    `Commit ${commit}, ${startedAt}. Command: \`${command}\`.`,
    table(
      ['what', 'value'],
      [...Object.entries(machine), ...Object.entries(settings)].map(([name, value]) => [name, String(value)]),
    ),
    `The comparisons use ${companies.toLocaleString('en-US')} generated companies (seed 1). ${values} [benchmarks.md](../../../docs/benchmarks.md#report) says how to read them.`,
  ];
}

function targets(results) {
  const rows = judge(results)
    .filter(({ value }) => value !== undefined)
    .map((target) => [
      target.name,
      `${target.bound} ${target.unit}`.trim(),
      showMeasured(target),
      target.verdict,
    ]);
  return rows.length > 0 ? ['## Targets', table(['what', 'target', 'measured', 'verdict'], rows)] : [];
}

function section(name, each) {
  if (each.error) return [`## ${name}`, `Failed: ${oneLine(each.error)}`];
  const { title, failures, contestants } = each;
  const failed = Object.entries(failures).map(([label, message]) => `- ${label} failed: ${oneLine(message)}`);
  const body = contestants.ours.timed === undefined ? httpTables(each) : timedTable(each);
  return [`## ${title}`, ...body, ...(failed.length > 0 ? [failed.join('\n')] : [])];
}

function timedTable({ count, unit, contestants }) {
  const ours = contestants.ours.timed.seconds.median;
  const hasMemory = contestants.ours.timed.rssMb !== undefined;
  const rows = Object.entries(contestants).map(([label, { timed }]) => [
    label,
    spread(timed.seconds),
    show(count / timed.seconds.median),
    show(ours / timed.seconds.median),
    ...(hasMemory ? [show(timed.rssMb?.greatest)] : []),
  ]);
  const head = [
    '',
    'seconds',
    `${unit} a second`,
    'our time to it',
    ...(hasMemory ? ['most memory, MiB'] : []),
  ];
  return [`${count.toLocaleString('en-US')} ${unit}.`, table(head, rows)];
}

const withoutFloors = (contestants) => Object.entries(contestants).filter(([, { isFloor }]) => !isFloor);

function httpTables({ connections, rate, contestants }) {
  const { ours } = contestants;
  const capacity = Object.entries(contestants).map(([label, each]) => [
    label,
    spread(each.alone.p50),
    show(ours.alone.p50.median / each.alone.p50.median),
    spread(each.capacity.throughput),
    show(ours.capacity.throughput.median / each.capacity.throughput.median),
    spread(each.capacity.processor),
    show(each.memoryMb),
  ]);
  const paced = withoutFloors(contestants).map(([label, { paced: each }]) => [
    label,
    ...(each ? ['p50', 'p95', 'p99', 'longest'].map((name) => spread(each[name])) : ['–', '–', '–', '–']),
  ]);
  return [
    table(
      [
        '',
        'p50 of one connection, ms',
        'ours to it',
        `requests a second, ${connections} connections`,
        'ours to it',
        'processor time a request, ms',
        'memory, MiB',
      ],
      capacity,
    ),
    `Latency in ms at ${show(rate)} requests a second, 60 % of the capacity of the service. A dash: not a server, or its capacity is lower.`,
    table(['', 'p50', 'p95', 'p99', 'longest'], paced),
  ];
}

/** Returns a chart for each case over the sizes, and one of the memory. */
function curves({ sizes }, pictures) {
  const all = Object.entries(sizes).map(([companies, each]) => ({ companies: Number(companies), ...each }));
  const names = [...new Set(all.flatMap(({ cases }) => Object.keys(cases)))];
  const parts = [];
  for (const name of names) {
    const points = {};
    let [title, unit] = [name, 'ms'];
    for (const { companies, cases } of all) {
      title = cases[name]?.title ?? title;
      unit = cases[name]?.unit ? 'ms' : 'p50 of requests one after another, ms';
      for (const [label, { timed, alone }] of withoutFloors(cases[name]?.contestants ?? {})) {
        points[label] ??= [];
        points[label].push([companies, timed ? timed.seconds.median * 1000 : alone.p50.median]);
      }
    }
    parts.push(...curve(`size-${name}`, title, unit, points, pictures));
  }
  const imports = all.filter(({ importSeconds }) => importSeconds);
  const seconds = { ours: imports.map(({ companies, importSeconds }) => [companies, importSeconds]) };
  parts.push(...curve('size-import', 'First import of the catalogue', 's', seconds, pictures));
  const memory = { idle: [], 'after all cases': [] };
  for (const { companies, idleMb, loadedMb } of all) {
    if (idleMb) memory.idle.push([companies, idleMb]);
    if (loadedMb) memory['after all cases'].push([companies, loadedMb]);
  }
  parts.push(...curve('size-memory', 'Resident memory of the service', 'MiB', memory, pictures));
  const disk = all.filter(({ databaseMb }) => databaseMb);
  const database = { database: disk.map(({ companies, databaseMb }) => [companies, databaseMb]) };
  parts.push(...curve('size-disk', 'Size of the database after the import', 'MiB', database, pictures));
  const failed = all.flatMap(({ companies, cases, error }) => [
    ...(error ? [`- ${companies} companies failed: ${oneLine(error)}`] : []),
    ...Object.entries(cases)
      .filter(([, each]) => each.error)
      .map(([name, each]) => `- ${name} of ${companies} companies failed: ${oneLine(each.error)}`),
  ]);
  const body = [...parts, ...(failed.length > 0 ? [failed.join('\n')] : [])];
  return body.length > 0 ? ['## Size', ...body] : [];
}

function curve(file, title, unit, points, pictures) {
  const series = Object.entries(points)
    .map(([name, own]) => ({ name, points: own.toSorted(([a], [b]) => a - b) }))
    .filter((each) => each.points.length > 0);
  if (series.length === 0) return [];
  const xs = [...new Set(series.flatMap((each) => each.points.map(([x]) => x)))].sort((a, b) => a - b);
  const rows = series.map(({ name, points: own }) => [
    name,
    ...xs.map((x) => show(own.find(([each]) => each === x)?.[1])),
  ]);
  const heads = xs.map((x) => x.toLocaleString('en-US'));
  if (xs.length > 1)
    pictures[file] = lineChart({
      title,
      unit: `${unit}: less is better (both scales are logarithmic)`,
      x: 'companies in the catalogue',
      series,
    });
  return [
    `### ${title}`,
    ...(xs.length > 1 ? [`![${title}, by size](${file}.svg)`] : []),
    table([`${unit}; companies:`, ...heads], rows),
  ];
}

function ofProcess({ process: { start, blocks, errors } }) {
  const parts = [];
  if (start) {
    parts.push(
      `Start until ready: ${show(start.seconds)} s (${start.times.map(show).join(', ')}). Idle memory: ${show(start.idleMb)} MiB (${start.memory.map(show).join(', ')}); idle again after ${start.lookUps.toLocaleString('en-US')} look-ups: ${show(start.afterMb)} MiB (${start.after.map(show).join(', ')}).`,
    );
  }
  if (blocks) {
    const { rate, capacity, blockMs, latency } = blocks;
    parts.push(
      `Mixed load of ${show(rate)} requests a second, 60 % of ${show(capacity)}: longest block of the event loop ${show(blockMs)} ms; p50 ${show(latency.p50)} ms, p99 ${show(latency.p99)} ms.`,
    );
  }
  const failed = Object.entries(errors).map(([name, message]) => `- ${name} failed: ${oneLine(message)}`);
  if (failed.length > 0) parts.push(failed.join('\n'));
  return parts.length > 0 ? ['## Process', ...parts] : [];
}
