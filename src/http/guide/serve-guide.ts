import { Fault } from '../../lib/fault.ts';
import { sendBody } from '../../lib/send.ts';
import { refuseMethod } from '../errors.ts';
import { isBelow, type Middleware, pathOf } from '../middleware.ts';
import { stateOf } from '../request-state.ts';
import { GUIDE_PATH, type GuideFiles } from './files.ts';

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
