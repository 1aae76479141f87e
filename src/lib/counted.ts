/** Returns a number with its noun: `1 credit`, `3 credits`. Every message with a count uses it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
