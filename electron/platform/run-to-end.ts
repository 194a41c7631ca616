import { execFile } from 'node:child_process'

/** Runs a program to its end; `code` is null when it was cut off or could not be started. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<{ code: number | null; stdout: string; stderr: string }>

const timeoutMs = 30_000
const maxBuffer = 1_000_000

/** Runs a program with this environment and no other, for half a minute at most. */
export const runToEnd: RunProgram = (file, args, env) =>
  new Promise((resolve) => {
    const options = { env: { ...env }, timeout: timeoutMs, maxBuffer, windowsHide: true, shell: false }
    const child = execFile(file, [...args], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
  })
