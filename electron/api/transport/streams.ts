/** Every call over a channel carries a signal that aborts when its client disconnects; a direct call may have none. */
export function signalOf(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal
}

/** Whether an output is an event stream. */
export function isStream(output: unknown): output is AsyncIterableIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/** The same stream with its errors converted. Leaving it also leaves `source`. */
export async function* withTypedErrors(
  source: AsyncIterable<unknown>,
  convert: (thrown: unknown) => Error,
): AsyncGenerator<unknown, void, void> {
  try {
    yield* source
  } catch (thrown) {
    throw convert(thrown)
  }
}
