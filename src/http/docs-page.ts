import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import helmet from 'helmet';
import { OPENAPI_PATH } from '../rest/openapi/served.ts';
import { serveStatic } from './static-page.ts';

export const DOCS_PATH = '/docs';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Company data: REST</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
<script src="${DOCS_PATH}/start.js"></script>
</body>
</html>
`;

/** Keys that a user enters stay in the page: they are not stored, and no external validator is called. */
const START = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#documentation',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Security headers of the page: scripts and requests of this server only. Swagger UI needs inline styles. */
const security = helmet({
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
    },
  },
});

/** Serves the documentation of the REST API: Swagger UI from this server only, so that it works offline. */
export function createDocsRouter(): Router {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const vendored = (name: string) => readFileSync(join(folder, name), 'utf8');
  const router = Router();
  router.use(DOCS_PATH, security);
  router.get(DOCS_PATH, serveStatic('text/html', PAGE));
  router.get(`${DOCS_PATH}/start.js`, serveStatic('text/javascript', START));
  for (const [name, mediaType] of [
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
  ] as const) {
    router.get(`${DOCS_PATH}/${name}`, serveStatic(mediaType, vendored(name)));
  }
  return router;
}
