import type * as Electron from 'electron'
import { calls } from './calls.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import { assertReady } from './readiness.ts'
import type { EventsOf, Here } from './surface.ts'

type Handler<Name extends 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'> =
  Here<Parameters<Electron.Session[Name]>[0]>
type SchemeHandler = (request: Request) => Response | Promise<Response>
type RequestListener = Here<Parameters<Electron.WebRequest['onBeforeRequest']>[0]>
type RequestArguments = [filter: Electron.WebRequestFilter, listener: RequestListener] | [listener: RequestListener]

/** Schemes that Chromium's patterns know. */
const patternForm = /^(\*|https?|wss?|file):\/\/[^/]*\/.*$/

export class Protocol {
  readonly [forTests] = { handlers: new Map<string, SchemeHandler>() }
  handle(scheme: string, handler: SchemeHandler): void {
    const { handlers } = this[forTests]
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  }
}

export class WebRequest {
  readonly [forTests] = {
    beforeRequest: null as { filter: Electron.WebRequestFilter; listener: RequestListener } | null,
  }
  onBeforeRequest(...args: RequestArguments): void {
    const [filter, listener] = args.length === 1 ? [{ urls: ['*://*/*'] }, args[0]] : args
    for (const url of filter.urls) if (!patternForm.test(url)) throw new TypeError(`Invalid url pattern ${url}`)
    this[forTests].beforeRequest = { filter, listener }
  }
}

export class Session extends Emitter<EventsOf<Electron.Session>> {
  readonly protocol = new Protocol()
  readonly webRequest = new WebRequest()
  readonly [forTests]: {
    partition: string
    permissionRequest: Handler<'setPermissionRequestHandler'>
    permissionCheck: Handler<'setPermissionCheckHandler'>
    devicePermission: Handler<'setDevicePermissionHandler'>
    cleared: number
  }
  constructor(partition: string) {
    super()
    this[forTests] = { partition, permissionRequest: null, permissionCheck: null, devicePermission: null, cleared: 0 }
  }
  async resolveProxy(url: string): Promise<string> {
    calls.proxied.push(url)
    return 'DIRECT'
  }
  async clearStorageData(): Promise<void> {
    this[forTests].cleared += 1
  }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void {
    this[forTests].permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void {
    this[forTests].permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void {
    this[forTests].devicePermission = handler
  }
}

const sessions = new Map<string, Session>()

function fromPartition(partition: string): Session {
  assertReady('Session can only be received when app is ready')
  const known = sessions.get(partition)
  if (known !== undefined) return known
  const created = new Session(partition)
  sessions.set(partition, created)
  return created
}

export const session = {
  fromPartition,
  get defaultSession(): Session {
    return fromPartition('')
  },
}
