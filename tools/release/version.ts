const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const BREAKING = ['Breaking', 'Removed'];
/** Semantic Versioning 2.0, section 7. */
const MINOR = ['Added', 'Deprecated'];

/** @throws Error unless the text is three numbers, such as 1.4.0. */
function parse(version: string): [number, number, number] {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  if (major === undefined)
    throw new Error(`"${version}" is not a version. Use three numbers, such as --version 1.4.0.`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Returns the version after `last`. @param headings those of the changelog's entries, such as `Added` */
export function nextVersion(last: string, headings: readonly string[]): string {
  const [major, minor, patch] = parse(last);
  const has = (names: readonly string[]) => headings.some((heading) => names.includes(heading));
  // Before 1.0, a minor version may break something (docs/api/versioning.md).
  if (has(BREAKING) && major > 0) return `${major + 1}.0.0`;
  if (has(BREAKING) || has(MINOR)) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** Returns the version of what is not released yet: the minor version after `last`, marked as no release. */
export const versionAfter = (last: string): string => `${nextVersion(last, MINOR)}-next`;

/**
 * Returns the version to release: the one asked for, or the next by the changelog.
 *
 * @param last version of the last release; undefined before the first, which takes `current`.
 * @param current version of package.json.
 * @throws Error if the version asked for is malformed, or not later than the last.
 */
export function chooseVersion(
  asked: string | undefined,
  { last, current, headings }: { last: string | undefined; current: string; headings: readonly string[] },
): string {
  if (asked === undefined) return last === undefined ? current : nextVersion(last, headings);
  const [a, b] = [parse(asked), parse(last ?? '0.0.0')];
  const difference = a.map((part, index) => part - (b[index] ?? 0)).find((each) => each !== 0) ?? 0;
  if (difference <= 0) throw new Error(`Version ${asked} is not later than ${last}, the last release.`);
  return asked;
}
