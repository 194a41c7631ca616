/** Maximum number of stack frames kept, the innermost first. */
const most = 12

// Matches the last such path: the part before it is where the user installed Steward.
const place = /^.*(?:^|[\s(/\\])((?:out|electron|shared|node_modules)[\\/][\w@./\\-]+\.[cm]?[jt]s:\d+:\d+)\)?$/
const frame = /^(?:[\w.$<>]{1,80} )?(?:(?:out|electron|shared|node_modules)[\w@./\\-]+:\d+:\d+|node:[\w/]+:\d+:\d+)$/

/** Whether the value is a frame as written by {@link framesOf}. */
export const isFrame = (value: unknown): value is string => typeof value === 'string' && frame.test(value)

/**
 * An error's stack without its message: functions and positions in Steward's own code, its libraries and Node, by their paths
 * inside the app. Paths elsewhere on the computer are left out.
 */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return []
  // A message may contain lines that look like frames.
  const said = error.stack.indexOf(error.message)
  const lines = (said < 0 ? error.stack : error.stack.slice(said + error.message.length)).split('\n')
  return lines.flatMap((line) => frameOf(line) ?? []).slice(0, most)
}

function frameOf(line: string): string | null {
  const [, called = ''] = /^\s+at (?:async |new )?([\w.$<>]{1,80}) /.exec(line) ?? []
  if (!/^\s+at /.test(line)) return null
  const at = place.exec(line)?.[1] ?? /(node:[\w/]+:\d+:\d+)\)?$/.exec(line)?.[1]
  if (at === undefined) return null
  const found = called === '' ? at : `${called} ${at}`
  return isFrame(found) ? found : null
}

/** The class name of a thrown value. */
export function errorNameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  return /^[A-Z][A-Za-z]{0,40}(Error|Exception)$/.test(thrown.name) ? thrown.name : 'Error'
}
