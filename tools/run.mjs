// Runs a command of the service in this process, after a build if one is needed: `npm start`, `npm run demo`, `npm run cli`. A shell
// between npm and the server would keep the signals to itself that ask it to stop.
import { buildIfPossible } from './build-if-possible.mjs';

if (await buildIfPossible()) await import('../dist/bundle/main.js');
else process.exitCode = 1;
