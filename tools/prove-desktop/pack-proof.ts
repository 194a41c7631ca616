// Packs the proof build: node tools/prove-desktop/pack-proof.ts ELECTRON OUTPUT UPDATE-URL. A process of its own, since the packager
// ends its process itself.
import { build } from 'electron-builder'
import { configurationOf, root } from '../package/configuration.ts'
import type { Platform } from '../package/signing.ts'
import { proofConfiguration } from './proof-configuration.ts'

const [electronDist = '', output = '', updateUrl = ''] = process.argv.slice(2)

try {
  const released = configurationOf({
    platform: process.platform as Platform,
    env: {},
    release: false,
    output,
    electronDist,
  })
  await build({ projectDir: root, dir: true, publish: 'never', config: proofConfiguration(released, updateUrl) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
