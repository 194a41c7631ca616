import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

let folder: string
beforeAll(async () => {
  await ensureBuild()
  folder = await mkdtemp(join(tmpdir(), 'steward-refused-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['NODE_OPTIONS', '--tls-keylog=/dev/null'],
  ['OPENSSL_CONF', '/dev/null'],
  ['NODE_PATH', '/dev/null'],
])('the browser shell does not start with %s=%s, and names the variable', async (name, value) => {
  const data = join(folder, name)
  const args = [join(root, 'out/main/browser.js'), '--headless', '--user-data-dir', data]
  const env = { PATH: process.env.PATH, [name]: value }
  const ended = await run(process.execPath, args, { env }).catch((error: unknown) => error)
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`variable ${name}`) })
  expect(await readdir(folder)).not.toContain(name)
})

it('the desktop shell does not open with NODE_TLS_REJECT_UNAUTHORIZED=0, and names the variable in its dialog', async () => {
  const script = join(root, 'tests/doubles/desktop-refused-process.ts')
  const args = [script, join(root, 'out/main/main.js'), join(folder, 'desktop')]
  const { stdout } = await run(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  })
  expect(JSON.parse(stdout)).toMatchObject({
    title: 'Steward could not be opened',
    text: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
    exitCodes: [1],
  })
})
