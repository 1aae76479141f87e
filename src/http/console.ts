import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOwnDocuments } from '../api/trusted-documents.ts';
import type { TrustedDocuments } from '../graphql/persisted-documents.ts';
import { StartupError } from '../lib/fault.ts';
import { packagePath } from '../lib/files.ts';
import { propertyOf } from '../lib/json.ts';
import { sendBody } from '../lib/send.ts';
import { refuseMethod } from './errors.ts';
import { pageSecurity } from './page.ts';
import { isBelow, type Middleware, pathOf, stateOf } from './request.ts';
import { ASSETS_PATH, FOREVER, findBuiltFiles } from './static-files.ts';

/** Below this path, the router of the console decides what a path means. */
const APP_PATH = '/app';

const METHODS = ['GET', 'HEAD'];
const refuse = refuseMethod(METHODS);

/**
 * Serves the console: its files, and its page to browsers at `/`, `/app` and below. Everything else passes. Run it before
 * CORS: no page of another origin has any use for it.
 *
 * @param marks what the page is told of the service, by name.
 */
export function serveConsole(
  { page, assets }: Pick<ConsoleFiles, 'page' | 'assets'>,
  marks: Readonly<Record<string, string>>,
): Middleware {
  const sendPage = servePage(page, marks);
  return (req, res, next) => {
    const path = pathOf(req);
    const isRead = METHODS.includes(req.method ?? '');
    const answer = (route: string, serve: Middleware) => {
      stateOf(req).route = route;
      return isRead ? serve(req, res, next) : refuse(req, res, next);
    };
    const asset = assets.get(path);
    if (asset) return answer(`${ASSETS_PATH}/*`, asset);
    if (path !== '/' && !isBelow(APP_PATH, path)) return next();
    res.appendHeader('Vary', 'Accept');
    if (isRead && !listsHtml(req.headers.accept)) return next();
    return answer(path === '/' ? path : `${APP_PATH}/*`, sendPage);
  };
}

/** 128 bits, as CSP recommends. */
const NONCE_BYTES = 16;

/**
 * Serves the page of the console. Its components add style elements while it runs, so each response allows those that
 * carry its nonce. Scripts are files only.
 *
 * @param template HTML with placeholders for the nonce.
 * @param marks what the page is told of the service: the content of `meta` elements, by name.
 */
function servePage(template: string, marks: Readonly<Record<string, string>>): Middleware {
  const elements = Object.entries(marks).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">\n`,
  );
  const html = template.replace('</head>', () => `${elements.join('')}</head>`);
  const parts = html.split(NONCE_PLACEHOLDER);
  return async (req, res) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const secure = pageSecurity({
      styleSrc: ["'self'", `'nonce-${nonce}'`],
      fontSrc: ["'self'"],
      workerSrc: ["'self'"],
    });
    await new Promise<void>((resolve, reject) => {
      secure(req, res, (error) => (error ? reject(error) : resolve()));
    });
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    await sendBody(res, parts.join(nonce));
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns whether an Accept header lists `text/html` itself. Tools send a wildcard; browsers that navigate do not. */
function listsHtml(accept = ''): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((range) => {
      const [type, ...parameters] = range.split(';').map((part) => part.trim());
      return type === 'text/html' && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
    });
}

/** Stands in the page wherever the nonce of a response belongs. Vite writes it (`html.cspNonce`). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Folder of the built console. */
const CONSOLE_FOLDER = packagePath('dist/console');

/** The built console. */
export interface ConsoleFiles {
  /** HTML with placeholders for the nonce. */
  page: string;
  /** Files of the page by their paths. */
  assets: ReadonlyMap<string, Middleware>;
  /** GraphQL documents of the console by their hashes. */
  documents: TrustedDocuments;
}

/**
 * Reads the built console into memory, a few megabytes.
 *
 * @returns undefined if the console is not built.
 * @throws StartupError if a part of it is missing or wrong.
 */
export function loadConsole(folder = CONSOLE_FOLDER): ConsoleFiles | undefined {
  const page = readPage(join(folder, 'index.html'));
  if (page === undefined) return undefined;
  return {
    page,
    assets: readAssets(join(folder, 'assets')),
    documents: loadOwnDocuments(join(folder, 'documents.json'), 'the console'),
  };
}

function readPage(path: string): string | undefined {
  try {
    const page = readFileSync(path, 'utf8');
    if (page.includes(NONCE_PLACEHOLDER)) return page;
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
  throw new StartupError(`${path} (the console) has no ${NONCE_PLACEHOLDER}; run npm run build`);
}

function readAssets(folder: string): Map<string, Middleware> {
  const files = findBuiltFiles(folder, 'the console', 'npm run build');
  return new Map(files.map(({ name, serve }) => [`${ASSETS_PATH}/${name}`, serve(FOREVER)]));
}
