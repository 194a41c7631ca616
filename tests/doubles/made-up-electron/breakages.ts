import { appendFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { calls } from '../electron/calls.ts'

/** The one feature that does not work. */
const broken = process.env.STEWARD_BROKEN

/** Breaks a feature of Node rather than of Electron. */
export function breakNode(): void {
  if (broken === 'removal') {
    promises.rm = async () => {}
    syncBuiltinESMExports()
  }
  if (broken === 'loopback') refuseCallbacks()
  if (broken === 'workers') silenceLaterWorkers()
}

type Handling = (name: string, ...args: unknown[]) => boolean
type Exchange = [request: { url?: string }, response: { end(): void }]

/** The answer of the browser never arrives at the sign-in. */
function refuseCallbacks(): void {
  const emit: Handling = Server.prototype.emit
  const refusing: Handling = function refusing(this: Server, name, ...args) {
    const [request, response] = args as Exchange
    if (name !== 'request' || !request.url?.startsWith('/callback')) return emit.call(this, name, ...args)
    response.end()
    return true
  }
  Object.assign(Server.prototype, { emit: refusing })
}

/** Threads that start after several were ended at once do not answer. Steward itself ends them one by one. */
function silenceLaterWorkers(): void {
  const { terminate } = Worker.prototype
  let atOnce = 0
  Worker.prototype.terminate = function ending() {
    atOnce += 1
    setImmediate(() => (atOnce = 0))
    if (atOnce > 1) Worker.prototype.postMessage = () => {}
    return terminate.call(this)
  }
}

/** Writes what a page is told into a file of the user's data. */
export function leak(text: string): void {
  if (broken === 'leak') appendFileSync(join(calls.paths.userData ?? '', 'debug.txt'), text)
}
