import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'

const connection = '0123456789abcdef0123456789abcdef'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-bundle-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), 'page')
  await writeFile(join(root, 'assets/index-a1.js'), 'script')
})
afterEach(() => rm(root, { recursive: true }))

it('the bundle finds files by their exact name', async () => {
  const bundle = await loadBundle(root)
  expect(bundle.find('/assets/index-a1.js')).toEqual({
    body: Buffer.from('script'),
    contentType: 'text/javascript; charset=utf-8',
  })
  expect(bundle.find('/index.html')?.body.toString()).toBe('page')
})

it.each([
  '/',
  '/connect',
  '/settings',
  '/licences',
  `/sign-in/${connection}`,
  `/c/${connection}`,
  `/c/${connection}/households/a%2Fb.c~1`,
  `/c/${connection}/users/`,
])('the bundle answers the app’s own address %s with its page', async (path) => {
  expect((await loadBundle(root)).find(path)?.body.toString()).toBe('page')
})

it.each([
  '',
  '//',
  '/assets',
  '/assets/',
  '/assets/index-a2.js',
  '/ASSETS/index-a1.js',
  '/assets/index-a1.js/',
  '/index.html/',
  '/favicon.ico',
  '/etc/passwd',
  '/../index.html',
  '/c/short',
  '/settings/x',
  `/c/${connection}/a/b/c/d/e`,
  `/c/${connection}//x`,
  `/evil/c/${connection}`,
  '/__proto__',
  '/constructor',
])('the bundle finds nothing at %j', async (path) => {
  expect((await loadBundle(root)).find(path)).toBeUndefined()
})

it('the bundle follows no link out of its folder', async () => {
  await symlink('/etc/passwd', join(root, 'assets/link.txt'))
  expect((await loadBundle(root)).find('/assets/link.txt')).toBeUndefined()
})

it('the bundle refuses a folder without a page, and a file whose kind it does not know', async () => {
  await writeFile(join(root, 'assets/x.exe'), '')
  await expect(loadBundle(root)).rejects.toThrow('.exe')
  await rm(join(root, 'assets/x.exe'))
  await rm(join(root, 'index.html'))
  await expect(loadBundle(root)).rejects.toThrow('no page')
})

it('the bundle knows every top-level address that the renderer routes', async () => {
  const router = await readFile(resolve(import.meta.dirname, '../../../renderer/app/router.tsx'), 'utf8')
  const paths = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path.replaceAll(/\$\w+/g, connection))
  expect(paths.length).toBeGreaterThan(3)
  const bundle = await loadBundle(root)
  for (const path of paths) expect([path, bundle.find(path)?.body.toString()]).toEqual([path, 'page'])
})
