import { encodeExtended } from 'content-disposition';

/**
 * Writes a Content-Disposition for a download (RFC 6266): the name for current clients in `filename*`, and one in ASCII
 * for those that do not read it.
 */
export function attachment(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}
