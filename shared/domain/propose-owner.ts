/** One of a household's people or entities. */
export type OwnerChoice = { id: string; name: string }

/** Words that tell no two owners apart. */
const general = new Set(
  'the and of for family trust trusts llc inc lp llp co corp company account fund jr sr ii iii iv dated'.split(' '),
)

/**
 * Whom a file is most likely about, by the words of its name and folder; null when none of them, or more than one, is meant.
 * A whole name tells, and a word that one of the choices has and no other: of a family called Alvarez the first names.
 */
export function proposeOwner(text: string, choices: readonly OwnerChoice[]): string | null {
  const said = new Set(wordsOf(text))
  const words = choices.map(({ id, name }) => ({ id, words: new Set(wordsOf(name)) }))
  const uses = new Map<string, number>()
  for (const choice of words) for (const word of choice.words) uses.set(word, (uses.get(word) ?? 0) + 1)
  const telling = (word: string) =>
    said.has(word) && word.length > 2 && !general.has(word) && (uses.get(word) === 1 || choices.length === 1)
  const whole = words.filter((choice) => choice.words.size > 1 && [...choice.words].every((word) => said.has(word)))
  const meant = whole.length > 0 ? whole : words.filter((choice) => [...choice.words].some(telling))
  return meant.length === 1 ? (meant[0]?.id ?? null) : null
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
