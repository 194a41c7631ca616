import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// npm runs a script in a shell, as `#!/bin/sh` does. On Windows a process does not notice that its parent is gone.
it('ending npm ends what its script started', async () => {
  const program = `process.on('SIGTERM', () => { console.log('ended'); process.exit() })
    setInterval(() => {}, 1000)
    console.log('started')`
  await writeFile(join(folder, 'program.mjs'), program)
  const start = `node "${resolve(import.meta.dirname, '../../../tools/run-script.mjs')}" program.mjs`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'started', scripts: { start } }))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const npm = spawn('npm', ['--silent', 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of npm.stdout) {
    output += String(chunk)
    if (output.includes('started') && !npm.killed) npm.kill()
  }
  // The output ends when the last process that writes to it is gone.
  expect(output).toBe('started\nended\n')
})
