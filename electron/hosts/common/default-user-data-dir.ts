import { homedir } from 'node:os'
import { join } from 'node:path'

export type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** The operating system's standard place for a program's data; the same for both shells, so that they share it. */
export function defaultUserDataDir(
  { platform, env, home }: Surroundings = { platform: process.platform, env: process.env, home: homedir() },
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Steward')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Steward')
  const dataHome = env.XDG_DATA_HOME
  // The XDG specification requires relative values to be ignored.
  return join(dataHome?.startsWith('/') ? dataHome : join(home, '.local', 'share'), 'steward')
}
