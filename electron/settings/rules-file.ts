import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadRules, readRulesText } from '../../shared/rules/rules.ts'

const maxBytes = 100_000

const notRead = (message: string): ReadRules => ({ file: null, issues: [{ field: '', message }] })

/**
 * Reads `rules.json` of the user-data folder; null if there is none. It is read each time that rules are applied, so a change applies at
 * once.
 */
export async function readRulesFile(userDataDir: string): Promise<ReadRules | null> {
  const path = join(userDataDir, 'rules.json')
  try {
    const { size } = await stat(path)
    if (size > maxBytes) return notRead('This file is too large. Keep it under 100 kB.')
    return readRulesText(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return notRead('This file cannot be read. Check that your account may open it.')
  }
}
