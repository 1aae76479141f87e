import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Regular expressions that match the version in each file that names it. `npm run ops` checks the same list. */
const PLACES: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('places.json', import.meta.url), 'utf8'),
);

/**
 * Writes a version into every file that names it.
 *
 * @returns the paths of these files.
 * @throws Error if a file lacks a place. Nothing is written then.
 */
export async function writeVersion(root: string, version: string): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const [path, patterns] of Object.entries(PLACES)) {
    let text = await readFile(join(root, path), 'utf8');
    for (const pattern of patterns) {
      if (text.search(new RegExp(pattern, 'm')) < 0)
        throw new Error(`${path} has no version where ${pattern} looks. Correct tools/release/places.json.`);
      text = text.replaceAll(new RegExp(pattern, 'gm'), version);
    }
    texts.set(path, text);
  }
  for (const [path, text] of texts) await writeFile(join(root, path), text);
  return [...texts.keys()];
}
