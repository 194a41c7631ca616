import { EventEmitter } from 'node:events'
import { calls, type Handler, keep, type SchemeHandler } from './calls.ts'

class Session extends EventEmitter {
  readonly partition: string | null
  readonly clearStorageData = async () => {}
  constructor(partition: string | null = null) {
    super()
    this.partition = partition
  }
  resolveProxy = async (url: string) => {
    calls.proxied.push(url)
    return 'DIRECT'
  }
  readonly setPermissionRequestHandler = keep('permission-request')
  readonly setPermissionCheckHandler = keep('permission-check')
  readonly setDevicePermissionHandler = keep('device-permission')
  readonly protocol = {
    handle: (scheme: string, handler: SchemeHandler) => void calls.scheme.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (filter: unknown, handler: Handler) => {
      calls.handlers.set('before-request-filter', () => filter)
      calls.handlers.set('before-request', handler)
    },
  }
}

export const session = { defaultSession: new Session(), fromPartition: (name: string) => new Session(name) }
