import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { type Folders, makeFolders } from '../../doubles/bundle-folder.ts'
import { enter, openSignedIn } from '../../doubles/loopback.ts'
import { readyAddress, type ShellProcess, startShellProcess } from '../../doubles/start-browser-shell.ts'

let folders: Folders
let started: ShellProcess[]
beforeEach(async () => {
  folders = await makeFolders()
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((shell) => shell.stop()))
  await folders.remove()
})

const start = (args: readonly string[] = ['--headless'], env: Readonly<Record<string, string>> = {}) => {
  const shell = startShellProcess({
    bundleRoot: folders.bundleRoot,
    args: [...args, '--user-data-dir', folders.userDataDir],
    env,
  })
  started.push(shell)
  return shell
}

describe('one folder', () => {
  it('is never opened twice: the second start asks the first to show itself, and leaves', async () => {
    const first = start()
    await readyAddress(first)
    const second = start()
    expect(await second.exited).toBe(0)
    expect(second.output()).toBe('Steward is already running with this folder; it was asked to open its window.\n')
    const shown = await first.line(/^A new address/)
    await enter(shown.slice(shown.indexOf('http://')))
  })

  it('is given to exactly one of many that start at once', async () => {
    const shells = Array.from({ length: 6 }, () => start())
    const outcomes = await Promise.all(
      shells.map((shell) =>
        Promise.race([
          shell.exited.then(() => 'left'),
          readyAddress(shell).then(
            () => 'runs',
            () => 'left',
          ),
        ]),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'runs')).toHaveLength(1)
  })

  it('can be had again at once after its holder was killed', async () => {
    const first = start()
    await readyAddress(first)
    first.signal('SIGKILL')
    await first.exited
    await readyAddress(start())
  })

  it('has no printer’s folder of a Steward that was killed while it printed', async () => {
    const left = join(folders.userDataDir, 'print-profile')
    await mkdir(join(left, 'Default'), { recursive: true })
    await writeFile(join(left, 'Default', 'Cookies'), 'left behind')
    await readyAddress(start())
    await expect(stat(left)).rejects.toThrow('ENOENT')
  })

  it('is private to this user', async () => {
    await readyAddress(start())
    expect((await stat(folders.userDataDir)).mode & 0o777).toBe(0o700)
  })
})

it('the browser shell ends with 0 when it is told to, sockets open or not', async () => {
  const shell = start()
  const address = await readyAddress(shell)
  const { closed } = await openSignedIn(address.origin, (await enter(address.href)).token)
  expect(await shell.stop()).toBe(0)
  expect(await closed).toBe(1006)
})

it('the browser shell goes on when its terminal is gone, and has more to print', async () => {
  const shell = start()
  const address = await readyAddress(shell)
  shell.stopReading()
  // It prints an address for the second start.
  expect(await start().exited).toBe(0)
  await enter(address.href)
  expect(await shell.stop()).toBe(0)
})

it('the browser shell takes the port it is given, and says so when it is taken', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => squatter.once('listening', resolve))
  const { port } = squatter.address() as { port: number }
  const refused = start(['--headless', '--port', String(port)])
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain('EADDRINUSE')
  await new Promise((resolve) => squatter.close(resolve))
  expect((await readyAddress(start(['--headless', '--port', String(port)]))).port).toBe(String(port))
})

describe('with a browser and a screen', () => {
  /** Makes a folder of programs in which `chromium` is a script. */
  const programs = async (script: string) => {
    const folder = join(folders.userDataDir, '..', 'programs')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'chromium'), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, 'chromium'), 0o755)
    return { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':77' }
  }

  it('opens a window of its own that gets in, and closes it when it ends', async () => {
    await buildClientPage(folders.bundleRoot)
    const pidFile = join(folders.bundleRoot, '..', 'pid')
    // Tests run as root and without a display; the rest of the command line is Steward's.
    const env = await programs(`echo $$ > ${pidFile}\nexec /usr/bin/chromium --no-sandbox --headless=new "$@"`)
    const shell = start([], env)
    await shell.line(/^asked: app\.info$/)
    const pid = Number(await readFile(pidFile, 'utf8'))
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    expect(commandLine).toContain(`--user-data-dir=${join(folders.userDataDir, 'browser-profile')}`)
    expect(commandLine).toContain('--incognito')
    expect(commandLine.some((argument) => /^--app=file:\/\/\S+\/launch\/[0-9a-f]{32}\.html$/.test(argument))).toBe(true)
    expect(await shell.stop()).toBe(0)
    expect(await readdir('/proc')).not.toContain(String(pid))
  })

  it('says what to do when the window cannot be opened, and goes on serving', async () => {
    const shell = start([], await programs('exit 1'))
    const address = await readyAddress(shell)
    await shell.line(/^No window could be opened; open the address/)
    await enter(address.href)
  })

  it('opens none when it is told not to', async () => {
    const shell = start(['--headless'], await programs('touch "$0.ran"'))
    await readyAddress(shell)
    await shell.stop()
    expect(await readdir(join(folders.userDataDir, '..', 'programs'))).toEqual(['chromium'])
  })
})
