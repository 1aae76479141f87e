import helmet from 'helmet';
import type { Asset } from './assets.ts';

interface Page {
  title: string;
  styles: readonly Asset[];
  /** Run in this order, when the page is complete. */
  scripts: readonly Asset[];
}

/** Element into which the scripts of a page render. */
export const ROOT_ID = 'root';

/** Returns a page that its scripts fill: nothing in it is inline, so that its policy can be strict. */
export function pageOf({ title, styles, scripts }: Page): string {
  const links = styles.map(({ path }) => `<link rel="stylesheet" href="${path}">`);
  const sources = scripts.map(({ path }) => `<script src="${path}"></script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${links.join('\n')}
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
