import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

export type DesktopRun = {
  /** Output before the report. */
  printed: string
  report: Readonly<Record<string, unknown>>
}

/**
 * Runs a scenario of `tests/doubles/desktop/` on a main process under the double of `electron`.
 *
 * @param folder - its user-data folder
 * @param entry - the built main process; by default the one in `out/`, which must exist
 */
export async function runDesktop(
  scenario: string,
  { folder, args = [], entry = join(root, 'out/main/main.js') }: { folder: string; args?: string[]; entry?: string },
): Promise<DesktopRun> {
  // A scenario that hangs is ended before the test's own limit, so that no process is left.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'tests/doubles/desktop-process.ts'), entry, folder, scenario, ...args],
    { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: '' }, timeout: 540_000 },
  )
  const at = stdout.indexOf('REPORT ')
  return { printed: stdout.slice(0, at), report: JSON.parse(stdout.slice(at + 'REPORT '.length)) }
}
