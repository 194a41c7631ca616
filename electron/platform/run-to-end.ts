import { execFile } from 'node:child_process'

/** Runs a program until it exits; `code` is null if it was killed or could not be started. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<{ code: number | null; stdout: string; stderr: string }>

const timeoutMs = 30_000
const maxBuffer = 1_000_000

/** Runs a program with only this environment, for at most 30 s. */
export const runToEnd: RunProgram = (file, args, env) =>
  new Promise((resolve) => {
    const options = { env: { ...env }, timeout: timeoutMs, maxBuffer, windowsHide: true, shell: false }
    const child = execFile(file, [...args], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
  })
