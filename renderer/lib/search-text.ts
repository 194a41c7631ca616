/** The longest text that is searched, in UTF-16 code units. */
const longest = 200

/** The part of a typed or pasted text that is searched: its first whole words; and the sentence that says so if it is not all of it. */
export function searchedPart(typed: string): { text: string; note: string | null } {
  const text = typed.trim()
  if (text.length <= longest) return { text, note: null }
  const start = text.slice(0, longest + 1)
  const words = start.replace(/\s+\S*$/u, '')
  const isOneWord = words.length > longest
  return {
    // Half of a character is left out.
    text: isOneWord ? start.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : words,
    note: isOneWord
      ? `Only the first ${longest} characters are searched.`
      : `Only the first words, up to ${longest} characters, are searched.`,
  }
}
