/** Returns the value below which a share of the samples lies (nearest rank). */
export function percentile(samples, share) {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export const median = (samples) => {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Measures two servers alternately, in another order each round, so that other load on the machine affects both alike.
 *
 * @param measure returns an object of numbers for one server
 * @returns for each number the medians over the rounds, and the median, minimum and maximum of the rounds' ratios
 */
export async function alternate(rounds, ours, peer, measure) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const server of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
      pair[server.label] = await measure(server);
    }
    results.push(pair);
  }
  const names = Object.keys(results[0].ours).filter((name) => results[0].ours[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, compare(results, name)]));
}

function compare(results, name) {
  const ratios = results.map(({ ours, peer }) => ours[name] / peer[name]);
  return {
    ours: median(results.map(({ ours }) => ours[name])),
    peer: median(results.map(({ peer }) => peer[name])),
    ratio: median(ratios),
    least: Math.min(...ratios),
    greatest: Math.max(...ratios),
  };
}
