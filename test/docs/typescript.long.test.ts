import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rolldown } from 'rolldown';
import { findPages } from '../harness/pages.ts';
import { seedCompany } from '../harness/seed.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { createFolder, readModules, writeModules } from '../harness/typescript-blocks.ts';

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

let folder: Awaited<ReturnType<typeof createFolder>>;

async function run(script: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, [resolve(script), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [status] = await once(child, 'close');
  return status === 0 ? '' : output;
}

const typecheck = () => run('node_modules/typescript-7/bin/tsc', ['-p', '.'], folder.path);

/** Folder of a page's modules. */
const folderOf = (page: string) => join(folder.path, page.replace(/\.md$/, ''));

beforeAll(async () => {
  folder = await createFolder();
  for (const page of await findPages()) await writeModules(folderOf(page), await readModules(page));
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(folder.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts', '**/*.tsx'] }),
  );
  // Files that readers of these pages generate first.
  await cp('test/client/relay', join(folderOf('docs/api/graphql-clients.md'), '__generated__'), {
    recursive: true,
  });
  const react = folderOf('docs/guides/react.md');
  await copyFile('schema.graphql', join(react, 'schema.graphql'));
  expect(await run('node_modules/@graphql-codegen/cli/esm/bin.js', ['--silent'], react)).toBe('');
});
afterAll(() => folder.remove());

it('the TypeScript of all pages compiles with the built client', async () => {
  expect(await typecheck()).toBe('');
});

it('a wrong field in a page does not compile', async () => {
  const file = join(folderOf('docs/guides/react.md'), 'src', 'wrong.ts');
  await writeFile(file, `import { client } from './client';\nclient.nothing();\n`);
  expect(await typecheck()).toContain(`Property 'nothing' does not exist`);
});

/** Renders the list as a server does, and exports what the test needs of the guide. */
const ENTRY = `
import { prerenderStatic } from '@apollo/client/react/ssr';
import { renderToStaticMarkup } from 'react-dom/server';
import { client } from './src/client';
import { Companies } from './src/companies';
import { CompaniesDocument } from './src/gql/graphql';
export { server } from './server';
export async function render(search) {
  const tree = <Companies search={search} />;
  return (await prerenderStatic({ tree, context: { client }, renderFunction: renderToStaticMarkup })).result;
}
export async function loadMore(search) {
  const query = client.watchQuery({ query: CompaniesDocument, variables: { search } });
  const { companies } = client.readQuery({ query: CompaniesDocument, variables: { search } });
  await query.fetchMore({ variables: { after: companies.pageInfo.endCursor } });
}
`;

interface Guide {
  server: Server;
  render(search: string): Promise<string>;
  loadMore(search: string): Promise<void>;
}

describe('the page of the guide to React', () => {
  let service: TestService;
  let guide: Guide;
  let backend: string;
  beforeAll(async () => {
    service = await startTestService();
    const { orgKey } = await service.createTenant('guide');
    for (let number = 1; number <= 21; number += 1)
      await seedCompany(service.database.pool, {
        name: `Acme ${number}`,
        slug: `acme-${number}`,
        domains: [`acme-${number}.example`],
      });
    const react = folderOf('docs/guides/react.md');
    await writeFile(join(react, 'entry.jsx'), ENTRY);
    const bundle = await rolldown({ input: join(react, 'entry.jsx'), platform: 'node', external: /^[@a-z]/ });
    const { output } = await bundle.generate();
    // A page has an origin, and a process has none.
    const code = output[0].code.replace(
      'uri: "/graphql"',
      'uri: () => "http://127.0.0.1:" + server.address().port + "/graphql"',
    );
    await writeFile(join(react, 'entry.mjs'), code);
    Object.assign(process.env, { COMPANY_DATA_URL: service.url, COMPANY_DATA_KEY: orgKey, PORT: '0' });
    guide = await import(pathToFileURL(join(react, 'entry.mjs')).href);
    if (!guide.server.listening) await once(guide.server, 'listening');
    backend = `http://127.0.0.1:${(guide.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    guide.server.closeAllConnections();
    guide.server.close();
    await service.close();
  });

  it('shows companies with a page more, and what is wrong with a search', async () => {
    const shown = await guide.render('acme');
    expect(shown).toContain('<li>Acme 1, acme-1.example</li>');
    expect(shown).toContain('<p>20 of 21</p><button type="button">Load more</button>');
    await guide.loadMore('acme');
    expect(await guide.render('acme')).toMatch(/<p>21 of 21<\/p>$/);
    expect(await guide.render('x'.repeat(101))).toBe('<p role="alert">Enter 2 to 100 characters.</p>');
  });

  it('has a backend that sends no other documents', async () => {
    const send = (operationName: string) =>
      fetch(`${backend}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ operationName, query: '{ viewer { organization { name } } }' }),
      });
    expect((await send('Other')).status).toBe(404);
    expect(await (await send('Companies')).json()).toMatchObject({ errors: [{}] });
  });

  it('has a backend that goes on after nonsense', async () => {
    for (const body of ['null', '5', '[]', '"a"', 'not JSON', '', `"${'x'.repeat(20_000)}"`]) {
      const { status } = await fetch(`${backend}/graphql`, { method: 'POST', body });
      expect([body.slice(0, 9), status]).toEqual([body.slice(0, 9), 404]);
    }
    const { hostname, port } = new URL(backend);
    const socket = connect(Number(port), hostname);
    socket.end('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"a":');
    await once(socket.resume(), 'close');
    expect((await fetch(`${backend}/graphql`)).status).toBe(404);
  });
});
