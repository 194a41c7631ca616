const running = new Set<Promise<unknown>>()

/** Counts a call into native code that cannot be interrupted, such as one that waits for a dialog of the system. */
export function noteNativeCall<Result>(call: Promise<Result>): Promise<Result> {
  const ended = call.then(
    () => {},
    () => {},
  )
  running.add(ended)
  void ended.then(() => running.delete(ended))
  return call
}

/**
 * Ends this process. An ordinary exit waits for threads of the pool that are in native code (measured with Node 20 and 24), so while a call
 * waits for a dialog, the process is killed. Call it when everything is closed.
 */
export function endProcess(exit: () => void): void {
  if (running.size > 0) process.kill(process.pid, 'SIGKILL')
  exit()
}
