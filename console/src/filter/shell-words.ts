const WORD_PART = /'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/y;
const SPACE = /\s+/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Splits a command into words as a POSIX shell does, without expansions. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length; ) {
    SPACE.lastIndex = at;
    WORD_PART.lastIndex = at;
    const space = SPACE.exec(command)?.[0];
    const part = space === undefined ? WORD_PART.exec(command) : null;
    if (part) word = (word ?? '') + textOf(part);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
    at += (space ?? part?.[0] ?? ' ').length;
  }
  return word === undefined ? words : [...words, word];
}

function textOf([, single, dollar, double, escaped, plain]: RegExpExecArray): string {
  if (single !== undefined) return single;
  if (dollar !== undefined) return dollar.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
  if (double !== undefined)
    return double.replace(/\\([\\"$`\n])/g, (_, sign: string) => (sign === '\n' ? '' : sign));
  return escaped === undefined ? (plain ?? '') : escaped.replace('\n', '');
}

const DATA = /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)(?:=([\s\S]*))?$/;

/** Returns the body of a curl command; undefined for one without a body. */
export function curlBody(command: string): string | undefined {
  const words = shellWords(command);
  for (const [index, word] of words.entries()) {
    const found = DATA.exec(word);
    if (found) return found[1] ?? words[index + 1];
    if (word.startsWith('-d') && word.length > 2) return word.slice(2);
  }
  return undefined;
}
