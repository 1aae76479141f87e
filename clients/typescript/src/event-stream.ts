export interface ServerSentEvent {
  event: string;
  data: string;
}

/** Characters that one event may have. The service sends no response above 16 MiB. */
const MAX_EVENT = 32 * 1024 * 1024;

/**
 * Parses server-sent events (HTML standard, section 9.2.6). Skips comments and the fields `id` and `retry`. Takes the next
 * chunk only when the next event is asked for, so that unread events stay with the sender.
 *
 * @throws RangeError for an event that is too long.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  const splitLines = createLineSplitter();
  let event: ServerSentEvent | undefined;
  for await (const chunk of chunks) {
    for (const line of splitLines(decoder.decode(chunk, { stream: true }))) {
      if (line !== '') {
        event = withField(event, line);
        if (event && event.data.length > MAX_EVENT) throw tooLong();
      } else if (event) {
        // Each line of data ended with a line feed, the last one included.
        yield { ...event, data: event.data.slice(0, -1) };
        event = undefined;
      }
    }
  }
}

/** Returns a function that takes text piece by piece, and returns the lines that it completes. */
function createLineSplitter(): (piece: string) => string[] {
  let rest = '';
  let afterCarriageReturn = false;
  return (piece) => {
    if (piece === '') return [];
    // A line ends with CR, LF or both, and a piece may end between the two.
    const text = afterCarriageReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    afterCarriageReturn = piece.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? '';
    if (rest.length > MAX_EVENT) throw tooLong();
    return lines;
  };
}

function withField(event: ServerSentEvent | undefined, line: string): ServerSentEvent | undefined {
  const { event: name, data } = event ?? { event: 'message', data: '' };
  const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  if (field === 'event') return { event: value, data };
  if (field === 'data') return { event: name, data: `${data}${value}\n` };
  return event;
}

function tooLong(): RangeError {
  return new RangeError(`An event of the stream has more than ${MAX_EVENT} characters.`);
}
