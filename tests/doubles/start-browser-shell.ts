import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export type ShellProcess = {
  pid: number
  /** Everything printed so far, on both streams. */
  output(): string
  /** Resolves with the first line that matches, from the beginning of the output; rejects if the process ends first. */
  line(pattern: RegExp): Promise<string>
  exited: Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Stops reading what it prints, as a closed terminal does. */
  stopReading(): void
  stop(): Promise<number | null>
}

export type StartOptions = { bundleRoot: string; args: readonly string[]; env?: Readonly<Record<string, string>> }

/** Starts the browser shell in its own process, over a core in memory. */
export function startShellProcess({ bundleRoot, args, env = {} }: StartOptions): ShellProcess {
  const script = resolve(import.meta.dirname, 'browser-shell-process.ts')
  const child = spawn(process.execPath, [script, bundleRoot, ...args], {
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk)
      for (const listener of listeners) listener()
    })
  }
  const output = () => chunks.join('')
  const exited = new Promise<number | null>((settle) => child.once('close', settle))
  const line = (pattern: RegExp) =>
    new Promise<string>((settle, reject) => {
      const look = () => {
        const found = output()
          .split('\n')
          .slice(0, -1)
          .find((candidate) => pattern.test(candidate))
        if (found !== undefined) settle(found)
      }
      listeners.add(look)
      look()
      void exited.then(() => reject(new Error(`It ended first. It had printed:\n${output()}`)))
    })
  return {
    pid: child.pid ?? 0,
    output,
    line,
    exited,
    signal: (name) => child.kill(name),
    stopReading() {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Resolves with the address that the shell prints. */
export async function readyAddress(shell: ShellProcess): Promise<URL> {
  const line = await shell.line(/^Steward is ready at http:\/\/steward-[0-9a-f]{32}\.localhost:\d+\/#launch=[\w-]{43}$/)
  return new URL(line.slice('Steward is ready at '.length))
}
