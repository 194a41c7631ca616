import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveTargetInDownloads, showInFolder } from '../../../electron/hosts/browser/saved-files.ts'
import { vetWrittenFile } from '../../../electron/platform/written-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-saved-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const linux = (env: Record<string, string> = {}) => ({ platform: 'linux' as const, env, home: folder })

describe('the downloads folder', () => {
  const downloadsFolder = async (surroundings: ReturnType<typeof linux>, platform: NodeJS.Platform = 'linux') =>
    (await saveTargetInDownloads('people.csv', { ...surroundings, platform })).folder
  const settings = async (line: string) => {
    await mkdir(join(folder, '.config'), { recursive: true })
    await writeFile(
      join(folder, '.config', 'user-dirs.dirs'),
      `# made by a program\nXDG_DESKTOP_DIR="$HOME/D"\n${line}\n`,
    )
  }

  it.each([
    ['XDG_DOWNLOAD_DIR="$HOME/Herunter\\"ge/laden"', 'Herunter"ge/laden'],
    ['XDG_DOWNLOAD_DIR="$HOME/"', ''],
    ['XDG_DOWNLOAD_DIR="relative"', 'Downloads'],
    ['XDG_DOWNLOAD_DIR="$(id)"', 'Downloads'],
    ['#XDG_DOWNLOAD_DIR="$HOME/x"', 'Downloads'],
  ])('is read from the desktop settings: %s', async (line, expected) => {
    await settings(line)
    expect(await downloadsFolder(linux())).toBe(expected === '' ? folder : join(folder, expected))
  })

  it('is what the environment says, if that is absolute, and the usual one elsewhere', async () => {
    const [inSettings, inEnvironment] = [join(folder, 'srv/downloads'), join(folder, 'mnt/d')]
    await settings(`XDG_DOWNLOAD_DIR="${inSettings}"`)
    expect(await downloadsFolder(linux())).toBe(inSettings)
    expect(await downloadsFolder(linux({ XDG_DOWNLOAD_DIR: inEnvironment }))).toBe(inEnvironment)
    expect(await downloadsFolder(linux({ XDG_DOWNLOAD_DIR: 'here' }))).toBe(inSettings)
    expect(await downloadsFolder(linux(), 'darwin')).toBe(join(folder, 'Downloads'))
    expect(await downloadsFolder(linux(), 'win32')).toBe(join(folder, 'Downloads'))
  })

  it('is made when it is missing, and nothing in it may be replaced', async () => {
    const target = await saveTargetInDownloads('people.csv', linux())
    expect(target).toEqual({ folder: join(folder, 'Downloads'), name: 'people.csv', replace: false })
    expect((await stat(target.folder)).isDirectory()).toBe(true)
  })
})

describe('a file that was written', () => {
  it('is shown only where it is a file, by its own full path', async () => {
    const path = join(folder, 'people.csv')
    await writeFile(path, '')
    await symlink(path, join(folder, 'link.csv'))
    expect(await vetWrittenFile(path)).toBe(path)
    for (const other of [
      'people.csv',
      '',
      folder,
      join(folder, 'gone'),
      `${folder}/./people.csv`,
      `${folder}/link.csv`,
    ]) {
      await expect(vetWrittenFile(other)).rejects.toMatchObject({ code: 'export/file-gone' })
    }
  })

  describe('in the file manager', () => {
    const program = async (name: string, exit: number) => {
      const path = join(folder, name)
      await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/${name}.arguments\nexit ${exit}\n`)
      await chmod(path, 0o755)
    }
    const argumentsOf = async (name: string) =>
      (await readFile(join(folder, `${name}.arguments`), 'utf8')).trimEnd().split('\n')
    const written = async () => {
      const path = join(folder, 'a, b; $(id) "é".csv')
      await writeFile(path, '')
      return vetWrittenFile(path)
    }

    it('is selected where the manager can, as one argument that no shell reads and no comma splits', async () => {
      await program('dbus-send', 0)
      vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
      await showInFolder(await written(), 'linux')
      expect((await argumentsOf('dbus-send')).slice(-2)).toEqual([
        `array:string:file://${folder}/a%2C%20b;%20$(id)%20%22%C3%A9%22.csv`,
        'string:',
      ])
    })

    it('has its folder opened where there is no such manager', async () => {
      await program('dbus-send', 1)
      await program('xdg-open', 0)
      vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
      await showInFolder(await written(), 'linux')
      expect(await argumentsOf('xdg-open')).toEqual([folder])
    })

    it('cannot be shown where there is neither, and that is said', async () => {
      vi.stubEnv('PATH', folder)
      await expect(showInFolder(await written(), 'linux')).rejects.toMatchObject({ code: 'export/not-shown' })
    })

    it('is named in quotes to the one manager that reads its own command line', async () => {
      await program('explorer.exe', 1)
      await program('open', 0)
      vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
      const file = await written()
      await showInFolder(file, 'win32')
      expect(await argumentsOf('explorer.exe')).toEqual([`/select,"${file}"`])
      await showInFolder(file, 'darwin')
      expect(await argumentsOf('open')).toEqual(['-R', file])
    })
  })
})
