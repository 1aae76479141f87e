/** Advice for JSON that is not one object a line. */
export const ONE_A_LINE = 'convert the file to one object a line (jq -c .)';

/** A line of a JSON file, with the reason why it cannot be read if there is one. */
export interface JsonLine {
  line: number;
  text: string;
  reason: string | undefined;
}

/** Lines and characters of an object over several lines, from which on its lines are read one by one. */
const MAX_LINES = 10_000;
const MAX_CHARACTERS = 1024 * 1024;
/** Attempts to read the lines as one object. */
const MAX_ATTEMPTS = 100;

/** Finds JSON objects that extend over several lines, as `jq .` writes them. Their lines wait until the object ends. */
export class SpreadObject {
  #lines: JsonLine[] = [];
  #length = 0;
  #attempts = 0;

  /** @returns an object that the line ends, and lines that are read one by one. */
  take(line: JsonLine): {
    spread?: { line: number; lines: number; text: string };
    rest: readonly JsonLine[];
  } {
    const [first] = this.#lines;
    if (first === undefined && !isOpening(line)) return { rest: [line] };
    this.#lines.push(line);
    this.#length += line.text.length;
    if (first === undefined) return { rest: [] };
    if (this.#isLost(line)) return { rest: this.giveUp() };
    if (!line.text.trimEnd().endsWith('}')) return { rest: [] };
    this.#attempts += 1;
    const text = this.#lines.map((each) => each.text).join('\n');
    if (!isJson(text)) return { rest: [] };
    const lines = this.#lines.length;
    this.giveUp();
    return { spread: { line: first.line, lines, text }, rest: [] };
  }

  /** Tells whether the object is too long, or ended without its brace, as the line is a row by itself. */
  #isLost({ text, reason }: JsonLine): boolean {
    const isRow = text.startsWith('{') && text.trimEnd().endsWith('}') && isJson(text);
    const isLong = this.#lines.length > MAX_LINES || this.#length > MAX_CHARACTERS;
    return reason !== undefined || isRow || isLong || this.#attempts >= MAX_ATTEMPTS;
  }

  /** Returns the lines that wait, which are then no object. */
  giveUp(): readonly JsonLine[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    this.#attempts = 0;
    return lines;
  }
}

/** Tells whether a line begins an object and does not end it: `{`, `{"name": "Acme",`. */
function isOpening({ text, reason }: JsonLine): boolean {
  return (
    reason === undefined && !text.trimEnd().endsWith('}') && text.trimStart().startsWith('{') && !isJson(text)
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
