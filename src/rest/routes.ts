import { endpoints } from '../generated/endpoints.ts';
import type { Route } from './route.ts';

/** A route and the folder that it is in. */
export type ListedRoute = Route & { resource: string };

/** Literal parts of a path come before parameters, so that a router finds the path that says more. */
const orderOf = ({ path }: Route) => path.replaceAll(':', '~');

/** Every endpoint under /v1: a saved document with its mapping (contract, section 1). */
export const routes: readonly ListedRoute[] = Object.entries(endpoints)
  .flatMap(([resource, rows]) => rows.map((row) => ({ ...row, resource })))
  .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
