// A thread of the attacker or of the victim: computing in one must not delay the other.
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './attacks/index.mjs';
import { createHistogram } from './histogram.mjs';
import { COMPRESSED, createSender } from './http.mjs';
import { sendOpenLoop, sendSaturating } from './load.mjs';
import { lookUpEvenly } from './victim.mjs';

const { role, ...data } = workerData;
let over = false;
parentPort.once('message', () => {
  over = true;
});

const ROLES = {
  victim: () => lookUpEvenly(data, () => over),
  attack: () => attack(data),
  saturating: () => sendSaturating(data),
  openLoop: () => sendOpenLoop(data),
};

async function attack({ name, url, keys, prepared, seconds }) {
  const histogram = createHistogram();
  const sender = createSender(url, histogram, { common: COMPRESSED });
  const { run } = ATTACKS.find((each) => each.name === name);
  await run({ url, keys, prepared, sender, histogram, until: Date.now() + seconds * 1000 });
  sender.close();
  return { answers: histogram.counts };
}

parentPort.postMessage(await ROLES[role]());
parentPort.close();
