import { endpoints } from '../generated/endpoints.ts';

/** A route and the folder that it is in. */
export type ListedRoute = (typeof endpoints)[number];

/** Literal parts of a path come before parameters, so that a router finds the path that says more. */
const orderOf = ({ path }: ListedRoute) => path.replaceAll(':', '~');

/** Every endpoint under /v1: a saved document with its mapping (contract, section 1). */
export const routes: readonly ListedRoute[] = endpoints.toSorted((a, b) =>
  orderOf(a) < orderOf(b) ? -1 : 1,
);
