import assert from 'node:assert/strict';
import { startPeer } from './children.mjs';

/** The least that a response of any kind costs, by what stands in the tables. */
const FLOORS = { 'an empty answer of Node.js': ['/nothing'], 'SELECT 1': ['/one'] };

/**
 * Starts a server that answers with nothing around Node's server and the pool (bench/peers/floor.mjs).
 *
 * @param more paths of floors of a case, by what stands in the tables
 * @returns contestants with `isFloor`
 */
export async function openFloors({ root, url }, more = {}) {
  const server = await startPeer(root, 'floor', url, root);
  for (const [path] of Object.values(more)) {
    const response = await fetch(server.url + path);
    const { texts } = await response.json();
    assert(texts.includes(path.split('/').at(-1)), `the floor answers ${path} with ${texts}`);
  }
  return Object.entries({ ...FLOORS, ...more }).map(([name, paths]) => ({
    ...server,
    label: `floor: ${name}`,
    isFloor: true,
    requests: paths.map((path) => ({ method: 'GET', path, headers: {} })),
  }));
}
