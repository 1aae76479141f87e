import { createInterface } from 'node:readline';

// Runs commands of the executable in one process, in sequence. Each line of standard input has the arguments of one as
// JSON, and is answered with its result as JSON. Starting Node and loading modules takes longer than a command.
const bin = new URL('../../../dist/bundle/main.js', import.meta.url);
const write = process.stdout.write.bind(process.stdout);

/** Captures what is written to a stream of the process. */
function keep(stream) {
  let text = '';
  stream.write = (chunk) => {
    text += chunk;
    return true;
  };
  return () => text;
}

// Every command adds listeners for signals; without this, Node would warn of a leak after the tenth.
process.setMaxListeners(0);
let commands = 0;
for await (const line of createInterface({ input: process.stdin })) {
  process.argv = [process.execPath, bin.pathname, ...JSON.parse(line)];
  process.exitCode = undefined;
  const stdout = keep(process.stdout);
  const stderr = keep(process.stderr);
  commands += 1;
  // A new query makes Node run the file again, while its imports stay loaded.
  await import(`${bin}?${commands}`);
  write(`${JSON.stringify({ code: process.exitCode ?? 0, stdout: stdout(), stderr: stderr() })}\n`);
}
process.exitCode = undefined;
