// Writes the sample statements again, after a change of the world: `node tools/run-script.mjs tests/statements/world/write-samples.ts`
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleStatements, truthText } from './samples.ts'

const folder = join(import.meta.dirname, '../../fixtures/statements/world')
mkdirSync(folder, { recursive: true })
for (const { name, file } of sampleStatements()) {
  writeFileSync(join(folder, name), file.bytes)
  writeFileSync(join(folder, `${name.slice(0, name.lastIndexOf('.'))}.expected.json`), truthText(file))
}
