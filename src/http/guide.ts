import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Fault, StartupError } from '../lib/fault.ts';
import { packagePath } from '../lib/files.ts';
import { createHelpLinks, type HelpLinks } from '../lib/request-context.ts';
import { sendBody } from '../lib/send.ts';
import { refuseMethod } from './errors.ts';
import { pageSecurity } from './page.ts';
import { isBelow, type Middleware, pathOf, stateOf } from './request.ts';
import { type BuiltFile, FOREVER, findBuiltFiles } from './static-files.ts';

const METHODS = ['GET', 'HEAD'];
const refuse = refuseMethod(METHODS);

/** Serves the guide: its pages and files, and a page for all other paths below its own. Everything else passes. */
export function serveGuide({ files, notFoundPage, secure }: GuideFiles): Middleware {
  const sendNotFound: Middleware = (req, res, next) =>
    secure(req, res, (error) => {
      if (error) return next(error);
      res.statusCode = 404;
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      return sendBody(res, notFoundPage, true);
    });
  return (req, res, next) => {
    const path = pathOf(req);
    const serve = files.get(path) ?? (isBelow(GUIDE_PATH, path) ? sendNotFound : undefined);
    if (!serve) return next();
    stateOf(req).route = isBelow(GUIDE_PATH, path) ? `${GUIDE_PATH}/*` : path;
    return METHODS.includes(req.method ?? '') ? serve(req, res, next) : refuse(req, res, next);
  };
}

/** Says how the guide is built where it is not. Everything else passes. */
export const refuseGuide: Middleware = (req, _res, next) => {
  if (!isBelow(GUIDE_PATH, req.url)) return next();
  throw new Fault('not_found', 'The guide is not built. Run npm run docs, then start the service again.');
};

/** Path of the guide. Its build puts it before the paths of all files. */
export const GUIDE_PATH = '/guide';

/** Folder that `npm run docs` writes. */
const FOLDER = packagePath('dist/guide');

/** Clients ask each time whether their copy is still fresh. */
const ASK = 'public, no-cache';

/** The built guide. */
export interface GuideFiles {
  /** Pages and their files, by their paths. */
  files: ReadonlyMap<string, Middleware>;
  /** HTML of the page for everything else. */
  notFoundPage: Buffer;
  /** Sets the security headers of a page. */
  secure: Middleware;
  helpLinks: HelpLinks;
}

/**
 * Finds the built guide. Most processes are asked for few of its files, which take fifteen megabytes together: each is read at
 * its first request, and kept.
 *
 * @returns undefined if the guide is not built.
 * @throws StartupError if a part of it is missing.
 */
export function loadGuide(folder = FOLDER): GuideFiles | undefined {
  if (!existsSync(folder)) return undefined;
  const built = findBuiltFiles(folder, 'the guide', 'npm run docs');
  const notFoundPage = built.find(({ name }) => name === '404.html');
  if (!notFoundPage) throw new StartupError(`${join(folder, '404.html')} is missing; run npm run docs`);
  const pages = built.filter(({ name }) => name.endsWith('.html'));
  const secure = pageSecurity({ scriptSrc: ["'self'", ...inlineScripts(pages)] }) as Middleware;
  const files = new Map<string, Middleware>();
  for (const file of built) {
    if (file === notFoundPage) continue;
    const path = pathOfFile(file.name);
    const serve = atFirstRequest(() => file.serve(cachingOf(file)));
    files.set(path, pages.includes(file) ? securely(secure, serve) : serve);
    if (path.endsWith('/')) files.set(path.slice(0, -1), redirectTo(path));
  }
  const helpLinks = createHelpLinks(`${GUIDE_PATH}/errors`);
  return { files, notFoundPage: notFoundPage.read(), secure, helpLinks };
}

/** Returns the path that serves a file. Pages have no extension, and an index is at the path of its folder. */
function pathOfFile(name: string): string {
  return `${GUIDE_PATH}/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

/** Files below `assets/` have hashes in their names. */
function cachingOf({ name }: BuiltFile): string {
  return name.startsWith('assets/') ? FOREVER : ASK;
}

/** Returns sources for the scripts that pages contain: VitePress sets the theme before the first paint. */
function inlineScripts(pages: readonly BuiltFile[]): string[] {
  const scripts = pages.flatMap(({ read }) => [...read().toString().matchAll(INLINE_SCRIPT)]);
  const digests = scripts.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
  return [...new Set(digests)];
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

export function atFirstRequest(open: () => Middleware): Middleware {
  let serve: Middleware | undefined;
  return (req, res, next) => {
    serve ??= open();
    return serve(req, res, next);
  };
}

function securely(secure: Middleware, serve: Middleware): Middleware {
  return (req, res, next) => secure(req, res, (error) => (error ? next(error) : serve(req, res, next)));
}

/** Redirects to the path of a folder. The location is relative, so that it holds behind a proxy that puts a prefix before it. */
function redirectTo(path: string): Middleware {
  return (_req, res) => {
    res.writeHead(301, { Location: `${posix.basename(path)}/` }).end();
  };
}
