// Runs the bin in this process, after a build when one is due: `npm run demo`, `npm start` and `npm run cli`. A shell
// between npm and the server would keep the signals to itself that ask it to stop.
import { buildIfStale } from './build.mjs';

await buildIfStale();
await import('../dist/bundle/main.js');
