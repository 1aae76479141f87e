import { Router } from 'express';
import helmet from 'helmet';
import type { Middleware } from './request.ts';
import { type Asset, serveStatic } from './static-files.ts';

interface Page {
  title: string;
  style: Asset;
  /** Run in this order, when the page is complete. */
  scripts: readonly Asset[];
  /** Files that the scripts load. */
  workers?: readonly Asset[];
  /** Directives of the page's policy beside those of all pages. */
  policy?: Record<string, string[]>;
}

/** Element into which the scripts of a page render. */
export const ROOT_ID = 'root';

/** Creates what serves a page that its scripts fill, and a router of its files. */
export function createPage(parts: Page): { page: Middleware; assets: Router } {
  const { style, scripts, workers = [], policy } = parts;
  const assets = Router();
  for (const { path, serve } of [style, ...scripts, ...workers]) assets.get(path, serve);
  const send = serveStatic('text/html', htmlOf(parts));
  const secure = pageSecurity(policy);
  const page: Middleware = (req, res, next) =>
    secure(req, res, (error) => (error ? next(error) : send(req, res, next)));
  return { page, assets };
}

/** Nothing in a page is inline, so that its policy can be strict. */
function htmlOf({ title, style, scripts }: Page): string {
  const sources = scripts.map(({ path }) => `<script src="${path}"></script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}">
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="${ROOT_ID}"></div>
${sources.join('\n')}
</body>
</html>
`;
}

/**
 * Sets the security headers of a page: scripts, styles and requests of this server only. Swagger UI and the editor of
 * GraphiQL set styles inline; the console does not.
 *
 * @param more directives that the page needs beside those, or instead of them.
 */
export function pageSecurity(more: Record<string, string[]> = {}): ReturnType<typeof helmet> {
  return helmet({
    // HSTS is a decision of the proxy that terminates TLS.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        ...more,
      },
    },
  });
}
