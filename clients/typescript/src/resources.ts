import { ENDPOINTS } from './endpoints.ts';
import type { Resources } from './resource-types.ts';
import type { Rest } from './rest.ts';

type AnyCall = (path: string, options: object) => unknown;

/** Creates the methods of all resources. They call `rest`, whose retries and time limits they thus have. */
export function createResources(rest: Rest): Resources {
  // The types say per endpoint what these functions do for any.
  const calls = rest as unknown as Record<string, AnyCall>;
  return createMethods(ENDPOINTS, calls) as Resources;
}

function createMethods(endpoints: object, calls: Record<string, AnyCall>): object {
  const methods = Object.entries(endpoints).map(([name, endpoint]: [string, string | object]) => [
    name,
    typeof endpoint === 'string' ? createMethod(endpoint, calls) : createMethods(endpoint, calls),
  ]);
  return Object.fromEntries(methods);
}

/** Creates a method whose arguments are the parameters of the path, the body if there is one, and the options. */
function createMethod(endpoint: string, calls: Record<string, AnyCall>) {
  const [method = '', path = ''] = endpoint.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const hasBody = method !== 'GET' && method !== 'DELETE';

  function sendBy(call: AnyCall | undefined, args: unknown[]): unknown {
    const [body, options] = hasBody ? args.slice(names.length) : [undefined, args[names.length]];
    const { signal, ifMatch, idempotencyKey, ...query } = (options ?? {}) as Record<string, unknown>;
    const params = { path: Object.fromEntries(names.map((name, index) => [name, args[index]])), query };
    return call?.(path, { params, body, signal, ifMatch, idempotencyKey });
  }

  const send = (...args: unknown[]) => sendBy(calls[method], args);
  return method === 'GET'
    ? Object.assign(send, { pages: (...args: unknown[]) => sendBy(calls.pages, args) })
    : send;
}
