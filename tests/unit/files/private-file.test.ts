import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBoundedFile } from '../../../electron/platform/private-file.ts'
import { readPolicyFile } from '../../../electron/policy/read-policy-file.ts'
import { readConnectionFile } from '../../../electron/tenants/read-connection-file.ts'

describe('a file that a person names', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-bounded-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is read up to its bound, and is null when it is not there', async () => {
    const path = join(folder, 'a')
    await writeFile(path, 'é'.repeat(50))
    expect(await readBoundedFile(path, 100)).toBe('é'.repeat(50))
    await expect(readBoundedFile(path, 99)).rejects.toThrow(RangeError)
    expect(await readBoundedFile(join(folder, 'b'), 100)).toBeNull()
  })

  describe.runIf(process.platform === 'linux')('on Linux', () => {
    const fifo = async () => {
      const path = join(folder, 'fifo')
      await promisify(execFile)('mkfifo', [path])
      return path
    }

    it('is refused at once when it is a fifo that nothing writes to, a device or a folder', async () => {
      for (const path of [await fifo(), '/dev/zero', folder])
        await expect(readBoundedFile(path, 100)).rejects.toThrow('not a regular file')
    })

    it('is refused when it holds more than it says, as files of the kernel do', async () => {
      await expect(readBoundedFile('/proc/self/smaps', 100)).rejects.toThrow('file too large')
    })

    it('is read whole when it holds more than it says', async () => {
      const text = await readBoundedFile('/proc/self/smaps', 50_000_000)
      // The kernel writes this line last for every mapping.
      expect(text).toMatch(/\nVmFlags:[a-z ]*\n$/)
      expect(text?.match(/^Size:/gm)?.length).toBeGreaterThan(50)
    })

    it('is refused with a next step as the description of a connection', async () => {
      await expect(readConnectionFile(await fifo())).rejects.toMatchObject({
        code: 'connection/file-unreadable',
        nextStep: 'Check that it is a readable file of at most 256 KB.',
      })
    })

    it('is refused as the certificate of a connection', async () => {
      const path = join(folder, 'connection.json')
      await writeFile(path, JSON.stringify({ ca_file: await fifo() }))
      await expect(readConnectionFile(path)).rejects.toMatchObject({
        issues: [{ field: 'ca_file', message: expect.stringContaining('cannot be read') }],
      })
    })

    it('is named where it cannot be read as a policy', async () => {
      const path = await fifo()
      expect(await readPolicyFile(path, { byAdministrators: false })).toMatchObject({
        content: { problem: `${path} cannot be read.` },
      })
    })
  })
})
