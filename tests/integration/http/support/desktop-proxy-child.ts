import { registerHooks } from 'node:module'
import { told } from '../../../doubles/electron.ts'

// Asks the desktop shell for the proxy of a server, under the double of `electron`: node desktop-proxy-child.ts

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'electron' ? new URL('../../../doubles/electron.ts', import.meta.url).href : specifier, context),
})
const { resolveProxy } = await import('../../../../electron/hosts/desktop/resolve-proxy.ts')
const { vetHttpsUrl } = await import('../../../../electron/platform/https-url.ts')

const said = await resolveProxy(vetHttpsUrl('https://larch.test/', 'https://larch.test'))
console.log(JSON.stringify({ said, asked: told.proxied }))
