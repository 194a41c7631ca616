import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { shippedFile } from './shipped.ts'
import { noticeOf, packageOf, thirdParties } from './third-party.ts'

/**
 * Notes whose modules are bundled, in one build after the other; the last one, the page's, is given the notice with all their
 * licences, and a list is left for the bill of materials.
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
        // Styles leave no module behind, and the files for PDFs are copied.
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
