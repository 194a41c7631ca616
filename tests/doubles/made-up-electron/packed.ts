import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { entry } from '../../../tools/prove-desktop/proof-configuration.ts'
import { programWith } from '../electron-folder.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Shell commands that run the made-up Electron. It is not Node, so it decides itself whether it obeys Node's options. */
export const startMadeUp = `export MADE_UP_NODE_OPTIONS="$NODE_OPTIONS"; unset NODE_OPTIONS; exec '${process.execPath}' '${join(import.meta.dirname, 'main.ts')}' "$0" "$@"`

/**
 * Lays out both packed programs of `npm run prove-desktop` around the made-up Electron, without packing: what would be an archive is a
 * folder with links to the built app.
 *
 * @param port - where the update feed would be
 */
export function layOutPacked(folder: string, port: number): void {
  const updates = { url: `https://127.0.0.1:${port}/`, publisher: null }
  layOut(join(folder, 'released/linux-unpacked'), '00001100', { main: 'out/main/main.js', updates: { url: null } })
  layOut(join(folder, 'proof/linux-unpacked'), '00011100', { main: entry, inspectable: true, updates })
}

function layOut(folder: string, fuses: string, described: object): void {
  const app = join(folder, 'resources/app.asar')
  const main = join(app, 'out/main')
  mkdirSync(main, { recursive: true })
  writeFileSync(join(folder, 'steward'), programWith(fuses, startMadeUp), { mode: 0o755 })
  writeFileSync(join(app, 'package.json'), JSON.stringify(described))
  for (const name of ['preload', 'renderer']) symlinkSync(join(root, 'out', name), join(app, 'out', name))
  for (const name of readdirSync(join(root, 'out/main'))) symlinkSync(join(root, 'out/main', name), join(main, name))
  copyFileSync(join(root, 'tools/prove-desktop/proof-entry.mjs'), join(app, entry))
  mkdirSync(`${app}.unpacked`)
  for (const place of [app, `${app}.unpacked`]) symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
}
