import '../../../doubles/electron/register.ts'
import { calls } from '../../../doubles/electron/calls.ts'
import { becomeReady } from '../../../doubles/electron/readiness.ts'

// Asks the desktop shell for the proxy of a server, under the double of `electron`: node desktop-proxy-child.ts

const { resolveProxy } = await import('../../../../electron/hosts/desktop/resolve-proxy.ts')
const { vetHttpsUrl } = await import('../../../../electron/platform/https-url.ts')

becomeReady()
const said = await resolveProxy(vetHttpsUrl('https://larch.test/', 'https://larch.test'))
console.log(JSON.stringify({ said, asked: calls.proxied }))
