/**
 * Keeps work that a page alone has, before its person signs out.
 *
 * @returns false if it could not be kept.
 */
type Keep = () => Promise<boolean>;

/** `here`: in this browser, which needs no session. `service`: on the service, as who is signed in. */
type Place = 'here' | 'service';

const keepers = new Map<Keep, Place>();

/** Registers work. @returns a function that ends this. */
export function registerWork(place: Place, keep: Keep): () => void {
  keepers.set(keep, place);
  return () => keepers.delete(keep);
}

/** Keeps the work of all open pages of this tab. @returns false if some of it could not be kept. */
export async function keepWork(...places: readonly Place[]): Promise<boolean> {
  const chosen = [...keepers].filter(([, place]) => places.includes(place));
  const kept = await Promise.all(chosen.map(([keep]) => keep().catch(() => false)));
  return kept.every(Boolean);
}
