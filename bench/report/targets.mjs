const ratio = (measured, peer, phase, name) => {
  const { ours, [peer]: theirs } = measured?.contestants ?? {};
  return ours?.[phase]?.[name].median / theirs?.[phase]?.[name].median;
};

/** Each target with how to find its value in the results. A value that is missing or no number was not measured. */
const TARGETS = [
  {
    name: 'REST look-up: capacity against fastify + pg',
    atLeast: 1.3,
    of: ({ cases }) => ratio(cases.lookup, 'fastify + pg', 'capacity', 'throughput'),
  },
  {
    name: 'REST look-up with technologies and firmographics: capacity against fastify + pg',
    atLeast: 1.2,
    of: ({ cases }) => ratio(cases['lookup-all'], 'fastify + pg', 'capacity', 'throughput'),
  },
  ...['lookup', 'lookup-all'].map((name) => ({
    name: `${name}: processor time a request against fastify + pg`,
    atMost: 0.9,
    of: ({ cases }) => ratio(cases[name], 'fastify + pg', 'capacity', 'processor'),
  })),
  {
    name: 'GraphQL look-up with 20 technologies: capacity against PostGraphile 5',
    atLeast: 1.6,
    of: ({ cases }) => ratio(cases['graphql-lookup'], 'PostGraphile 5', 'capacity', 'throughput'),
  },
  {
    name: 'enrichment: p50 against fastify + pg',
    atMost: 0.7,
    of: ({ cases }) => ratio(cases.enrichment, 'fastify + pg', 'alone', 'p50'),
  },
  {
    name: 'first import: rows a second against COPY of prepared rows',
    atLeast: 0.8,
    of: ({ cases }) => {
      const { ours, 'COPY of prepared rows': peer } = cases.import?.contestants ?? {};
      return peer?.timed.seconds.median / ours?.timed.seconds.median;
    },
  },
  {
    name: 'nested page: p50 against PostGraphile 5',
    atMost: 0.5,
    of: ({ cases }) => ratio(cases['nested-page'], 'PostGraphile 5', 'alone', 'p50'),
  },
  {
    name: 'draft of a filter: p50',
    atMost: 8,
    unit: 'ms',
    of: ({ cases }) => cases.draft?.contestants?.ours.alone.p50.median,
  },
  {
    name: 'draft of a filter: p95',
    atMost: 12,
    unit: 'ms',
    of: ({ cases }) => cases.draft?.contestants?.ours.alone.p95?.median,
  },
  {
    name: 'longest block of the event loop under mixed load',
    atMost: 30,
    unit: 'ms',
    of: ({ process }) => process.blocks?.blockMs,
  },
  {
    name: 'start until ready, existing database',
    atMost: 2,
    unit: 's',
    of: ({ process }) => process.start?.seconds,
  },
  // Node.js 24 reserves more.
  {
    name: 'idle memory',
    atMost: ({ machine }) => (Number.parseInt(machine['Node.js'].slice(1), 10) < 24 ? 130 : 160),
    unit: 'MiB',
    of: (results) => results.process.start?.idleMb,
  },
  {
    name: 'memory after 100,000 look-ups, against idle memory',
    atMost: 1.1,
    of: (results) => results.process.start?.afterMb / results.process.start?.idleMb,
  },
];

/** @returns [{name, unit, bound, value, verdict}], with verdicts met, missed, and not measured */
export function judge(results) {
  return TARGETS.map(({ name, unit = '', atLeast, atMost: most, of }) => {
    const value = of(results);
    const atMost = typeof most === 'function' ? most(results) : most;
    const isMeasured = Number.isFinite(value);
    const isMet = atMost === undefined ? value >= atLeast : value <= atMost;
    const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
    return {
      name,
      unit,
      bound,
      value: isMeasured ? value : undefined,
      verdict: !isMeasured ? 'not measured' : isMet ? 'met' : 'missed',
    };
  });
}
