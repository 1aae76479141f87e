import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import { OPENAPI_PATH } from '../rest/openapi/served.ts';
import { assetOf } from './assets.ts';
import { pageOf, pageSecurity, ROOT_ID } from './page.ts';
import { serveStatic } from './static-page.ts';

export const DOCS_PATH = '/docs';

/** Keys that a user enters stay in the page: they are not stored, and no external validator is called. */
const START = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#${ROOT_ID}',
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

/** Serves the documentation of the REST API: Swagger UI from this server only, so that it works offline. */
export function createDocsRouter(): Router {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const vendored = (name: string, mediaType: string) =>
    assetOf(name, mediaType, readFileSync(join(folder, name), 'utf8'));
  const style = vendored('swagger-ui.css', 'text/css');
  const bundle = vendored('swagger-ui-bundle.js', 'text/javascript');
  const start = assetOf('docs.js', 'text/javascript', START);
  const router = Router();
  for (const { path, serve } of [style, bundle, start]) router.get(path, serve);
  const page = pageOf({ title: 'Company data: REST', styles: [style], scripts: [bundle, start] });
  router.get(DOCS_PATH, pageSecurity(), serveStatic('text/html', page));
  return router;
}
