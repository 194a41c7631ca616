/** Writes down where a failure came from whose text is withheld from screens: its kind and place, never its message. */
export function reportUnexpected(procedure: string, cause: unknown): void {
  const places = cause instanceof Error ? (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  const kind = cause instanceof Error ? cause.name : typeof cause
  console.error([`${procedure} failed unexpectedly (${kind})`, ...places.slice(0, 12)].join('\n'))
}
