import assert from 'node:assert/strict';

const HEADERS = ['content-type', 'x-credits-charged', 'x-credits-remaining'];

/**
 * Sends the same request to both servers and throws unless status, body and the headers that callers read are equal. A
 * faster server with another response would prove nothing.
 *
 * @returns the parsed body
 */
export async function assertSameAnswer(ours, peer, path, init) {
  const [left, right] = await Promise.all([ours, peer].map((server) => ask(server, path, init)));
  assert.deepEqual(left, right, `the answers to ${path} differ`);
  return left.body;
}

async function ask({ url }, path, init) {
  const headers = { ...init.headers, 'x-request-id': 'bench-comparison' };
  const response = await fetch(url + path, { ...init, headers });
  assert.equal(response.headers.get('x-request-id'), 'bench-comparison');
  const read = Object.fromEntries(HEADERS.map((name) => [name, response.headers.get(name)]));
  return { status: response.status, headers: read, body: await response.json() };
}
