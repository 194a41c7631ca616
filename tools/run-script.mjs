// Runs one of the project's own scripts, under the Node that it brings along, on a fresh clone too.
import { spawn } from 'node:child_process'
import { nodeBinary, toolEnvironment } from './lib/run.mjs'
import { ensureDependencies } from './lib/setup.mjs'

try {
  await ensureDependencies()
  const child = spawn(nodeBinary(), process.argv.slice(2), { stdio: 'inherit', env: toolEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
