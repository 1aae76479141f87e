import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { validate } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { openConsole, warnWithoutConsole } from '../../src/commands/serve-requests.ts';
import { readConfig } from '../../src/config.ts';
import { buildConsole, hashOf } from '../harness/console.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';

const NAME = 'query Name { __typename }';

let build: Awaited<ReturnType<typeof buildConsole>>;
let log: CapturedLog;

beforeEach(async () => {
  build = await buildConsole([NAME]);
  log = captureLog();
});
afterEach(() => build.remove());

function open(env: Record<string, string> = {}) {
  const config = readConfig(env);
  const files = openConsole(config, build.folder);
  warnWithoutConsole(config, files, log.logger);
  return files;
}

describe('the files of the console', () => {
  it('are read at the start', () => {
    const files = open();
    expect([...(files?.documents.keys() ?? [])]).toEqual([hashOf(NAME)]);
    expect([...(files?.assets.keys() ?? [])].sort()).toEqual([
      '/assets/alone-1.gz',
      '/assets/index-Ab12_-cd.js',
      '/assets/index-Ef34gh.css',
      '/assets/inter-1.woff2',
      '/assets/logo-1.svg',
      '/assets/only-gzip-1.js',
      '/assets/small-1.js',
    ]);
    expect(log.lines()).toEqual([]);
  });

  it('are not read with CONSOLE=off', () => {
    expect([open({ CONSOLE: 'off' }), log.lines()]).toEqual([undefined, []]);
  });

  it('may be missing: the log then says in one line what to run', async () => {
    await rm(build.folder, { recursive: true });
    expect(open()).toBeUndefined();
    expect(log.lines()).toMatchObject([
      { level: 'warn', msg: 'the console is not served, because it is not built; run npm run build' },
    ]);
  });

  it('must be complete', async () => {
    await rm(join(build.folder, 'documents.json'));
    expect(() => open()).toThrow(/^cannot read \S+\/console\/documents\.json \(the console\): .*ENOENT/);
    await rm(join(build.folder, 'assets'), { recursive: true });
    expect(() => open()).toThrow(`cannot read ${build.folder}/assets (the console); run npm run build`);
  });

  it('must have a place for the nonce, without which the page has no style', async () => {
    await writeFile(join(build.folder, 'index.html'), '<!doctype html>');
    expect(() => open()).toThrow(
      `${build.folder}/index.html (the console) has no __CSP_NONCE__; run npm run build`,
    );
  });

  it('hold documents that fit the schema, which the build has made sure of', () => {
    const documents = [...(openConsole(readConfig({}))?.documents.values() ?? [])];
    expect(documents.length).toBeGreaterThan(20);
    expect(documents.flatMap((document) => validate(schema, document()))).toEqual([]);
  });
});
