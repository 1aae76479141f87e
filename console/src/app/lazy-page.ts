import { lazyRouteComponent } from '@tanstack/react-router';
import { patiently } from '../api/load-code.ts';

/** A page whose code loads when it is first needed, and waits for the service if that is away. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(patiently(load), name);
}
