import { setTimeout as sleep } from 'node:timers/promises';

const A_SECOND = 20;

/**
 * Sends previews at an even rate, whether earlier ones were answered or not, until a promise is settled.
 *
 * @returns for each when it was sent, whether it succeeded, and the milliseconds from its turn to its answer
 */
export async function previewEvenly({ url, headers }, definitions, until, signal) {
  const sent = [];
  const running = [];
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const start = performance.now();
  for (let number = 0; !isOver; number += 1) {
    signal.throwIfAborted();
    const turn = start + (number * 1000) / A_SECOND;
    await sleep(Math.max(0, turn - performance.now()));
    const body = JSON.stringify(definitions[number % definitions.length]);
    const at = new Date();
    const answer = fetch(`${url}/v1/lists/preview-count`, { method: 'POST', headers, body, signal });
    running.push(
      answer.then(async (response) => {
        await response.text();
        sent.push({ at, ok: response.ok, ms: performance.now() - turn });
      }),
    );
  }
  await Promise.all([over, ...running]);
  return sent;
}
