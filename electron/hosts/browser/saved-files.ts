import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { SaveTarget } from '../../platform/host.ts'
import type { WrittenFile } from '../../platform/written-file.ts'
import { type ProgramCall, runProgram } from './run-program.ts'

type Surroundings = {
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
async function downloadsFolder({ platform, env, home }: Surroundings): Promise<string> {
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

/**
 * Shows a file in the system's file manager, and selects it where possible.
 *
 * @throws AppError `export/not-shown`
 */
export async function showInFolder(file: WrittenFile, platform: NodeJS.Platform = process.platform): Promise<void> {
  const failures: unknown[] = []
  for (const call of waysToShow(file, platform)) {
    try {
      return await runProgram(call)
    } catch (cause) {
      failures.push(cause)
    }
  }
  throw new AppError('export/not-shown', {
    message: "The system's file manager could not be opened.",
    nextStep: 'Open your downloads folder yourself; the file is there.',
    cause: failures.at(-1),
  })
}

/** In order of preference. The path is one argument, never part of a command line that a shell would parse. */
function waysToShow(file: WrittenFile, platform: NodeJS.Platform): ProgramCall[] {
  if (platform === 'darwin') return [{ program: 'open', args: ['-R', file] }]
  // Explorer parses its own command line, and exits with 1 on success. A Windows path contains no quotes.
  if (platform === 'win32') {
    return [{ program: 'explorer.exe', args: [`/select,"${file}"`], verbatim: true, accepts: () => true }]
  }
  return [
    { program: 'dbus-send', args: [...showItems, `array:string:${busUrl(file)}`, 'string:'] },
    { program: 'xdg-open', args: [dirname(file)] },
  ]
}

const showItems = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.FileManager1',
  '/org/freedesktop/FileManager1',
  'org.freedesktop.FileManager1.ShowItems',
]

/** `dbus-send` splits an array at commas, which file URLs leave unescaped. */
const busUrl = (file: WrittenFile) => pathToFileURL(file).href.replaceAll(',', '%2C')
