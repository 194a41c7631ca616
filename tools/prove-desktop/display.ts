import { once } from 'node:events'
import { resolve } from 'node:path'
import { outputOf, start } from './children.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The variables that name the display for a program whose `XDG_RUNTIME_DIR` is another folder: Wayland's socket is looked for there, so its
 * path becomes absolute. X11 is preferred, which Chromium uses only if no Wayland is named.
 */
export function displayOf({ DISPLAY, WAYLAND_DISPLAY, XDG_RUNTIME_DIR = '' }: Variables): Record<string, string> {
  if (DISPLAY) return { DISPLAY }
  return WAYLAND_DISPLAY ? { WAYLAND_DISPLAY: resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY) } : {}
}

/**
 * Gives Linux a display if it has none, by starting Xvfb, which ends with this process's children.
 *
 * @returns its address for the variable DISPLAY; null if there is a display already
 * @throws with the command to run first, if Xvfb is missing
 */
export async function ensureDisplay(
  { platform, env }: { platform: NodeJS.Platform; env: Variables },
  program = 'Xvfb',
): Promise<string | null> {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return null
  const child = start(program, ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'])
  const output = outputOf(child)
  const failed = once(child, 'error').then(() => {
    throw new Error('There is no display and no Xvfb. Run this command first:\n  sudo apt-get install xvfb')
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`Xvfb ended: ${output().slice(-500)}`)
  })
  for (const never of [failed, ended]) never.catch(() => {})
  const [chunk] = await Promise.race([once(child.stdout ?? child, 'data'), failed, ended])
  return `:${String(chunk).trim()}`
}
