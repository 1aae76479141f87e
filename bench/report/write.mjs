import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { barChart, lineChart } from './charts.mjs';
import { judge } from './targets.mjs';

const show = (value) => {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
};
const spread = (each) => {
  if (!each) return '–';
  const { median, least, greatest } = each;
  return least === greatest ? show(median) : `${show(median)} (${show(least)} to ${show(greatest)})`;
};
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const oneLine = (message) => message.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** Writes report.md, the pictures and the raw numbers. It may be called after each case. */
export async function writeReport(folder, results) {
  await mkdir(folder, { recursive: true });
  const pictures = {};
  const parts = [
    ...head(results),
    ...targets(results),
    ...Object.entries(results.cases).flatMap(([name, each]) => section(name, each, pictures)),
    ...curves(results, pictures),
    ...ofProcess(results, pictures),
  ];
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  for (const [name, svg] of Object.entries(pictures)) await writeFile(join(folder, `${name}.svg`), svg);
  await writeFile(join(folder, 'report.md'), `${parts.join('\n\n')}\n`);
}

function head({ machine, settings, command, commit, startedAt, companies }) {
  return [
    '# Performance report',
    `Commit ${commit}, ${startedAt}. Command: \`${command}\`.`,
    table(
      ['what', 'value'],
      [...Object.entries(machine), ...Object.entries(settings)].map(([name, value]) => [name, String(value)]),
    ),
    `The comparisons use ${companies.toLocaleString('en-US')} generated companies (seed 1). Values are medians of the rounds, with the smallest and the largest in brackets. [benchmarks.md](../../../docs/benchmarks.md#report) says how to read them.`,
  ];
}

function targets(results) {
  const rows = judge(results).map(({ name, unit, bound, value, verdict }) => [
    name,
    `${bound} ${unit}`.trim(),
    value === undefined ? '–' : `${show(value)} ${unit}`.trim(),
    verdict,
  ]);
  return ['## Targets', table(['what', 'target', 'measured', 'verdict'], rows)];
}

function section(name, each, pictures) {
  if (each.error) return [`## ${name}`, `Failed: ${oneLine(each.error)}`];
  const { title, failures, contestants } = each;
  const failed = Object.entries(failures).map(([label, message]) => `- ${label} failed: ${oneLine(message)}`);
  const isTimed = contestants.ours.timed !== undefined;
  pictures[name] = barChart({
    title,
    unit: isTimed ? `${each.unit} a second` : 'requests a second',
    bars: Object.entries(contestants).map(([label, found]) => ({
      name: label,
      value: isTimed ? each.count / found.timed.seconds.median : found.capacity.throughput.median,
    })),
  });
  const body = isTimed ? timedTable(each) : httpTables(each);
  return [
    `## ${title}`,
    ...body,
    ...(failed.length > 0 ? [failed.join('\n')] : []),
    `![${title}](${name}.svg)`,
  ];
}

function timedTable({ count, unit, contestants }) {
  const ours = contestants.ours.timed.seconds.median;
  const rows = Object.entries(contestants).map(([label, { timed }]) => [
    label,
    spread(timed.seconds),
    show(count / timed.seconds.median),
    show(ours / timed.seconds.median),
  ]);
  return [
    `${count.toLocaleString('en-US')} ${unit}.`,
    table(['', 'seconds', `${unit} a second`, 'our time to it'], rows),
  ];
}

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
  const paced = Object.entries(contestants).map(([label, { paced: each }]) => [
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
    for (const { companies, cases } of all) {
      for (const [label, { timed, alone }] of Object.entries(cases[name]?.contestants ?? {})) {
        points[label] ??= [];
        points[label].push([companies, timed ? timed.seconds.median * 1000 : alone.p50.median]);
      }
    }
    parts.push(...curve(`size-${name}`, `${name} over size`, 'ms', points, pictures));
  }
  const memory = { idle: [], 'after all cases': [] };
  for (const { companies, idleMb, loadedMb } of all) {
    if (idleMb) memory.idle.push([companies, idleMb]);
    if (loadedMb) memory['after all cases'].push([companies, loadedMb]);
  }
  parts.push(...curve('size-memory', 'memory of the service over size', 'MiB', memory, pictures));
  const failed = all.flatMap(({ companies, cases, error }) => [
    ...(error ? [`- ${companies} companies failed: ${oneLine(error)}`] : []),
    ...Object.entries(cases)
      .filter(([, each]) => each.error)
      .map(([name, each]) => `- ${name} of ${companies} companies failed: ${oneLine(each.error)}`),
  ]);
  return ['## Size', ...parts, ...(failed.length > 0 ? [failed.join('\n')] : [])];
}

function curve(file, title, unit, points, pictures) {
  const series = Object.entries(points)
    .map(([name, own]) => ({ name, points: own.toSorted(([a], [b]) => a - b) }))
    .filter((each) => each.points.length > 0);
  if (series.length === 0) return [];
  pictures[file] = lineChart({ title, unit, x: 'companies', series });
  const xs = [...new Set(series.flatMap((each) => each.points.map(([x]) => x)))].sort((a, b) => a - b);
  const rows = series.map(({ name, points: own }) => [
    name,
    ...xs.map((x) => show(own.find(([each]) => each === x)?.[1])),
  ]);
  const heads = xs.map((x) => x.toLocaleString('en-US'));
  return [`![${title}](${file}.svg)`, table([`${title}, ${unit}`, ...heads], rows)];
}

function ofProcess({ process: { start, blocks, workers, errors } }, pictures) {
  const parts = ['## Process'];
  if (start) {
    parts.push(
      `Start until ready: ${show(start.seconds)} s (${start.times.map(show).join(', ')}). Idle memory: ${show(start.idleMb)} MiB (${start.memory.map(show).join(', ')}).`,
    );
  }
  if (blocks) {
    const { rate, capacity, blockMs, latency } = blocks;
    parts.push(
      `Mixed load of ${show(rate)} requests a second, 60 % of ${show(capacity)}: longest block of the event loop ${show(blockMs)} ms; p50 ${show(latency.p50)} ms, p99 ${show(latency.p99)} ms.`,
    );
  }
  if (workers) {
    pictures.workers = barChart({
      title: 'REST look-ups by worker processes',
      unit: 'requests a second',
      bars: workers.map(({ count, throughput }) => ({ name: `${count}`, value: throughput.median })),
    });
    const names = ['throughput', 'p50', 'p99', 'processors', 'memoryMb', 'postingsMb'];
    const heads = [
      'requests a second',
      'p50, ms',
      'p99, ms',
      'processors used',
      'memory of all, MiB',
      'postings of each, MiB',
    ];
    const rows = workers.map((each) => [`${each.count}`, ...names.map((name) => spread(each[name]))]);
    parts.push(table(['WEB_CONCURRENCY', ...heads], rows), '![workers](workers.svg)');
  }
  const failed = Object.entries(errors).map(([name, message]) => `- ${name} failed: ${oneLine(message)}`);
  return failed.length > 0 ? [...parts, failed.join('\n')] : parts;
}
