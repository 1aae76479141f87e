/** Parameters of an address, as the router parses them. */
type Given = Record<string, unknown>;

/**
 * Makes a page ignore search parameters that its reader leaves out, such as an unknown tier. The router merges what a
 * reader returns into the parameters of the address, so that invalid ones would reach the page unless they are undefined.
 */
export function only<Search extends object>(read: (given: Given) => Search) {
  return (given: Given): Search => {
    const none = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
    return { ...none, ...read(given) };
  };
}
