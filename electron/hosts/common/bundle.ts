import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/x-font-type1',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** One file of the built renderer. */
type BundleFile = { body: Buffer<ArrayBuffer>; contentType: string }

/** The built renderer, held in memory: only its files can be requested, whatever the path. */
export type Bundle = {
  /** The file at an exact path, or the app's page for one of the app's own addresses; else undefined. */
  find(path: string): BundleFile | undefined
}

/**
 * The renderer's own addresses (renderer/app/router.tsx): the start page, adding a tenant, editing a connection, settings, licences,
 * signing in, and all screens of one connection. A reload requests them; any other path without a file gets 404.
 */
const appAddress =
  /^\/(?:(?:connect|settings|licences|sign-in\/[0-9a-f]{32}|connections\/[0-9a-f]{32}\/edit|c\/[0-9a-f]{32}(?:\/[\w.~%:@!$&'()*+,;=-]+){0,4})\/?)?$/

/**
 * Reads the built renderer.
 *
 * @param root - the folder with `index.html`
 * @throws if the folder or its page is missing, or if it contains a kind of file without a content type here
 */
export async function loadBundle(root: string): Promise<Bundle> {
  const files = new Map<string, BundleFile>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    files.set(`/${relative(root, file).split(sep).join('/')}`, await loadFile(file))
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new Error('The built renderer has no page.')
  return { find: (path) => files.get(path) ?? (appAddress.test(path) ? page : undefined) }
}

async function loadFile(file: string): Promise<BundleFile> {
  const contentType = contentTypes[extname(file)]
  if (contentType === undefined) throw new Error(`The built renderer holds a file of an unknown kind: ${extname(file)}`)
  return { body: await readFile(file), contentType }
}

/**
 * The content security policy of every document of Steward, in both shells. Styles may be inline: Mantine writes its theme's
 * variables and responsive props as `<style>` elements, and so do the libraries it builds on, without passing a nonce through.
 * The risk is small: no style can load anything from elsewhere, and no HTML is ever made from a record.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every response of the renderer's bundle. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
