import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Pasted {
  /** Standard output. */
  output: string;
  /** Status of the shell: 0 if each command succeeded, and the text ended where a command ends. */
  status: number | null;
  /** Standard error, with the prompts. */
  errors: string;
}

/**
 * What zsh does without being asked, in bash: no comments at the prompt, and a pattern that matches no file is an error. A command
 * that fails stops nobody who pastes, but makes the shell end with 1.
 */
const PROMPT = "shopt -u interactive_comments; shopt -s failglob; trap 'FAILED=1' ERR\n";

/** Pastes text into an interactive shell, as a person does: commands that read standard input get the lines that follow. */
export async function paste(text: string, cwd: string, env: Record<string, string>): Promise<Pasted> {
  const child = spawn('bash', ['--norc', '--noprofile', '-i'], {
    cwd,
    env: { ...process.env, HISTFILE: '', PS1: '', PS2: '', ...env },
    // Without a terminal of its own, the shell would take that of the tests.
    detached: true,
  });
  const pasted: Pasted = { output: '', status: null, errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    pasted.output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    pasted.errors += chunk.toString();
  });
  child.stdin.end(`${PROMPT}${text}\nexit "\${FAILED:-0}"\n`);
  [pasted.status] = await once(child, 'close');
  // The shell skips such a line, and reports no failure.
  if (/^bash: no match: /m.test(pasted.errors)) pasted.status = 1;
  return pasted;
}

/** Environment in which Python finds requests: the package, or a stand-in where it is not installed. */
export function pythonPath(): Record<string, string> {
  const { status } = spawnSync('python3', ['-c', 'import requests']);
  return status === 0 ? {} : { PYTHONPATH: resolve('test/harness/python') };
}

const HEREDOC = /<<-?\s*'?(\w+)'?.*\n[\s\S]*?^\1$/gm;
const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g;
/** Commands that run until they are stopped, or that wait for somebody to type: what is pasted after them is lost. */
const WAITS = /(?:\bnpm (?:start|run demo)|\bcompany-data (?:serve|demo)|^read\b.*|\bcat > [^\s<|]+\)?)\s*$/m;

/** Returns why a block of a shell cannot be pasted into any shell; an empty list if it can. */
export function findPasteFaults(text: string): string[] {
  const commands = text.replace(HEREDOC, '<<').replace(QUOTED, "''");
  const lines = commands.split('\n').filter((line) => line.trim() !== '');
  const comments = lines.filter((line) => /(?:^|\s)#/.test(line)).map((line) => `a comment: ${line}`);
  const waiting = lines.slice(0, -1).filter((line) => WAITS.test(line));
  return [...comments, ...waiting.map((line) => `lines after one that waits: ${line}`)];
}
