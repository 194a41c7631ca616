import { access, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowserProgram } from '../../../electron/hosts/browser/app-window.ts'
import { openDocumentPrinter, type PrinterLimits } from '../../../electron/hosts/browser/print-documents.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-printer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const profile = () => join(folder, 'print-profile')
const limits: PrinterLimits = { start: 60_000, print: 120_000, end: 5_000 }

/** A program in place of a browser. */
async function program(script: string): Promise<string> {
  const path = join(folder, 'browser')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
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
