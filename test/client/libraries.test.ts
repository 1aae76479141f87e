import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, print } from 'graphql';
import { startTestService } from '../harness/service.ts';
import { createFolder, readModules, writeModules } from '../harness/typescript-blocks.ts';
import { createList } from '../modules/lists/operations.ts';

/** Exports of the program of each library. */
interface Library {
  loadLists(search?: string, after?: string): Promise<Lists | null | undefined>;
  loadedLists(search?: string): Lists | null | undefined;
  renameList(listId: string, name: string): Promise<void>;
  codeOf(error: unknown): unknown;
  watchList(listId: string, show: (kind: string) => void): () => void;
}
interface Lists {
  edges: readonly { node: { id: string; name: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}
interface Subscriptions {
  changesOf(listId: string): AsyncGenerator<{ kind: string }>;
}

const ARTIFACTS = 'test/client/relay';
const LIBRARIES = ['apollo', 'urql', 'relay'];

const service = await startTestService();
const tenant = await service.createTenant('libraries');
const folder = await createFolder();
const modules = await readModules('docs/api/graphql-clients.md');
Object.assign(process.env, { COMPANY_DATA_URL: service.url, COMPANY_DATA_KEY: tenant.userKey });
await cp(ARTIFACTS, join(folder.path, '__generated__'), { recursive: true });
await writeModules(
  folder.path,
  modules.map(({ file, code }) => ({ file, code: withArtifacts(code) })),
);
afterAll(async () => {
  await folder.remove();
  await service.close();
});

const load = (name: string) => import(pathToFileURL(join(folder.path, `${name}.ts`)).href);

interface Document {
  text: string;
  name: string;
}

function relayDocumentsOf(code: string): Document[] {
  return [...code.matchAll(/(?<=\s)graphql`([^`]*)`/g)].map(([, text = '']) => ({
    text,
    name: /(?:query|mutation|subscription) (\w+)/.exec(text)?.[1] ?? '',
  }));
}

/** Replaces each document by what relay-compiler made of it, as Relay's plugin for bundlers does. */
function withArtifacts(code: string): string {
  const documents = relayDocumentsOf(code);
  const imports = documents.map(({ name }) => `import ${name} from './__generated__/${name}.graphql.ts';\n`);
  const replaced = documents.reduce((rest, { text, name }) => rest.replace(`graphql\`${text}\``, name), code);
  return imports.join('') + replaced.replaceAll(/import type .* from '.\/__generated__\/.*\n/g, '');
}

const namesIn = (lists: Lists | null | undefined) => lists?.edges.map(({ node }) => node.name);

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((go) => setTimeout(go, 10));
}

/** Renames a list until a subscriber has heard of it: a stream misses changes while it opens. */
async function renameUntil(listId: number, holds: () => boolean): Promise<void> {
  while (!holds()) {
    await service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name: 'Seen' });
    await service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name: 'Renamed' });
    await new Promise((go) => setTimeout(go, 10));
  }
}

it('the page has a program for each library, and the artifacts of Relay are of its documents', async () => {
  expect(modules.map(({ file }) => file).sort()).toEqual([
    'apollo.ts',
    'relay.ts',
    'subscriptions.ts',
    'urql.ts',
  ]);
  const documents = relayDocumentsOf(modules.find(({ file }) => file === 'relay.ts')?.code ?? '');
  expect(documents).toHaveLength(3);
  for (const { text, name } of documents) {
    const { default: artifact } = await load(`__generated__/${name}.graphql`);
    // Otherwise run `npm run relay-artifacts`.
    expect([name, artifact.hash]).toEqual([
      name,
      createHash('md5')
        .update(print(parse(text)))
        .digest('hex'),
    ]);
  }
});

describe.each(LIBRARIES)('the program for %s', (name) => {
  it('joins pages, keeps searches apart, and shows a changed name in all of them', async () => {
    const library: Library = await load(name);
    const ids: number[] = [];
    for (const search of ['A', 'B'])
      for (const number of [1, 2, 3])
        ids.push(await createList(service, tenant.userKey, `${name} ${search}${number}`));

    const first = await library.loadLists(`${name} A`);
    expect([namesIn(first), first?.pageInfo.hasNextPage]).toEqual([[`${name} A3`, `${name} A2`], true]);
    const second = await library.loadLists(`${name} A`, first?.pageInfo.endCursor ?? '');
    const all = [`${name} A3`, `${name} A2`, `${name} A1`];
    expect([namesIn(second), second?.pageInfo.hasNextPage]).toEqual([all, false]);
    expect(namesIn(await library.loadLists(`${name} B`))).toEqual([`${name} B3`, `${name} B2`]);
    expect(namesIn(library.loadedLists(`${name} A`))).toEqual(all);

    await library.renameList(String(ids[2]), 'Newest');
    expect(namesIn(library.loadedLists(`${name} A`))).toEqual(['Newest', `${name} A2`, `${name} A1`]);
    expect((await service.rest(tenant.userKey).get(`/v1/lists/${ids[2]}`)).body.name).toBe('Newest');
  });

  it('tells errors by their codes', async () => {
    const library: Library = await load(name);
    const error = await library.renameList('999999', 'Nobody').catch((cause: unknown) => cause);
    expect(library.codeOf(error)).toBe('LIST_NOT_FOUND');
    expect(library.codeOf(await library.renameList('1', '').catch((cause: unknown) => cause))).toBe(
      'VALIDATION_ERROR',
    );
  });

  it('receives changes of a list, which reach the pages that show it', async () => {
    const library: Library = await load(name);
    const id = await createList(service, tenant.userKey, `${name} watched`);
    await library.loadLists(`${name} watched`);
    const kinds: string[] = [];
    const stop = library.watchList(String(id), (kind) => kinds.push(kind));
    await until(() => service.service.subscriptions() === 1);
    await renameUntil(id, () => kinds.includes('NAME'));
    await until(() => namesIn(library.loadedLists(`${name} watched`))?.[0] === 'Renamed');
    stop();
    await until(() => service.service.subscriptions() === 0);
  });
});

describe('the program for graphql-sse', () => {
  it('yields the changes of a list', async () => {
    const { changesOf }: Subscriptions = await load('subscriptions');
    const id = await createList(service, tenant.userKey, 'Streamed');
    const changes = changesOf(String(id));
    let kind: string | undefined;
    const first = changes.next().then(({ value }) => {
      kind = value?.kind;
    });
    await until(() => service.service.subscriptions() === 1);
    await renameUntil(id, () => kind !== undefined);
    await first;
    expect(kind).toBe('NAME');
    await changes.return(undefined);
    await until(() => service.service.subscriptions() === 0);
  });

  it('throws the code of a refusal', async () => {
    const { changesOf }: Subscriptions = await load('subscriptions');
    await expect(changesOf('999999').next()).rejects.toThrow('LIST_NOT_FOUND');
  });
});
