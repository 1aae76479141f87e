import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay';
import { toRowId } from '../lib/page.ts';

/** Type of a global id, and what identifies the object within it. */
interface GlobalId {
  typeName: string;
  key: string;
}

/** Reads what identifies an object within its type; undefined for a text that identifies none. */
export type ReadKey<Key> = (text: string) => Key | undefined;

const IS_NUMBER = /^[1-9]\d{0,15}$/;

/** Reads the number of a row. */
export const rowKey: ReadKey<number> = (text) => (IS_NUMBER.test(text) && toRowId(text)) || undefined;

/** Reads the number of a row whose column is a `bigint`. */
export const wideRowKey: ReadKey<number> = (text) =>
  IS_NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

/** Returns the global id of an object. @param key the id of its row, or what identifies it within its type otherwise */
export function toGlobalId(typeName: string, key: number | string): string {
  return encodeGlobalID(typeName, String(key));
}

/** Parses a global id. A malformed one is of no type. */
export function readGlobalId(text: string): GlobalId {
  try {
    const { typename, id } = decodeGlobalID(text);
    return { typeName: typename, key: id };
  } catch {
    return { typeName: '', key: '' };
  }
}

/**
 * Returns the row that an argument of type `ID` names: by its global id, or by its number (contract, section 7). For a
 * malformed id and for one of another type it is 0, which no row has. Services then report what they report for an
 * object that does not exist.
 *
 * @param typeName type of the object, as in its global id.
 */
export function toRowIdOf(typeName: string, id: string): number {
  if (/^[1-9]\d{0,9}$/.test(id)) return toRowId(id);
  const named = readGlobalId(id);
  return (named.typeName === typeName && rowKey(named.key)) || 0;
}

/** Returns the key within its type of an object that an argument names; '', which no object has, for one of another type. */
export function toKeyOf(typeName: string, id: string): string {
  if (IS_NUMBER.test(id)) return id;
  const named = readGlobalId(id);
  return named.typeName === typeName ? named.key : '';
}

/** Describes an argument or input field that names an object. @param what such as "List to rename". */
export function idText(what: string): string {
  return `${what}: its global id, or its numeric id.`;
}
