import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import type { PeerStore, Person } from './peer-store.ts'

/** The store in the page, as `page/dexie.mjs` offers it. */
type StoreInPage = {
  write(page: readonly Person[]): Promise<number>
  page(offset: number): Promise<number>
  byId(id: string): Promise<number>
  count(state: string): Promise<number>
}

declare global {
  interface Window {
    store: StoreInPage
  }
}

/** Any address: IndexedDB belongs to one. Nothing is requested from it. */
const address = 'http://dexie.example/'

/** IndexedDB through Dexie, in a Chromium with a profile on disk. */
export async function openDexie(folder: string): Promise<PeerStore> {
  const outDir = join(folder, 'script')
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      lib: {
        entry: resolve(import.meta.dirname, 'page/dexie.mjs'),
        formats: ['iife'],
        name: 'bench',
        fileName: () => 'page.js',
      },
    },
  })
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), browserOptions())
  const page = await context.newPage()
  await page.route(`${address}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(address)
  await page.addScriptTag({ path: join(outDir, 'page.js') })
  return {
    write: (records) => page.evaluate((given) => window.store.write(given), records),
    page: (offset) => page.evaluate((from) => window.store.page(from), offset),
    byId: (id) => page.evaluate((of) => window.store.byId(of), id),
    count: (state) => page.evaluate((of) => window.store.count(of), state),
    close: () => context.close(),
  }
}
