import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rolldown } from 'rolldown';
import { blocksOf } from '../harness/pages.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { CLIENT, createProject, LONG, type Packed, packClient, run, start } from './projects.ts';

const COMPILER = resolve('node_modules/typescript-7/bin/tsc');

const COMMON = { target: 'es2022', strict: true, skipLibCheck: false, outDir: 'out' };
const nodenext = { module: 'nodenext', lib: ['es2022'], types: ['node'] };
const bundler = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };

let directory: string;
let packed: Packed;
let service: TestService;
let tenant: Tenant;

/** Compiles the project's `example.ts`. */
async function compile(project: string, compilerOptions: object): Promise<string> {
  const options = { ...COMMON, typeRoots: [resolve('node_modules/@types')], ...compilerOptions };
  const config = { compilerOptions: options, files: ['example.ts'] };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  return (await run(process.execPath, [COMPILER, '-p', project], project)).stdout;
}

/** Joins the examples of the README to one program. Each is a block; all use the client of the first. */
async function readExamples(): Promise<string> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  const examples = blocksOf(readme).filter(({ language }) => language === 'ts');
  const [first = '', ...others] = examples.map(({ text }) => text);
  const ours = first.replace('http://127.0.0.1:4000', service.url).replace('cds_user_…', tenant.userKey);
  return [ours, ...others.map((code) => `{\n${code}}\n`)].join('\n');
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-'));
  packed = await packClient(directory);
  service = await startTestService();
  tenant = await service.createTenant('readers', 10);
  await seedSmallCatalogue(service.database.pool);
}, LONG);
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await service.close();
});

describe('the package', () => {
  it('contains the compiled sources, their types, the README and the licence, and nothing else', async () => {
    const sources = await readdir(join(CLIENT, 'src'), { recursive: true });
    const modules = sources
      .filter((path) => path.endsWith('.ts'))
      .map((path) => path.slice(0, -'.ts'.length));
    const compiled = modules.flatMap((path) => [`dist/${path}.d.ts`, `dist/${path}.js`]);
    expect(packed.files.map(({ path }) => path).sort()).toEqual(
      ['LICENSE', 'README.md', 'package.json', ...compiled].sort(),
    );
  });

  it('has the version of the service, no dependencies and no script that runs at installation', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const manifest = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8'));
    expect([packed.version, manifest.dependencies]).toEqual([version, undefined]);
    expect(Object.keys(manifest.scripts)).toEqual(['build', 'prepack']);
  });

  it(
    'can be installed from its folder, imported and required',
    async () => {
      const project = await createProject(directory, 'from-folder', CLIENT);
      const print = (load: string) => `const { CompanyDataError, createClient } = ${load};
        const { lists } = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 });
        lists.get(1).catch((error) => console.log(error instanceof CompanyDataError, error.code));`;
      const runAs = (type: string, code: string) =>
        run(process.execPath, [`--input-type=${type}`, '-e', code], project);
      const output = { status: 0, stdout: 'true network_error\n', stderr: '' };
      expect(await runAs('module', print(`await import('company-data-client')`))).toEqual(output);
      expect(await runAs('commonjs', print(`require('company-data-client')`))).toEqual(output);
    },
    LONG,
  );

  it('takes less than 6.5 kB of a page, compressed, and 24 kB more where texts are parsed', async () => {
    const sizeOf = async (entry: string) => {
      const bundle = await rolldown({ input: join(CLIENT, 'dist', entry) });
      const { output } = await bundle.generate({ minify: true });
      return (await promisify(gzip)(output[0].code)).length;
    };
    expect(await sizeOf('client.js')).toBeLessThan(6500);
    expect(await sizeOf('parse.js')).toBeLessThan(24_000);
  });
});

describe('the examples of the README', () => {
  it(
    'compile for Node.js and for bundlers, and print what the service responds',
    async () => {
      const project = await createProject(directory, 'from-archive', packed.archive);
      await writeFile(join(project, 'example.ts'), await readExamples());
      expect(await compile(project, bundler)).toBe('');
      expect(await compile(project, nodenext)).toBe('');

      const { child, output, ended } = start(process.execPath, ['out/example.js'], project);
      const wait = () => new Promise((go) => setTimeout(go, 10));
      while (service.service.subscriptions() === 0 && child.exitCode === null) await wait();
      // The stream counts before it is open, and misses changes until then.
      for (let i = 1; !output.stdout.includes('NAME') && child.exitCode === null; i += 1) {
        await service.rest(tenant.userKey).patch('/v1/lists/1', { name: `Customers ${i}` });
        await wait();
      }
      await service.rest(tenant.userKey).delete('/v1/lists/1');
      await ended;
      expect(output.stderr).toBe('');
      expect(output.stdout.replace(/(NAME\n)+/, 'NAME\n').split('\n')).toEqual([
        'Acme Cloud DE',
        'Prospects owner 2 acme',
        'acme high',
        'beta high',
        'found 1',
        'Germany',
        'Prospects',
        'Acme Cloud',
        '1 company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains',
        '1,Acme Cloud,acme,acme.example,high,added,1,Software,11-50,DE,2010,acme.example acme.io',
        '2,Beta 100% Öl_Works,beta,beta.example,high,added,1,Retail,,DE,2020,beta.example',
        '',
        '{"and":[{"condition":{"field":"country","operator":"any_of","values":["DE"]}},{"condition":{"field":"founded_year","operator":"gte","values":[2006]}}]}',
        "softwear [ 'industry Software', 'name contains softwear' ]",
        'industry Software companies in germany founded after 2005 1',
        '3 For a day',
        '1 acme',
        "Acme Cloud null company_not_found [ 'b' ]",
        'kubernetes',
        'postgresql',
        'NAME',
        'GONE',
        '/name must be 1 to 200 characters long',
        '',
      ]);
    },
    LONG,
  );
});
