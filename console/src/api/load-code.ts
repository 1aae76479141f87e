import { whenReachable } from './reachability.ts';

/**
 * Wraps the import of code that is loaded when it is needed. If that fails, it waits until the service can be reached, and
 * tries once more: the router would reload at once, which leaves an error of the browser instead of the page.
 */
export function patiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch(async () => {
      await whenReachable();
      return load();
    });
}
