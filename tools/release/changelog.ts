const UNRELEASED = '## Unreleased';
const RELEASE = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m;

/** Returns the version of the newest release that a changelog lists; undefined before the first. */
export const lastRelease = (changelog: string): string | undefined => RELEASE.exec(changelog)?.[1];

/**
 * Returns the headings below "Unreleased" that have an entry, such as `Added`.
 *
 * @throws Error if there is no entry.
 */
export function unreleasedHeadings(changelog: string): string[] {
  const [, rest = ''] = changelog.split(`\n${UNRELEASED}\n`);
  const [unreleased = ''] = rest.split(/^## /m);
  const headings = unreleased
    .split(/^### /m)
    .slice(1)
    .filter((part) => /^- /m.test(part))
    .map((part) => part.slice(0, part.indexOf('\n')).trim());
  if (headings.length === 0)
    throw new Error(
      `CHANGELOG.md has no entry below "${UNRELEASED}". Add what users notice, then try again.`,
    );
  return headings;
}

/** Returns the changelog with what is unreleased as a release. @param date as in 2030-12-31 */
export const closeUnreleased = (changelog: string, version: string, date: string): string =>
  changelog.replace(`\n${UNRELEASED}\n`, `\n${UNRELEASED}\n\n## ${version} - ${date}\n`);
