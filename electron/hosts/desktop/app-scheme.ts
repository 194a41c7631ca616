import { protocol, type Session } from 'electron'
import type { Bundle } from '../common/bundle.ts'
import { securityHeaders } from '../common/security-headers.ts'
import { appScheme, isAppAddress } from './app-address.ts'

/** Makes `app://steward` a secure origin. Must be called before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves only the bundle under `app://steward`. */
export function serveAppScheme(session: Session, bundle: Bundle): void {
  session.protocol.handle(appScheme, (request) => {
    const file = isAppAddress(request.url) ? bundle.find(new URL(request.url).pathname) : undefined
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: securityHeaders })
    if (file === undefined) return new Response(null, { status: 404, headers: securityHeaders })
    return new Response(file.body, { headers: { ...securityHeaders, 'content-type': file.contentType } })
  })
}
