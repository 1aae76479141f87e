const PARALLEL = 200;
const BATCH = 10;

/** After a start, nothing is prepared, compiled or connected yet; still, each of these takes milliseconds. */
export const ENRICHMENT = [
  {
    name: 'fresh-enrichments',
    finding: 17,
    grownMb: 300,
    fresh: true,
    /** Each of them must succeed. */
    all: '200',
    run: async ({ keys, sender, prepared }) => {
      const { domains } = prepared;
      const callOf = (n) => ({
        method: 'POST',
        path: '/v1/enrich/partnerships',
        key: keys[n % keys.length],
        body: JSON.stringify({
          domains: Array.from({ length: BATCH }, (_, index) => domains[(n * BATCH + index) % domains.length]),
        }),
      });
      await Promise.all(Array.from({ length: PARALLEL }, (_, n) => sender.send(callOf(n))));
    },
  },
];
