/** Options of the argument `input` of a mutation. */
export function inputOf<T>(type: T, description: string) {
  return { type, required: true, description } as const;
}
