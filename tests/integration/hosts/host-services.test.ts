import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { safeOpen } from '../../../electron/hosts/browser/safe-open.ts'
import { startService } from '../../../electron/hosts/browser/start-service.ts'
import { loopbackUrl } from '../../../electron/platform/https-url.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-host-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const script = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, 0o755)
  return path
}

describe('opening an address in the system browser', () => {
  const url = loopbackUrl('http://127.0.0.1:4321', '/a?b=$(touch%20x)&c=;id')

  it('hands it over as one argument that no shell reads', async () => {
    await script('xdg-open', `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > ${folder}/arguments\n`)
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
    await safeOpen(url, 'linux')
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe(`1\n${url}\n`)
  })

  it.each([
    ['there is no opener', undefined],
    ['the opener fails', '#!/bin/sh\nexit 3\n'],
  ])('says that it could not when %s', async (_what, opener) => {
    if (opener !== undefined) await script('xdg-open', opener)
    vi.stubEnv('PATH', folder)
    await expect(safeOpen(url, 'linux')).rejects.toMatchObject({ code: 'auth/browser-not-opened' })
  })
})

describe('a service beside Steward', () => {
  it('says its first line, goes on printing without being stopped by it, and ends when asked', async () => {
    const path = await script(
      'service.mjs',
      `console.log(JSON.stringify(process.argv.slice(2)))
       for (let i = 0; i < 5000; i += 1) console.log('x'.repeat(100))
       setInterval(() => {}, 1000)`,
    )
    const service = startService(path, ['--port', '0', '; echo', '$(id)'])
    expect(JSON.parse(await service.firstLine)).toEqual(['--port', '0', '; echo', '$(id)'])
    await service.stop()
    await service.exited
    await service.stop()
  })

  it('that ends first rejects its first line, and leaves its last words in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const path = await script('service.mjs', `console.error('the port is taken'); process.exit(7)`)
    await expect(startService(path, []).firstLine).rejects.toThrow('ended before')
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/ended with 7/))
  })

  it('that ignores the request to end is ended', async () => {
    const path = await script(
      'service.mjs',
      `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)`,
    )
    const service = startService(path, [])
    await service.firstLine
    await service.stop()
    await service.exited
  })

  it('ends when Steward is gone, however it went', async () => {
    const path = await script('service.mjs', `console.log(process.pid); setInterval(() => {}, 1000)`)
    const parent = await script(
      'parent.ts',
      `import { startService } from '${join(import.meta.dirname, '../../../electron/hosts/browser/start-service.ts')}'
       console.log(await startService(${JSON.stringify(path)}, []).firstLine)
       process.kill(process.pid, 'SIGKILL')`,
    )
    const outer = startService(parent, [])
    const pid = Number(await outer.firstLine)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** Returns false for a zombie too: a process that has ended but was not yet reaped by its new parent. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}
