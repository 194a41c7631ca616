import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService } from '../../../electron/hosts/browser/start-service.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'

// Node opens its inspector when it receives SIGUSR1: any program that connects to that port runs code in the process.

const root = resolve(import.meta.dirname, '../../..')

/** Reads both streams of a process. `until` resolves with everything printed, once it matches or the process ended. */
function reading(child: ChildProcess) {
  let text = ''
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      changed()
    })
  }
  let isOver = false
  child.once('close', () => {
    isOver = true
    changed()
  })
  return {
    until: (pattern: RegExp) =>
      new Promise<string>((done) => {
        const look = () => {
          if (!isOver && !pattern.test(text)) return
          listeners.delete(look)
          done(text)
        }
        listeners.add(look)
        look()
      }),
  }
}

const never = /$^/

describe.skipIf(process.platform === 'win32')('the inspector', () => {
  let folder: string
  beforeAll(ensureBuild)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-inspector-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('of the browser shell is not opened by SIGUSR1', async () => {
    const args = ['out/main/browser.js', '--headless', '--port', '0', '--user-data-dir', join(folder, 'data')]
    const steward = spawn(process.execPath, args, { cwd: root })
    const output = reading(steward)
    await output.until(/Steward is ready/)
    steward.kill('SIGUSR1')
    // Another Node with the same signal shows how long that takes. Its port, or the failure to get it, is printed.
    const other = spawn(process.execPath, ['-e', 'console.log("ready"); setInterval(() => {}, 1000)'])
    const words = reading(other)
    await words.until(/ready/)
    other.kill('SIGUSR1')
    expect(await words.until(/inspector|Debugger/)).toMatch(/inspector|Debugger/)
    other.kill('SIGKILL')
    steward.kill('SIGTERM')
    expect(await output.until(never)).not.toMatch(/inspector|Debugger/)
    expect(steward.exitCode).toBe(0)
  })

  it('of a service beside it is not opened by SIGUSR1', async () => {
    const script = join(folder, 'service.mjs')
    await writeFile(
      script,
      `import { url } from 'node:inspector'
       process.kill(process.pid, 'SIGUSR1')
       for (let turn = 0; turn < 500 && url() === undefined; turn += 1) await new Promise((next) => setTimeout(next, 1))
       console.log(url() ?? 'closed')
       setInterval(() => {}, 1000)`,
    )
    const service = startService(script, [])
    expect(await service.firstLine).toBe('closed')
    await service.stop()
  })
})
