import { run } from './run.ts';

/** Returns the tags of the image of a version: its own, and that of its minor version. */
export function imageTags(version: string): string[] {
  const minor = version.replace(/\.\d+$/, '');
  return [`company-data:${version}`, `company-data:${minor}`];
}

/** Builds the image of the commit that is checked out. Without Docker it prints the command that would. */
export async function buildImage(
  root: string,
  version: string,
  print: (line: string) => void,
): Promise<void> {
  const revision = (await run('git', ['rev-parse', 'HEAD'], root)).trim();
  const tags = imageTags(version);
  const args = [
    ...['build', '--file', 'ops/docker/Dockerfile'],
    ...tags.flatMap((tag) => ['--tag', tag]),
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`, '.'],
  ];
  try {
    await run('docker', ['info'], root);
  } catch {
    print(`Docker does not run here. Build the image where it does:\n  docker ${args.join(' ')}`);
    return;
  }
  await run('docker', args, root);
  print(`Built the image ${tags.join(', ')}.`);
}
