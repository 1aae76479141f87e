/** In dates, years have four digits: `1.999` is a thousand, and `1999.5` no month. */
const YEAR = '([12]\\d{3})';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH_NAME = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}{0,9}\\.?';

/** Dates that have a year of their own: `2012-05-01T00:00:00Z`, `2012/05`, `01.05.2012`, `05/2012`, `May 1, 2012`. */
const DATES = [
  `([12]?\\d{3})(?:\\.0)?`,
  `${YEAR}([-/])${MONTH}(?:\\2${DAY})?(?:[T ]\\d\\d:\\d\\d.*)?`,
  `${YEAR}\\.${MONTH}\\.${DAY}\\.?`,
  `${YEAR}[01]\\d[0-3]\\d`,
  `(?:${DAY}[-/. ])?${MONTH}[-/. ]${YEAR}(?: \\d\\d?:\\d\\d.*)?`,
  `${MONTH}[-/.]${DAY}[-/.]${YEAR}(?: \\d\\d?:\\d\\d.*)?`,
  `(?:${DAY}\\.?[ -])?${MONTH_NAME}[ -]${YEAR}`,
  `${MONTH_NAME} ${DAY},? ${YEAR}`,
].map((pattern) => new RegExp(`^(?:${pattern})$`, 'iu'));

/** Longest text of a date with its time and the name of its zone. */
const MAX_LENGTH = 60;

/** Returns the year of a date or year. @returns undefined for any other text, such as a range of years */
export function yearIn(text: string): number | undefined {
  const plain = text.trim();
  if (plain.length > MAX_LENGTH) return undefined;
  for (const date of DATES) {
    const year = date.exec(plain)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}
