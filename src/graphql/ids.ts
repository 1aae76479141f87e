import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay';
import { toRowId } from '../lib/page.ts';

/** Type and row of a global id. */
interface GlobalId {
  typeName: string;
  rowId: number;
}

/** Returns the global id of a row. */
export function toGlobalId(typeName: string, rowId: number): string {
  return encodeGlobalID(typeName, String(rowId));
}

/** Parses a global id. A malformed one names the row 0, which does not exist. */
export function readGlobalId(text: string): GlobalId {
  try {
    const { typename, id } = decodeGlobalID(text);
    return { typeName: typename, rowId: /^\d{1,10}$/.test(id) ? toRowId(id) : 0 };
  } catch {
    return { typeName: '', rowId: 0 };
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
  return named.typeName === typeName ? named.rowId : 0;
}

/** Describes an argument or input field that names an object. @param what such as "List to rename". */
export function idText(what: string): string {
  return `${what}: its global id, or its numeric id.`;
}
