import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBrowserProgram } from '../../../electron/hosts/browser/app-window.ts'
import {
  openDocumentPrinter,
  type PrinterLimits,
  removePrinterProfile,
} from '../../../electron/hosts/browser/print-documents.ts'
import { type Log, noLog } from '../../../electron/logs/log.ts'

const printingProcess = fileURLToPath(new URL('../../doubles/printing-process.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-printer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const profile = () => join(folder, 'print-profile')
const limits: PrinterLimits = { start: 60_000, print: 120_000, end: 5_000 }

/** A program in place of a browser. */
async function program(script: string, name = 'browser'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

/**
 * A browser that answers its first call, and has a second process that creates a folder in the profile again and again. As processes
 * of Chromium do, that one does not end with the main process.
 */
const openWriting = async (onClose: string) => {
  const writes = `for (;;) require('node:fs').mkdirSync(process.argv[1] + '/HeadlessMode', { recursive: true })`
  const browser = join(folder, 'writing-browser')
  const script = `
    const { spawn } = require('node:child_process')
    const { createReadStream, createWriteStream } = require('node:fs')
    const profile = process.argv.find((one) => one.startsWith('--user-data-dir=')).split('=')[1]
    spawn(process.execPath, ['-e', ${JSON.stringify(writes)}, profile], { stdio: 'ignore' })
    const answers = createWriteStream(null, { fd: 4 })
    createReadStream(null, { fd: 3 }).on('data', (data) => {
      if (data.includes('Browser.close')) ${onClose}
      else answers.write(JSON.stringify({ id: 1, result: {} }) + '\\0')
    })`
  await writeFile(browser, `#!${process.execPath}\n${script}\n`, { mode: 0o755 })
  return openDocumentPrinter({ browser, profile: profile(), limits: { ...limits, end: 1_000 } })
}

const openReal = async () => openDocumentPrinter({ browser: await findBrowserProgram(), profile: profile() })

/** The processes that have this text in their arguments. */
async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>T</title></head><body><h1>T</h1>${body}</body></html>`

test('a browser that refuses to start without a window is reported as such, and leaves nothing', async () => {
  // As Chromium does if the policy HeadlessMode forbids it.
  const browser = await program('echo "Headless mode is disallowed by the system admin." >&2; exit 1')
  await expect(openDocumentPrinter({ browser, profile: profile() })).rejects.toMatchObject({
    code: 'print/unavailable',
    nextStep: 'Print from this window instead.',
  })
  await expect(access(profile())).rejects.toThrow('ENOENT')
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/chromium')
/** A browser of another make reads its policies elsewhere; the test's name says that it was not run. */
const policyTest = 'a browser with a policy that forbids HeadlessMode is reported as such'
test(mayMount ? policyTest : `NOT RUN here (no root, or no /etc/chromium): ${policyTest}`, async () => {
  const browser = await findBrowserProgram()
  if (!mayMount || browser === undefined) return
  const managed = join(folder, 'etc', 'policies', 'managed')
  await mkdir(managed, { recursive: true })
  const policy = (value: number) => writeFile(join(managed, 'policy.json'), JSON.stringify({ HeadlessMode: value }))
  // Mounted over the system's folder for this browser alone: others on this computer do not see it.
  const mounting = await program(
    `mount --bind '${join(folder, 'etc')}' /etc/chromium && exec '${browser}' "$@"`,
    'mounting',
  )
  const managedBrowser = await program(`exec unshare --mount '${mounting}' "$@"`)
  const open = () => openDocumentPrinter({ browser: managedBrowser, profile: profile() })
  await policy(2)
  await expect(open()).rejects.toMatchObject({ code: 'print/unavailable', nextStep: 'Print from this window instead.' })
  await expect(access(profile())).rejects.toThrow('ENOENT')
  await policy(1)
  await (await open()).close()
})

test('a browser that does not answer is ended', async () => {
  const browser = await program('exec sleep 600')
  const opening = openDocumentPrinter({ browser, profile: profile(), limits: { ...limits, start: 200 } })
  await expect(opening).rejects.toMatchObject({ code: 'print/unavailable' })
  expect(await processesWith(profile())).toEqual([])
})

test('without a browser, and with a program that is gone, printing is not available', async () => {
  const missing = join(folder, 'nothing')
  for (const browser of [undefined, missing]) {
    await expect(openDocumentPrinter({ browser, profile: profile() })).rejects.toMatchObject({
      code: 'print/unavailable',
    })
  }
})

test('a document that asks for anything is refused, and the next one is printed', async () => {
  const printer = await openReal()
  try {
    const asking = page('<img src="http://127.0.0.1:9/x.png"><script>document.title = "ran"</script>')
    await expect(printer.print(asking, never)).rejects.toMatchObject({ code: 'print/failed' })
    const pdf = await printer.print(page('<p>Text</p>'), never)
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  } finally {
    await printer.close()
  }
})

test('a killed Steward leaves no printer running; the next one removes its folder', async () => {
  const steward = spawn(process.execPath, [printingProcess, profile()], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(steward.stdout, 'data')
  expect(await processesWith(profile())).not.toEqual([])
  steward.kill('SIGKILL')
  await once(steward, 'exit')
  await expect.poll(() => processesWith(profile())).toEqual([])
  await removePrinterProfile(profile(), noLog)
  await expect(access(profile())).rejects.toThrow('ENOENT')
})

test('a process that goes on writing after the browser ended is ended before the folder is removed', async () => {
  await (await openWriting('process.exit(0)')).close()
  expect(await processesWith(profile())).toEqual([])
  await expect(access(profile())).rejects.toThrow('ENOENT')
})

test('a browser that does not answer when it is asked to close is ended', async () => {
  await (await openWriting('{}')).close()
  expect(await processesWith(profile())).toEqual([])
  await expect(access(profile())).rejects.toThrow('ENOENT')
})

test('a folder that cannot be removed is logged by the name of the error, without its path', async () => {
  const parent = join(folder, 'file')
  await writeFile(parent, '')
  const log = vi.fn<Log>()
  await removePrinterProfile(join(parent, 'print-profile'), log)
  expect(log.mock.calls).toEqual([['print-folder-left', { system: 'ENOTDIR' }]])
})

test('a cancelled print ends at once, and a closed printer leaves neither process nor folder', async () => {
  const printer = await openReal()
  const leaving = new AbortController()
  const printing = printer.print(page('<p>Text</p>'.repeat(20_000)), leaving.signal)
  leaving.abort(new Error('cancelled'))
  await expect(printing).rejects.toThrow('cancelled')
  expect(await processesWith(profile())).not.toEqual([])
  await printer.close()
  expect(await processesWith(profile())).toEqual([])
  await expect(access(profile())).rejects.toThrow('ENOENT')
})
