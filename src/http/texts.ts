import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../lib/files.ts';
import type { Page } from '../mcp/resources.ts';
import { refuseMethod } from './errors.ts';
import { atFirstRequest, GUIDE_PATH } from './guide.ts';
import { type Middleware, pathOf, stateOf } from './request.ts';
import { findBuiltFiles } from './static-files.ts';

/** Folder that the build writes (site/texts.mjs). */
const FOLDER = packagePath('dist/texts');
const INDEX = 'index.json';
const PAGES = 'pages/';
/** Clients ask each time whether their copy is still fresh. */
const ASK = 'public, no-cache';
const METHODS = ['GET', 'HEAD'];
const refuse = refuseMethod(METHODS);

/** The documentation for readers that are programs: Markdown, and lists of it. */
export interface TextFiles {
  /** What serves each path. */
  files: ReadonlyMap<string, Middleware>;
  pages: readonly Page[];
}

/**
 * Finds the pages of the guide as Markdown, llms.txt and llms-full.txt (https://llmstxt.org). They need no built guide, and are
 * read at their first request.
 *
 * @returns undefined if they are not built.
 */
export function loadTexts(folder = FOLDER): TextFiles | undefined {
  if (!existsSync(folder)) return undefined;
  const index: Omit<Page, 'read'>[] = JSON.parse(readFileSync(join(folder, INDEX), 'utf8'));
  const built = findBuiltFiles(folder, 'the texts of the guide', 'npm run build').filter(
    ({ name }) => name !== INDEX,
  );
  const byName = new Map(built.map((file) => [file.name, file]));
  const pathOfFile = (name: string) =>
    name.startsWith(PAGES) ? `${GUIDE_PATH}/${name.slice(PAGES.length)}` : `/${name}`;
  const pages = index.map((page) => ({
    ...page,
    read: () => byName.get(`${PAGES}${page.slug}.md`)?.read().toString() ?? '',
  }));
  const served = built.map((file) => [pathOfFile(file.name), atFirstRequest(() => file.serve(ASK))] as const);
  return { pages, files: new Map(served) };
}

/** Serves the texts. Everything else passes. */
export function serveTexts({ files }: TextFiles): Middleware {
  return (req, res, next) => {
    const path = pathOf(req);
    const serve = files.get(path);
    if (!serve) return next();
    stateOf(req).route = path.startsWith(GUIDE_PATH) ? `${GUIDE_PATH}/*` : path;
    return METHODS.includes(req.method ?? '') ? serve(req, res, next) : refuse(req, res, next);
  };
}
