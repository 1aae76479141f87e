import { Router } from 'express';
import { OPENAPI_PATH } from '../rest/openapi/served.ts';
import { assetOf } from './assets.ts';
import { pageOf, pageSecurity, ROOT_ID } from './page.ts';
import { serveStatic } from './static-page.ts';
import type { FindVendored } from './vendored.ts';

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
export function createDocsRouter(find: FindVendored): Router {
  const style = find('swagger-ui.css', 'text/css');
  const bundle = find('swagger-ui-bundle.js', 'text/javascript');
  const start = assetOf('docs.js', 'text/javascript', START);
  const router = Router();
  for (const { path, serve } of [style, bundle, start]) router.get(path, serve);
  const page = pageOf({ title: 'Company data: REST', styles: [style], scripts: [bundle, start] });
  router.get(DOCS_PATH, pageSecurity(), serveStatic('text/html', page));
  return router;
}
