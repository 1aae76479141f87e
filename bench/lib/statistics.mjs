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
 * Measures servers in turns, in another order each round, so that other load on the machine affects all alike.
 *
 * @param measure returns an object of numbers for one server
 * @returns for each round the numbers of each server, by its label
 */
export async function takeTurns(rounds, servers, measure) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % servers.length;
    const numbers = {};
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      numbers[server.label] = await measure(server);
    }
    results.push(numbers);
  }
  return results;
}

/**
 * Compares two servers by the rounds of `takeTurns`.
 *
 * @returns for each number the medians over the rounds, and the median, minimum and maximum of the rounds' ratios
 */
export function compareRounds(results, ours, peer) {
  const names = Object.keys(results[0][ours]).filter((name) => results[0][ours][name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, compare(results, ours, peer, name)]));
}

/** @returns for each number of a server in the rounds of `takeTurns` its median, minimum and maximum */
export function summarizeRounds(results, label) {
  const names = Object.keys(results[0][label]).filter((name) => results[0][label][name] !== undefined);
  const summarize = (values) => ({
    median: median(values),
    least: Math.min(...values),
    greatest: Math.max(...values),
  });
  return Object.fromEntries(
    names.map((name) => [name, summarize(results.map((round) => round[label][name]))]),
  );
}

/** Measures two servers in turns and compares them. @returns see `compareRounds` */
export async function alternate(rounds, ours, peer, measure) {
  return compareRounds(await takeTurns(rounds, [ours, peer], measure), ours.label, peer.label);
}

function compare(results, ours, peer, name) {
  const ratios = results.map((round) => round[ours][name] / round[peer][name]);
  return {
    ours: median(results.map((round) => round[ours][name])),
    peer: median(results.map((round) => round[peer][name])),
    ratio: median(ratios),
    least: Math.min(...ratios),
    greatest: Math.max(...ratios),
  };
}
