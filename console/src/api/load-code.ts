import { type ComponentType, lazy, useEffect, useState } from 'react';
import { Store } from '../lib/store.ts';
import { FileGoneError } from './fetch-files.ts';
import { whenReachable } from './reachability.ts';

/** Most times that loading is tried: a service that can be reached may still not have the file. */
const MAX_TRIES = 5;

/** Code that could not be loaded, until somebody presses "Load again". */
export interface MissingCode {
  /** Whether the service no longer has the file: it serves another version of the console. */
  isOutdated: boolean;
}

/** Undefined while no part of the page is missing. */
export const missingCode = new Store<MissingCode | undefined>(undefined);

let waiting: (() => void)[] = [];

/** Tries again to load all code that is missing. */
export function loadAgain(): void {
  const resolved = waiting;
  waiting = [];
  missingCode.set(undefined);
  for (const resolve of resolved) resolve();
}

/** Says that code is missing, and waits until it shall be loaded again. */
function whenAskedAgain(error: unknown): Promise<void> {
  console.warn('A part of the page could not be loaded.', error);
  missingCode.set({ isOutdated: error instanceof FileGoneError });
  return new Promise((resolve) => waiting.push(resolve));
}

/**
 * Wraps the import of code that is loaded when it is needed. If that fails, it waits until the service can be reached, and
 * tries again. After several failures it waits for "Load again". It never rejects, because React and the router keep a
 * failure for ever and replace the page by it.
 */
export function patiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await load();
      } catch (error) {
        if (tries % MAX_TRIES === 0) await whenAskedAgain(error);
        else await whenReachable();
      }
    }
  };
}

/** Returns a component whose code is loaded when it is first shown. */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(patiently(async () => ({ default: await load() })));

/**
 * Returns a module that a component needs later than its first picture; undefined until it is loaded.
 *
 * @param load a result of {@link patiently}.
 * @param isNeeded false: it is not loaded yet.
 */
export function useCode<Module>(load: () => Promise<Module>, isNeeded = true): Module | undefined {
  const [code, setCode] = useState<{ module: Module }>();
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    void load().then((module) => isMounted && setCode({ module }));
    return () => {
      isMounted = false;
    };
  }, [load, isNeeded]);
  return code?.module;
}
