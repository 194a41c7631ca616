import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldIssue } from '../../shared/domain/app-error.ts'
import { type DocumentRule, readDocumentRules } from '../../shared/domain/document-rules.ts'

/** The file's rules, or its problems; null without a file. */
export type OwnRules = { rules: DocumentRule[] } | { issues: FieldIssue[] } | null

const maxBytes = 100_000

/** Reads `document-rules.json` of the user-data folder. It is read for every look at Today, so a change applies at once. */
export async function readDocumentRulesFile(userDataDir: string): Promise<OwnRules> {
  const path = join(userDataDir, 'document-rules.json')
  try {
    const { size } = await stat(path)
    if (size > maxBytes) return { issues: [{ field: '', message: 'This file is too large. Keep it under 100 kB.' }] }
    return readDocumentRules(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return { issues: [{ field: '', message: 'This file cannot be read. Check that your account may open it.' }] }
  }
}
