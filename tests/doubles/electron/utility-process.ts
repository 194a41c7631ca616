import { type ChildProcess, spawn } from 'node:child_process'

export const utilityProcess = {
  fork: (script: string, args: string[]): ChildProcess =>
    spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
}
