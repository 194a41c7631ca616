import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

describe('a start with a connection that is no good', () => {
  let folder: string
  beforeAll(ensureBuild)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-refused-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Returns the output of a built browser shell that ends by itself. */
  const start = (path: string) => {
    const args = ['out/main/browser.js', '--headless', '--user-data-dir', join(folder, 'data'), '--connection', path]
    return run(process.execPath, args, { cwd: root })
  }

  it('names each wrong field and what is wrong with it, and nothing of the secret', async () => {
    const path = join(folder, 'connection.json')
    const described = {
      base_url: 'http://larch.example.com',
      auth_url: 'https://auth.example.com/oauth2/token',
      client_id: 7,
      client_secret: 'secret-of-the-firm ',
      redirect_uri: 'https://larch.example.com/callback',
      'clientSecret\u001b[31m': 'secret-of-the-firm',
    }
    await writeFile(path, JSON.stringify(described))
    await expect(start(path)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${[
        'Steward could not be opened.',
        '6 fields of the connection are wrong.',
        '  base_url: This must begin with https://, such as https://firm.example.com; nothing else is safe.',
        '  auth_url: Leave out /oauth2/token at the end; Steward adds it.',
        '  client_id: This must be text in quotation marks.',
        '  redirect_uri: This must be an http address of this computer with a path and nothing after it, such as http://127.0.0.1:8400/callback; register such an address.',
        '  client_secret: This begins or ends with a space; paste it again without it.',
        '  clientSecret?[31m: Steward does not know this field; check its spelling or leave it out.',
        'Correct these fields and try again.',
      ].join('\n')}\n`,
    })
  })

  it.runIf(process.platform === 'linux')('ends when it is a fifo that nothing writes to', async () => {
    const path = join(folder, 'fifo')
    await run('mkfifo', [path])
    await expect(start(path)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Check that it is a readable file of at most 256 KB.'),
    })
  })
})
