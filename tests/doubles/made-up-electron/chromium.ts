import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cdp, connectCdp } from './cdp.ts'

export type Chromium = { cdp: Cdp; end(): void }

/**
 * Starts the Chromium whose tabs are the windows of the made-up Electron.
 *
 * @param announced - whether its debugging address is printed, as Electron prints it
 */
export async function startChromium({ announced }: { announced: boolean }): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'steward-made-up-'))
  const switches = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-sandbox', '--no-first-run']
  const child = spawn(
    '/usr/bin/chromium-headless-shell',
    [...switches, '--window-size=1280,800', '--no-startup-window'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /^DevTools listening on (ws:\S+)$/m.exec(output)
      if (found?.[1]) resolve(found[1])
    })
  })
  const cdp = await connectCdp(address)
  if (announced) console.error(`DevTools listening on ${address}`)
  return {
    cdp,
    end() {
      child.kill('SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
