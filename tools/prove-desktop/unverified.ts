import { readFileSync } from 'node:fs'

/** One line of "Not verified" in docs/desktop.md. */
export type UnverifiedLine = {
  id: string
  /** The text of the line, as Markdown. */
  text: string
  /** Why the command cannot try it; null if it can. */
  beyond: string | null
}

const rowForm = /^\| `([a-z-]+)` \| (.+) \| (.+) \|$/

/**
 * Reads the table of "Not verified". Its last column says `yes` where the command tries the line, and otherwise why it cannot.
 *
 * @throws if the section is missing, or if two lines have one id
 */
export function parseUnverifiedLines(markdown: string): UnverifiedLine[] {
  const section = /^## Not verified\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(markdown)?.[1]
  if (section === undefined) throw new Error('docs/desktop.md has no section "Not verified".')
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

/** Reads the lines of docs/desktop.md. */
export const readUnverifiedLines = (): UnverifiedLine[] =>
  parseUnverifiedLines(readFileSync(new URL('../../docs/desktop.md', import.meta.url), 'utf8'))
