/** @throws Error with all faults, a line each. */
export function refuseFaults(faults) {
  if (faults.length > 0) throw new Error(`\n  ${faults.join('\n  ')}`);
}
