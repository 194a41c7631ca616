import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Folders = { bundleRoot: string; userDataDir: string; remove(): Promise<void> }

/** Creates a temporary folder with a built renderer of one page and a user-data folder. */
export async function makeFolders(): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'steward-shell-'))
  const bundleRoot = join(root, 'renderer')
  await mkdir(join(bundleRoot, 'assets'), { recursive: true })
  await writeFile(join(bundleRoot, 'index.html'), '<!doctype html><title>Steward</title>')
  await writeFile(join(bundleRoot, 'assets', 'page.js'), 'document.title = "ran"\n')
  return { bundleRoot, userDataDir: join(root, 'data'), remove: () => rm(root, { recursive: true, force: true }) }
}
