import { readFileSync } from 'node:fs'

/** One line of README's "Not verified". */
export type ReadmeLine = {
  id: string
  /** The text of the line, as Markdown. */
  text: string
  /** Why the command cannot try it; null if it can. */
  beyond: string | null
}

const rowForm = /^\| `([a-z-]+)` \| (.+) \| (.+) \|$/

/**
 * Reads the table of README's "Not verified". Its last column says `yes` where the command tries the line, and otherwise why it cannot.
 *
 * @throws if the section is missing, or if two lines have one id
 */
export function parseReadmeLines(markdown: string): ReadmeLine[] {
  const section = /^## Not verified\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(markdown)?.[1]
  if (section === undefined) throw new Error('README.md has no section "Not verified".')
  const lines = section.split('\n').flatMap((line) => {
    const [, id, text, tried] = rowForm.exec(line) ?? []
    if (id === undefined || text === undefined || tried === undefined) return []
    return [{ id, text, beyond: tried === 'yes' ? null : tried }]
  })
  const ids = new Set(lines.map(({ id }) => id))
  if (lines.length === 0 || ids.size < lines.length)
    throw new Error('"Not verified" needs lines with ids of their own.')
  return lines
}

/** Reads the lines of the current README. */
export const readReadmeLines = (): ReadmeLine[] =>
  parseReadmeLines(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
