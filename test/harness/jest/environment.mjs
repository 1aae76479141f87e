import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Where jest keeps the time that `jest.setTimeout` gives to the tests of a file. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The worker's own globals. Node can then load tests, and keep what they import for the next file. */
export default class NativeEnvironment {
  // A view: jest replaces parts of `process` and must not do so for all files that follow.
  global = Object.create(globalThis, {
    process: { value: Object.create(process) },
    // The runner of the tests reads it from the worker's own globals, not from the view.
    [TIMEOUT]: {
      set: (milliseconds) => {
        globalThis[TIMEOUT] = milliseconds;
      },
    },
  });
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimersModern;
  #console = globalThis.console;
  #env = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    globalThis.console = this.global.console;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    delete globalThis[TIMEOUT];
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
