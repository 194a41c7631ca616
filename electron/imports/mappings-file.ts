import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { importParts } from '../../shared/domain/import/import-fields.ts'
import { rememberedAnswers } from '../../shared/tables/doubts.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

const remembered = z.object({
  /** SHA-256 of the headers: column names are private and are not stored in clear. */
  shape: z.string(),
  part: z.enum([...importParts, 'holdings']),
  /** The field of each column; empty for a paste whose columns were not chosen. */
  mapping: z.array(z.string().nullable()),
  /** Answers about notations, by question. */
  answers: z.record(z.string(), z.string()).default({}),
})
const stored = z.array(remembered)

export type RememberedMapping = Pick<z.infer<typeof remembered>, 'part' | 'mapping' | 'answers'>

/** Maximum number of remembered header sets, newest first. */
const maxRemembered = 50

/** Remembers how the columns of a file or paste with these headers were last mapped, and what was answered about them. */
export type ImportMappingsFile = {
  get(part: RememberedMapping['part'], headers: readonly string[]): Promise<RememberedMapping | null>
  set(headers: readonly string[], mapping: RememberedMapping): Promise<void>
}

/** Mappings in `import-mappings.json` of the user-data folder; headers are stored only as hashes. */
export function createImportMappingsFile(userDataDir: string): ImportMappingsFile {
  const path = join(userDataDir, 'import-mappings.json')
  const read = async () => {
    try {
      return stored.parse(JSON.parse((await readBoundedFile(path, 1_000_000)) ?? '[]'))
    } catch {
      return []
    }
  }
  return {
    async get(part, headers) {
      const shape = shapeOf(headers)
      return (await read()).find((one) => one.shape === shape && one.part === part) ?? null
    },
    async set(headers, { part, mapping, answers: given }) {
      const answers = rememberedAnswers(given)
      const shape = shapeOf(headers)
      const others = (await read()).filter((one) => one.shape !== shape || one.part !== part)
      const next = [{ shape, part, mapping, answers }, ...others].slice(0, maxRemembered)
      await writePrivateFile(path, `${JSON.stringify(next)}\n`)
    },
  }
}

const shapeOf = (headers: readonly string[]) => createHash('sha256').update(JSON.stringify(headers)).digest('hex')
