import { EventEmitter } from 'node:events'
import { calls } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { beforeReady, whenReady } from './readiness.ts'

class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = { hasSwitch: (name: string) => process.argv.includes(`--${name}`) }
  getPath(name: string) {
    return calls.paths[name] ?? `/nowhere/${name}`
  }
  async getFileIcon(path: string) {
    return { iconOf: path }
  }
  getAppPath() {
    return '/nowhere/app'
  }
  setPath(name: string, path: string) {
    beforeReady(`path of ${name}`)
    calls.paths[name] = path
  }
  whenReady() {
    return whenReady()
  }
  setBadgeCount(count: number) {
    calls.badges.push(count)
    return true
  }
  setAppUserModelId(id: string) {
    calls.modelIds.push(id)
  }
  quit() {
    calls.quits += 1
    this.emit('before-quit', new CancellableEvent())
  }
  exit(code = 0) {
    calls.exitCodes.push(code)
    this.emit('test-exit', code)
  }
}

export const app = new App()
