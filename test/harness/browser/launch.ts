import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const ARGUMENTS = [
  '--headless=new',
  // Tests run as root in containers, where the sandbox cannot start. They open pages of this repository only.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // A page keeps the process that it opened with. Otherwise its first address starts another one, which takes 0.2 s.
  '--renderer-process-limit=1',
  // A request to another host fails at once, and is reported, also on a machine with a network.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
];

/**
 * Starts a Chromium, with the fonts that were unpacked beside it, if there are any. One that crashes while it starts,
 * which happens on machines with much to do, is started once more.
 */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  try {
    return await launchOnce(executablePath);
  } catch (error) {
    if (!/signal=SIG(SEGV|BUS|ILL|TRAP|ABRT)/.test(String(error))) throw error;
    return launchOnce(executablePath);
  }
}

function launchOnce(executablePath: string): Promise<Browser> {
  const fonts = join(dirname(executablePath), 'fonts.conf');
  return chromium.launch({
    executablePath,
    headless: true,
    args: ARGUMENTS,
    env: { ...process.env, ...(existsSync(fonts) && { FONTCONFIG_FILE: fonts }) },
    // Jest's worker handles signals, and the browser ends with the pipe to it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
