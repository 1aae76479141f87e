import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../lib/fault.ts';
import { packagePath } from '../lib/package-path.ts';
import { ASSETS_PATH, type Asset, FOREVER } from './assets.ts';
import { serveFile } from './static-page.ts';

/** Folder that the build writes. */
const FOLDER = packagePath('dist/pages');
/** A name with the hash of the content before the extension. */
const HASHED = /^(?<name>.+)\.[\w-]{16}(?<ext>\.\w+)$/;

/** Finds a file of GraphiQL or Swagger UI by its name. It is read at the first request for it. */
export type FindVendored = (name: string, mediaType: string) => Asset;

/** @throws StartupError if the files are not built. */
export function openVendored(folder = FOLDER): FindVendored {
  const files = new Map(namesIn(folder).map((file) => [file.replace(HASHED, '$<name>$<ext>'), file]));
  return (name, mediaType) => {
    const file = files.get(name);
    if (file === undefined) throw notBuilt(join(folder, name));
    return {
      path: `${ASSETS_PATH}/${file}`,
      serve: serveFile(mediaType, join(folder, file), FOREVER),
    };
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw notBuilt(folder, error);
  }
}

function notBuilt(path: string, cause?: unknown): StartupError {
  return new StartupError(`cannot read ${path} (GraphiQL and Swagger UI); run npm run build`, { cause });
}
