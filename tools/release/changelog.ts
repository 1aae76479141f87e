const UNRELEASED = '## Unreleased';
const RELEASE = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m;

/** Returns the version of the newest release that a changelog lists; undefined before the first. */
export const lastRelease = (changelog: string): string | undefined => RELEASE.exec(changelog)?.[1];

/** The parts below "Unreleased", each with its heading and its entries on one line. */
function unreleasedParts(changelog: string): { heading: string; entries: string[] }[] {
  const [, rest = ''] = changelog.split(`\n${UNRELEASED}\n`);
  const [unreleased = ''] = rest.split(/^## /m);
  const parts = unreleased.split(/^### /m).slice(1);
  return parts.map((part) => {
    const [heading = '', ...entries] = part.split(/^- /m);
    return { heading: heading.trim(), entries: entries.map((each) => each.replace(/\s+/g, ' ').trim()) };
  });
}

/** Returns the entries below some headings of "Unreleased". */
export const unreleasedEntries = (changelog: string, headings: readonly string[]): string[] =>
  unreleasedParts(changelog)
    .filter(({ heading }) => headings.includes(heading))
    .flatMap(({ entries }) => entries);

/**
 * Returns the headings below "Unreleased" that have an entry, such as `Added`.
 *
 * @throws Error if there is no entry.
 */
export function unreleasedHeadings(changelog: string): string[] {
  const headings = unreleasedParts(changelog)
    .filter(({ entries }) => entries.length > 0)
    .map(({ heading }) => heading);
  if (headings.length === 0)
    throw new Error(
      `CHANGELOG.md has no entry below "${UNRELEASED}". Add what users notice, then try again.`,
    );
  return headings;
}

/** Returns the changelog with what is unreleased as a release. @param date as in 2030-12-31 */
export const closeUnreleased = (changelog: string, version: string, date: string): string =>
  changelog.replace(`\n${UNRELEASED}\n`, `\n${UNRELEASED}\n\n## ${version} - ${date}\n`);
