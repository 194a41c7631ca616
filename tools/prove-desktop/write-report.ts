import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageOf } from './page.ts'
import type { Proof } from './result.ts'

/** Writes `proof.json` and `index.html`, in one go each, so that an interrupted run leaves the last complete state. */
export function writeReport(folder: string, proof: Proof): void {
  mkdirSync(folder, { recursive: true })
  replace(join(folder, 'proof.json'), `${JSON.stringify(proof, null, 2)}\n`)
  replace(join(folder, 'index.html'), pageOf(proof))
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
