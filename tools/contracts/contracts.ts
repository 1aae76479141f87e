import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, parse, print, visit } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { lastRelease, unreleasedEntries } from '../release/changelog.ts';
import { breakingOpenApi, type OpenApi } from './openapi-changes.ts';
import type { Change } from './schema-changes.ts';

/** Contracts of the last release, without descriptions and examples: a clone may lack the tag of the release. */
const RELEASED = 'tools/contracts/released';
const BREAKING = 'tools/contracts/breaking.yaml';
const FILES = { graphql: 'schema.graphql', openApi: 'openapi.json' } as const;

const HEADER = `# Changes since the last release that break callers. Each entry names one of CHANGELOG.md below "Breaking" or "Removed" by its
# first words, and has patterns of the changes that it describes: \`Type.field\`, or a part with \`*\`. \`npm run contracts\` checks it.
`;

/** An entry of the changelog, by its first words, and patterns of the changes that it describes. */
export interface Described {
  entry: string;
  changes: string[];
}

/** The contracts of one version. */
export interface Contracts {
  graphql: string;
  openApi: OpenApi;
}

const textOf = ({ path, message }: Change) => `${path}: ${message}`;

/** Returns the changes between two versions that break callers, of GraphQL and of REST. */
export async function breakingChanges(before: Contracts, after: Contracts): Promise<Change[]> {
  const changes = await diff(buildSchema(before.graphql), buildSchema(after.graphql));
  const isBreaking = ({ criticality: { level }, type }: (typeof changes)[number]) =>
    // Another default gives a request another meaning.
    level === CriticalityLevel.Breaking || /DEFAULT(?:_VALUE)?_CHANGED$/.test(type);
  const graphql = changes
    .filter(isBreaking)
    .map(({ path, message }) => ({ path: path ?? 'schema', message }));
  return [...graphql, ...breakingOpenApi(before.openApi, after.openApi)];
}

/**
 * Returns what is wrong: a breaking change that no entry of the changelog describes, a pattern that describes none, and an
 * entry that the changelog does not have.
 */
export function faultsOf(
  changes: readonly Change[],
  described: readonly Described[],
  entries: readonly string[],
) {
  const patterns = described.flatMap((each) =>
    each.changes.map((pattern) => ({ pattern, entry: each.entry, test: matcherOf(pattern) })),
  );
  const undescribed = changes.filter((change) => !patterns.some(({ test }) => test(change)));
  return [
    ...undescribed.map(
      (change) =>
        `${textOf(change)}\n  This breaks callers. Describe it in CHANGELOG.md below "### Breaking" of "Unreleased": what changed, and what\n  a caller does. Then name it in ${BREAKING} below the first words of that entry:\n    - '${change.path}'`,
    ),
    ...patterns
      .filter(({ test }) => !changes.some(test))
      .map(
        ({ pattern, entry }) => `${BREAKING}: '${pattern}' of "${entry}" is no breaking change. Remove it.`,
      ),
    ...described
      .filter(({ entry }) => entries.filter((each) => each.startsWith(entry)).length !== 1)
      .map(({ entry }) => `${BREAKING}: not one entry below "Breaking" or "Removed" begins with "${entry}".`),
  ];
}

/** A pattern matches the path of a change, or its path and message. `*` is any text. */
function matcherOf(pattern: string): (change: Change) => boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const expression = new RegExp(`^${escaped.join('.*')}$`);
  return (change) => expression.test(change.path) || expression.test(textOf(change));
}

/** Compares the contracts in `root` with those of the last release. @returns what is wrong. */
export async function checkContracts(root: string): Promise<string[]> {
  const read = (...path: string[]) => readFile(join(root, ...path), 'utf8');
  const contractsIn = async (folder: string): Promise<Contracts> => ({
    graphql: await read(folder, FILES.graphql),
    openApi: JSON.parse(await read(folder, FILES.openApi)),
  });
  const [before, after, changelog] = [
    await contractsIn(RELEASED),
    await contractsIn('.'),
    await read('CHANGELOG.md'),
  ];
  const released = (before.openApi as unknown as { info: { version: string } }).info.version;
  const last = lastRelease(changelog);
  if (released !== last)
    return [`${RELEASED} has the contracts of ${released}, not of ${last}, the last release.`];
  const described: Described[] = parseYaml(await read(BREAKING)) ?? [];
  const entries = unreleasedEntries(changelog, ['Breaking', 'Removed']);
  return faultsOf(await breakingChanges(before, after), described, entries);
}

/** Keeps the contracts in `root` as those of the last release, from which nothing has changed yet. @returns the paths. */
export async function keepContracts(root: string): Promise<string[]> {
  await mkdir(join(root, RELEASED), { recursive: true });
  const graphql = await readFile(join(root, FILES.graphql), 'utf8');
  const openApi = await readFile(join(root, FILES.openApi), 'utf8');
  const paths = [join(RELEASED, FILES.graphql), join(RELEASED, FILES.openApi), BREAKING] as const;
  await writeFile(join(root, paths[0]), withoutDescriptions(graphql));
  await writeFile(join(root, paths[1]), withoutProse(openApi));
  await writeFile(join(root, paths[2]), HEADER);
  return [...paths];
}

function withoutDescriptions(sdl: string): string {
  const bare = visit(parse(sdl), {
    enter: (node) =>
      'description' in node && node.description ? { ...node, description: undefined } : undefined,
  });
  return `${print(bare)}\n`;
}

const PROSE = ['description', 'summary', 'example', 'examples', 'externalDocs', 'tags'];

/** Properties of schemas may have the names of keywords. */
function withoutProse(text: string): string {
  const strip = (value: unknown, holdsNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, false));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => holdsNames || !PROSE.includes(key));
    return Object.fromEntries(
      kept.map(([key, each]) => [key, strip(each, !holdsNames && key === 'properties')]),
    );
  };
  return `${JSON.stringify(strip(JSON.parse(text), false), null, 1)}\n`;
}
