import { createInterface } from 'node:readline';

// Runs commands of the executable in one process, in sequence. Each line of standard input has the arguments of one, and
// the variables of its own, as JSON, and is answered with its result as JSON. Starting Node and loading modules takes longer than a command.
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

// Every command adds listeners for signals and output; without this, Node would warn of a leak after the tenth.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
let commands = 0;
const own = process.env;
for await (const line of createInterface({ input: process.stdin })) {
  const { args, env } = JSON.parse(line);
  process.argv = [process.execPath, bin.pathname, ...args];
  process.env = { ...own, ...env };
  process.exitCode = undefined;
  const stdout = keep(process.stdout);
  const stderr = keep(process.stderr);
  commands += 1;
  // A new query makes Node run the file again, while its imports stay loaded.
  await import(`${bin}?${commands}`);
  write(`${JSON.stringify({ code: process.exitCode ?? 0, stdout: stdout(), stderr: stderr() })}\n`);
}
process.exitCode = undefined;
