import { ASSETS_PATH } from '../assets.ts';
import { refuseMethod } from '../errors.ts';
import { isBelow, type Middleware, pathOf } from '../middleware.ts';
import { stateOf } from '../request-state.ts';
import type { ConsoleFiles } from './files.ts';
import { listsHtml, servePage } from './page.ts';

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
