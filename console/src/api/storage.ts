import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval';

/** Inputs and payments of this browser. Keys name the person: nobody sees what is of another, and sign-out removes nothing. */
const STORE = { database: 'company-data', name: 'work' };

let store: UseStore | undefined;
const work = () => {
  store ??= createStore(STORE.database, STORE.name);
  return store;
};

/** Reads a value; undefined if there is none, or if the browser keeps nothing (private windows of some). */
export async function readWork<T>(key: string): Promise<T | undefined> {
  return get<T>(key, work()).catch(() => undefined);
}

/** Writes a value that can be cloned. @throws the browser's error when there is no room. */
export async function writeWork(key: string, value: unknown): Promise<void> {
  await set(key, value, work());
}

export async function removeWork(key: string): Promise<void> {
  await del(key, work());
}

/** Removes the entries whose key begins with the prefix, all or none. */
export async function removeWorkBelow(prefix: string): Promise<void> {
  const all = await keys<string>(work());
  await delMany(
    all.filter((key) => key.startsWith(prefix)),
    work(),
  );
}
