/** The id of a row; 0, which none has, for what is no id of any: it finds nothing, rather than being an error of its own. */
export function toRowId(id: string | number): number {
  const number = Number(id);
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : 0;
}
