/** Returns a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface CurlRequest {
  method?: string;
  /** Path with its query, such as `/v1/lists/7/members?tier=high`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** Returns a curl command against this service. The key comes from the shell's variable `KEY`, and is never in the text. */
export function curlOf({ method, path, body }: CurlRequest): string {
  const parts = ['curl -s -H "X-API-Key: $KEY"'];
  if (method !== undefined) parts.push(`-X ${method}`);
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'");
  parts.push(quoted(window.location.origin + path));
  if (body !== undefined) parts.push(`-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' ');
}
