import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { shippedFile } from './shipped.ts'
import { noticeOf, packageOf, thirdParties } from './third-party.ts'

/**
 * Records which packages are bundled, over all builds in turn. The last build, the page's, writes the licence notice and a list
 * for the bill of materials.
 */
export function createThirdPartyNotice(root: string): { note(): Plugin; write(): Plugin } {
  const bundled = new Set<string>()
  const noteOf = (modules: Iterable<string>) => {
    for (const module of modules) {
      const place = packageOf(module)
      if (place !== undefined) bundled.add(place)
    }
  }
  const modulesOf = (bundle: Record<string, { type: string; moduleIds?: readonly string[] }>) =>
    Object.values(bundle).flatMap(({ moduleIds }) => moduleIds ?? [])
  return {
    note: () => ({
      name: 'note-third-parties',
      generateBundle: (_options, bundle) => noteOf(modulesOf(bundle)),
    }),
    write: () => ({
      name: 'third-party-notice',
      generateBundle(_options, bundle) {
        noteOf(modulesOf(bundle))
        // Bundled styles leave no module behind, and the files for PDFs are copied, so their packages are added here.
        for (const place of [
          'node_modules/@mantine/core',
          'node_modules/@mantine/notifications',
          'node_modules/pdfjs-dist',
        ])
          bundled.add(place)
        const parties = thirdParties(root, bundled)
        this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source: noticeOf(parties) })
        const list = parties.map(({ name, version, license, place }) => ({ name, version, license, place }))
        mkdirSync(dirname(join(root, shippedFile)), { recursive: true })
        writeFileSync(join(root, shippedFile), JSON.stringify(list, null, 1))
      },
    }),
  }
}
