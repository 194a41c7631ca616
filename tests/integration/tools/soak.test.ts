import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

test('a short day over the demo firm ends without an error on the page', async () => {
  await ensureBuild()
  const script = join(process.cwd(), 'tests/soak/main.ts')
  const run = promisify(execFile)(process.execPath, [script, '--seed', '3', '--acts', '8'])
  // What was on the screen when an act did not end is in the output.
  const { stdout } = await run.catch(({ stdout: printed }: { stdout: string }) => ({ stdout: printed }))
  expect(stdout).toContain('Too short to say whether anything grows.\nNo problem.')
})
