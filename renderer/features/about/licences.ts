/** One package of others that is part of Steward, as the notice tells of it. */
export type Licence = {
  /** Name and version. */
  name: string
  /** Such as `MIT`. */
  kind: string
  /** Who wrote it; empty where its package does not say. */
  author: string
  /** The licence itself, and its notices. */
  text: string
}

const rule = `\n\n${'-'.repeat(78)}\n\n`
const head = /^(\S+ \S+)\nLicence: (.+)(?:\nBy: (.+))?(?:\n\n|\n*$)/

/**
 * The notice that the build makes, package by package. A licence with such a rule in it stays whole: what does not begin as a
 * package does belongs to the one before.
 */
export function readLicences(notice: string): Licence[] {
  const read: Licence[] = []
  for (const part of notice.trimEnd().split(rule).slice(1)) {
    const found = head.exec(part)
    const before = read.at(-1)
    if (found) {
      const [whole, name = '', kind = '', author = ''] = found
      read.push({ name, kind, author, text: part.slice(whole.length) })
    } else if (before) before.text += rule + part
  }
  return read
}

/** Those that have all the words somewhere: in their name, kind, author or text. */
export function findLicences(licences: readonly Licence[], typed: string): readonly Licence[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return licences
  return licences.filter(({ name, kind, author, text }) => {
    const all = `${name}\n${kind}\n${author}\n${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
