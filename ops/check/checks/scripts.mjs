// ShellCheck reads the shell scripts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { missingPrograms, OPS, run } from '../lib/programs.mjs';

export const missing = () => missingPrograms({ shellcheck: 'shellcheck' });

export async function check() {
  const scripts = ['docker', 'check/lib'].flatMap((folder) =>
    readdirSync(join(OPS, folder), { recursive: true })
      .filter((name) => name.endsWith('.sh'))
      .map((name) => join(OPS, folder, name)),
  );
  scripts.push(join(OPS, 'systemd/company-data'));
  await run('shellcheck', ['--severity=style', ...scripts]);
  return `no findings in ${scripts.length} scripts`;
}
