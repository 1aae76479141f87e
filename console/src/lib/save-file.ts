import { download } from './download.ts';

/** A place for a file: one that the user chose, or the browser's folder for downloads. */
export interface FileTarget {
  /**
   * Writes a stream. An aborted one leaves no file behind.
   *
   * @param onBytes receives the number of bytes so far.
   */
  write(
    stream: ReadableStream<Uint8Array>,
    options: { name: string; signal: AbortSignal; onBytes: (bytes: number) => void },
  ): Promise<void>;
}

/** The part of the File System Access API that saves files; TypeScript's DOM does not have it. */
interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>;
}

/**
 * Asks where a CSV file goes, where the browser can ask; a long file then needs no memory. Otherwise the browser's
 * folder for downloads is the place. Call it in the handler of a click: browsers refuse the question at other times.
 *
 * @returns undefined if the user closed the question.
 */
export async function chooseTarget(suggestedName: string): Promise<FileTarget | undefined> {
  const { showSaveFilePicker } = window as Window & FilePicker;
  if (!showSaveFilePicker) return downloads;
  try {
    const types = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];
    const file = await showSaveFilePicker.call(window, { suggestedName, types });
    return {
      write: async (stream, { signal, onBytes }) =>
        stream.pipeThrough(counting(onBytes)).pipeTo(await file.createWritable(), { signal }),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Frames and policies may forbid the question.
    return downloads;
  }
}

const downloads: FileTarget = {
  async write(stream, { name, signal, onBytes }) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const collect = new WritableStream<Uint8Array>({
      write: (part) => void parts.push(new Uint8Array(part)),
    });
    await stream.pipeThrough(counting(onBytes)).pipeTo(collect, { signal });
    download(name, 'text/csv', parts);
  },
};

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength;
      onBytes(bytes);
      controller.enqueue(part);
    },
  });
}

/** Returns a text as the name of a CSV file, without what file names cannot hold and what could hide a suffix. */
export function csvName(text: string): string {
  const name = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"'`*/:<>?\\|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${Array.from(name).slice(0, 100).join('') || 'list'}.csv`;
}
