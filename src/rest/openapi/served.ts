import { routes } from '../routes.ts';
import { createOpenApiDocument } from './document.ts';

/** Prefix of every path of the REST API. */
export const PREFIX = '/v1';

/** Where the document is. */
export const OPENAPI_PATH = `${PREFIX}/openapi.json`;

/** The OpenAPI document of this service, made once: openapi.json in the repository is the same text. */
export const openApiDocument = createOpenApiDocument(routes, PREFIX);
export const openApiText = `${JSON.stringify(openApiDocument, null, 2)}\n`;
