import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket, WebSocketServer } from 'ws'
import { type Cdp, connectCdp } from './cdp.ts'

export type Chromium = { cdp: Cdp; end(): void }

/**
 * Starts the Chromium whose tabs are the windows of the made-up Electron.
 *
 * @param announced - whether a debugging address is printed, as Electron prints it
 * @param origin - replaces `app://steward`, which Chromium does not know
 */
export async function startChromium({ announced, origin }: { announced: boolean; origin: string }): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'steward-made-up-'))
  const switches = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-sandbox', '--no-first-run']
  const child = spawn(
    '/usr/bin/chromium-headless-shell',
    // Chromium would wait for a locked keyring before it loads any page. Electron encrypts no cookies, and asks for no key.
    [...switches, '--window-size=1280,800', '--no-startup-window', '--password-store=basic'],
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
  if (announced) console.error(`DevTools listening on ${await relay(address, origin)}`)
  return {
    cdp,
    end() {
      child.kill('SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Relays a debugger to Chromium, with the addresses that each of them knows. Returns the relay's own address. */
function relay(address: string, origin: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('connection', (outside) => {
    const inside = new WebSocket(address, { perMessageDeflate: false })
    const opened = new Promise((resolve) => inside.once('open', resolve))
    outside.on('message', (data) => {
      void opened.then(() => inside.send(String(data).replaceAll('app://steward', origin)))
    })
    inside.on('message', (data) => outside.send(String(data).replaceAll(origin, 'app://steward')))
    outside.once('close', () => inside.close())
    inside.once('close', () => outside.close())
  })
  return new Promise((resolve) => {
    server.once('listening', () => resolve(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`))
  })
}
