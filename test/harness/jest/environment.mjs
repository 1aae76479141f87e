import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Where jest keeps what a file sets for its own tests: their time, and how a failed one is repeated. */
const OF_THE_FILE = [
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'LOG_ERRORS_BEFORE_RETRY',
  'WAIT_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
].map((name) => Symbol.for(name));
/** What Playwright says when the process of a page ended by itself. */
const CRASHED = /Target crashed|Page crashed/;

function setGlobal(name, value) {
  globalThis[name] = value;
}

/** The worker's own globals. Node can then load tests, and keep what they import for the next file. */
export default class NativeEnvironment {
  // A view: jest replaces parts of `process` and must not do so for all files that follow.
  global = Object.create(globalThis, {
    process: { value: Object.create(process) },
    // The runner of the tests reads these from the worker's own globals, not from the view.
    ...Object.fromEntries(OF_THE_FILE.map((name) => [name, { set: (value) => setGlobal(name, value) }])),
  });
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimersModern;
  #console = globalThis.console;
  #env = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** A test is repeated, once, only where the browser crashed. Anything else that failed stays failed. */
  async handleTestEvent({ name, test }) {
    if (name !== 'test_retry') return;
    const reasons = test.retryReasons.flat().map((reason) => String(reason?.stack ?? reason));
    // Jest runs neither hooks nor the test itself where there is an error already.
    if (!reasons.some((reason) => CRASHED.test(reason))) test.errors = test.retryReasons.splice(0);
  }

  async setup() {
    globalThis.console = this.global.console;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const name of OF_THE_FILE) delete globalThis[name];
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
