import { type ChildProcess, spawn } from 'node:child_process'
import type * as Electron from 'electron'
import { Emitter } from './emitter.ts'
import { assertReady } from './readiness.ts'
import type { EventsOf, Here } from './surface.ts'

type Options = Here<Electron.ForkOptions>

/** A service in a process of its own: here, a process of Node's. */
export class UtilityProcess extends Emitter<EventsOf<Electron.UtilityProcess>> {
  static fork(modulePath: string, args: string[] = [], options: Options = {}): UtilityProcess {
    assertReady('utilityProcess cannot be created before app is ready.')
    return new UtilityProcess(modulePath, args, stdioOf(options))
  }
  #child: ChildProcess | null
  constructor(modulePath: string, args: string[], stdio: ('ignore' | 'pipe' | 'inherit')[]) {
    super()
    const child = spawn(process.execPath, [modulePath, ...args], { stdio })
    this.#child = child
    child.once('spawn', () => this.emit('spawn'))
    child.once('exit', (code) => {
      this.emit('exit', code ?? 1)
      // Its streams and its number end with it.
      this.#child = null
    })
  }
  get pid(): number | undefined {
    return this.#child?.pid
  }
  get stdout(): NodeJS.ReadableStream | null {
    return this.#child?.stdout ?? null
  }
  get stderr(): NodeJS.ReadableStream | null {
    return this.#child?.stderr ?? null
  }
  kill(): boolean {
    return this.#child?.kill() ?? false
  }
}

function stdioOf({ stdio = 'inherit' }: Options): ('ignore' | 'pipe' | 'inherit')[] {
  if (!Array.isArray(stdio)) return ['ignore', 'inherit', 'inherit']
  if (stdio.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.')
  if (stdio[0] !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  return stdio.map((each) => (each === 'pipe' || each === 'ignore' ? each : 'inherit'))
}

export const utilityProcess = { fork: UtilityProcess.fork }
