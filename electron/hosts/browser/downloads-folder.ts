import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SaveTarget } from '../../platform/host.ts'

export type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}

const here = (): Surroundings => ({ platform: process.platform, env: process.env, home: homedir() })

/** A target in the user's downloads folder, where no file is ever replaced. The folder is created if it does not exist. */
export async function saveTargetInDownloads(name: string, surroundings = here()): Promise<SaveTarget> {
  const folder = await downloadsFolder(surroundings)
  await mkdir(folder, { recursive: true })
  return { folder, name, replace: false }
}

/** This user's downloads folder: from the desktop's settings on Linux, else `Downloads` in their home. */
export async function downloadsFolder({ platform, env, home }: Surroundings): Promise<string> {
  const usual = join(home, 'Downloads')
  if (platform === 'win32' || platform === 'darwin') return usual
  if (env.XDG_DOWNLOAD_DIR?.startsWith('/')) return env.XDG_DOWNLOAD_DIR
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config')
  const settings = await readFile(join(config, 'user-dirs.dirs'), 'utf8').catch(() => '')
  return folderIn(settings, home) ?? usual
}

/** The format allows only `"$HOME/…"` and absolute paths, no other shell syntax. */
function folderIn(settings: string, home: string): string | null {
  const [, quoted] = /^\s*XDG_DOWNLOAD_DIR="((?:[^"\\]|\\.)*)"/m.exec(settings) ?? []
  const path = quoted?.replace(/\\(.)/g, '$1')
  if (path === '$HOME/' || path === '$HOME') return home
  if (path?.startsWith('$HOME/')) return join(home, path.slice('$HOME/'.length))
  return path?.startsWith('/') ? path : null
}
