import { useEffect, useState } from 'react';
import { whenReachable } from './reachability.ts';

/** Most times that loading is tried: a service that can be reached may still not have the file. */
const MAX_TRIES = 5;

/**
 * Wraps the import of code that is loaded when it is needed. If that fails, it waits until the service can be reached, and
 * tries again: the router would reload at once, which leaves an error of the browser instead of the page.
 */
export function patiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      try {
        return await load();
      } catch {
        await whenReachable();
      }
    }
    return load();
  };
}

/**
 * Returns a module that a component needs later than its first picture; undefined until it is loaded.
 *
 * @param isNeeded false: it is not loaded yet.
 */
export function useCode<Module>(load: () => Promise<Module>, isNeeded = true): Module | undefined {
  const [code, setCode] = useState<{ module: Module }>();
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    void load().then(
      (module) => isMounted && setCode({ module }),
      // The next component that needs it tries again.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [load, isNeeded]);
  return code?.module;
}
