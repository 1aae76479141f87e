import { createInterface } from 'node:readline';

// Runs commands of the bin in one process, one after the other: each line of standard input holds the arguments of
// one as JSON, and gets its result as JSON. Starting Node and loading modules takes longer than what a command does.
const bin = new URL('../../../dist/main.js', import.meta.url);
const write = process.stdout.write.bind(process.stdout);

/** Keeps what is written to a stream of the process. */
function keep(stream) {
  let text = '';
  stream.write = (chunk) => {
    text += chunk;
    return true;
  };
  return () => text;
}

// Every command listens for signals, and would be warned of a leak after the tenth.
process.setMaxListeners(0);
let commands = 0;
for await (const line of createInterface({ input: process.stdin })) {
  process.argv = [process.execPath, bin.pathname, ...JSON.parse(line)];
  process.exitCode = undefined;
  const stdout = keep(process.stdout);
  const stderr = keep(process.stderr);
  commands += 1;
  // With another query the file is run again; what it imports stays loaded.
  await import(`${bin}?${commands}`);
  write(`${JSON.stringify({ code: process.exitCode ?? 0, stdout: stdout(), stderr: stderr() })}\n`);
}
process.exitCode = undefined;
