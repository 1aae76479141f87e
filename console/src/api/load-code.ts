import { useEffect, useState } from 'react';
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

/** Returns a module that a component needs later than its first picture; undefined until it is loaded. */
export function useCode<Module>(load: () => Promise<Module>): Module | undefined {
  const [code, setCode] = useState<{ module: Module }>();
  useEffect(() => {
    let isMounted = true;
    void load().then(
      (module) => isMounted && setCode({ module }),
      // The next component that needs it tries again.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  return code?.module;
}
