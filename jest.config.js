/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // `npm test` leaves out the long forms. `.ci/run` runs them afterwards.
  testPathIgnorePatterns: process.env.SHORT === '1' ? ['\\.long\\.test\\.ts$'] : [],
  // Of the set-up and the tear-down alone: Node loads the tests.
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/test/harness/global-setup.ts',
  globalTeardown: '<rootDir>/test/harness/global-teardown.ts',
  // The modules of a worker stay loaded from one test file to the next, instead of a new context for each file.
  testEnvironment: '<rootDir>/test/harness/jest/environment.mjs',
  testRunner: '<rootDir>/test/harness/jest/runner.mjs',
  testSequencer: '<rootDir>/test/harness/jest/sequencer.mjs',
  injectGlobals: false,
  // Ends a test that hangs. A machine that is several times as slow as usual fails none.
  testTimeout: 300_000,
  maxWorkers: 3,
  // Node keeps what tests import. A worker that has become this large is replaced before its next file.
  workerIdleMemoryLimit: '1200MB',
};
