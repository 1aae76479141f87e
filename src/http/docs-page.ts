import type { Router } from 'express';
import { OPENAPI_PATH } from '../rest/openapi/served.ts';
import { assetOf } from './assets.ts';
import { createPage, ROOT_ID } from './page.ts';
import type { FindVendored } from './vendored.ts';

const DOCS_PATH = '/docs';

/**
 * Keys that a user enters stay in the page: they are not stored, and no external validator is called. Requests go to the
 * origin of the page, which the document names with `http` where a proxy ends TLS and does not say so.
 */
const START = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#${ROOT_ID}',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves the documentation of the REST API: Swagger UI from this server only, so that it works offline. */
export function createDocsRouter(find: FindVendored): Router {
  const { page, assets } = createPage({
    title: 'Company data: REST',
    style: find('swagger-ui.css', 'text/css'),
    scripts: [find('swagger-ui-bundle.js', 'text/javascript'), assetOf('docs.js', 'text/javascript', START)],
  });
  return assets.get(DOCS_PATH, page);
}
