/** One third-party package in Steward, as listed in the notice file. */
export type Licence = {
  /** Name and version. */
  name: string
  /** Such as `MIT`. */
  kind: string
  /** Its author; empty if the package names none. */
  author: string
  /** The full licence text, with its notices. */
  text: string
}

const rule = `\n\n${'-'.repeat(78)}\n\n`
const head = /^(\S+ \S+)\nLicence: (.+)(?:\nBy: (.+))?(?:\n\n|\n*$)/

/**
 * Splits the notice file that the build generates into packages. A licence text may contain the separator itself: a part that
 * does not start like a package belongs to the package before it.
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

/** The licences that contain every typed word in their name, kind, author or text. */
export function findLicences(licences: readonly Licence[], typed: string): readonly Licence[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return licences
  return licences.filter(({ name, kind, author, text }) => {
    const all = `${name}\n${kind}\n${author}\n${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
