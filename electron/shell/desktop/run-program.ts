import { execFile } from 'node:child_process'
import type { RunProgram } from '../../updates/authenticode.ts'

const timeoutMs = 30_000
const maxBuffer = 1_000_000

/** Runs a program with this environment and no other, for half a minute at most. */
export const runProgram: RunProgram = (file, args, env) =>
  new Promise((resolve) => {
    const options = { env: { ...env }, timeout: timeoutMs, maxBuffer, windowsHide: true, shell: false }
    const child = execFile(file, [...args], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
  })
