import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepContracts } from '../contracts/contracts.ts';
import { copySources, createSbom, packBruno, packPackages, writeChecksums } from './artifacts.ts';
import { closeUnreleased, lastRelease, unreleasedHeadings } from './changelog.ts';
import { buildImage, imageTags } from './image.ts';
import { writeVersion } from './places.ts';
import { run } from './run.ts';
import { chooseVersion, versionAfter } from './version.ts';

const OUT = 'release';
const CHANGELOG = 'CHANGELOG.md';

export interface Options {
  /** Version to release; undefined for the next by the changelog. */
  version: string | undefined;
  /** Whether nothing is changed but release/. */
  dryRun: boolean;
}

/** A version with the changelog that names it. */
interface Plan {
  version: string;
  changelog: string;
}

/**
 * Makes a release of the commit that is checked out: writes its files into release/. Unless it is a dry run, it then writes
 * the version into the repository, commits, tags, and builds the image. It never pushes and never publishes.
 *
 * @param root folder of the repository.
 * @param print is given what was done, a line at a time.
 * @throws Error that says what to do next.
 */
export async function release(root: string, { version, dryRun }: Options, print: (line: string) => void) {
  const plan = await planRelease(root, version, print);
  await refuseUnready(root, plan.version);
  print('Tests are not run here: run `.ci/run` on this commit before you publish.');

  const out = join(root, OUT);
  const sources = join(out, 'sources');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  try {
    await copySources(root, sources);
    await writePlan(sources, plan);
    await writeFiles(sources, out, plan, print);
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
  const tags = imageTags(plan.version);
  if (dryRun) {
    print(`A dry run: no commit, no tag v${plan.version}, and no image ${tags.join(', ')}.`);
    return;
  }
  await commit(root, plan, print);
  await buildImage(root, plan.version, print);
  for (const line of nextSteps(plan.version)) print(line);
}

/** Writes the version of the next minor release, as 1.3.0-next, into the files that name it. Nothing is committed. */
export async function beginNext(root: string, print: (line: string) => void): Promise<void> {
  const last = lastRelease(await readFile(join(root, CHANGELOG), 'utf8'));
  if (last === undefined) throw new Error(`${CHANGELOG} has no release, so there is no version after it.`);
  const version = versionAfter(last);
  for (const path of await writeVersion(root, version)) print(`  ${path}: ${version}`);
}

async function planRelease(
  root: string,
  asked: string | undefined,
  print: (line: string) => void,
): Promise<Plan> {
  const text = await readFile(join(root, CHANGELOG), 'utf8');
  const headings = unreleasedHeadings(text);
  const last = lastRelease(text);
  const { version: current } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version = chooseVersion(asked, { last, current, headings });
  print(`Version ${version}, after ${last ?? 'no release'}. ${CHANGELOG} has: ${headings.join(', ')}.`);
  return { version, changelog: closeUnreleased(text, version, new Date().toISOString().slice(0, 10)) };
}

/** @throws Error if something is not committed, or if the version has a tag. */
async function refuseUnready(root: string, version: string): Promise<void> {
  const status = await run('git', ['status', '--porcelain'], root);
  if (status !== '')
    throw new Error(
      `A release is made of what is committed. Commit or stash these files first:\n${status.trimEnd()}`,
    );
  if ((await run('git', ['tag', '--list', `v${version}`], root)) !== '')
    throw new Error(`The tag v${version} exists. Name a later version: npm run release -- --version X.Y.Z`);
}

/** Writes version, changelog and the contracts to compare later ones with into a copy of the sources. @returns the paths of the changed files. */
async function writePlan(sources: string, { version, changelog }: Plan): Promise<string[]> {
  const paths = await writeVersion(sources, version);
  await writeFile(join(sources, CHANGELOG), changelog);
  return [...paths, ...(await keepContracts(sources)), CHANGELOG];
}

async function writeFiles(
  sources: string,
  out: string,
  { version, changelog }: Plan,
  print: (line: string) => void,
) {
  const wrote = (name: string, what: string) => print(`  ${OUT}/${name}: ${what}`);
  await writeFile(join(out, CHANGELOG), changelog);
  wrote(CHANGELOG, `"Unreleased" is now ${version}`);
  for (const name of await packPackages(sources, out)) wrote(name, 'a package for npm install');
  const sbom = `company-data-${version}.cdx.json`;
  await writeFile(join(out, sbom), await createSbom(sources));
  wrote(sbom, 'the SBOM of the service, bundled packages included');
  wrote(await packBruno(sources, out, `company-data-bruno-${version}`), 'the REST API as a Bruno collection');
  await writeFile(join(out, 'image-tags.txt'), `${imageTags(version).join('\n')}\n`);
  wrote('image-tags.txt', 'the tags of the image');
  await writeChecksums(out);
  wrote('SHA256SUMS', 'checksums of these files');
}

async function commit(root: string, plan: Plan, print: (line: string) => void): Promise<void> {
  const tag = `v${plan.version}`;
  await run('git', ['add', '--', ...(await writePlan(root, plan))], root);
  await run('git', ['commit', '--quiet', '--message', `release: version ${plan.version}`], root);
  await run('git', ['tag', '--annotate', '--message', `company-data ${plan.version}`, tag], root);
  print(`Committed version ${plan.version}, and tagged it ${tag}.`);
}

function nextSteps(version: string): string[] {
  const [tag = ''] = imageTags(version);
  return [
    'Nothing was pushed or published. To do so:',
    `  git push origin HEAD v${version}`,
    `  gh release create v${version} --verify-tag --notes "See ${CHANGELOG}." ${OUT}/*`,
    `  npm publish ${OUT}/company-data-client-${version}.tgz`,
    `  docker tag ${tag} REGISTRY/${tag} && docker push REGISTRY/${tag}`,
    'To begin the version after it:',
    '  npm run release -- --next',
    'To undo it instead:',
    `  git tag --delete v${version} && git reset --hard HEAD~1`,
  ];
}
