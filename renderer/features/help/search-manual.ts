import type { Matches } from '../../lib/text-pieces.ts'
import type { ManualPart, Topic } from './manual.ts'

/** A part of the manual that contains every searched word. */
export type ManualHit = {
  topic: string
  anchor: string
  /** The part's heading, or the topic's title for its beginning. */
  title: string
  titleMatches: Matches
  /** The title of the topic, for a part with a heading. */
  within: string | null
  excerpt: string
  excerptMatches: Matches
}

const mostHits = 20
/** Characters of an excerpt before the first match, and in all. */
const before = 40
const excerptLength = 150

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The ranges in a text at which a word begins with one of the searched ones. The words are letters and digits only. */
function matchesIn(text: string, words: readonly string[]): [number, number][] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length])
}

const hasAll = (text: string, words: readonly string[]) => words.every((word) => matchesIn(text, [word]).length > 0)

function excerptOf(text: string, words: readonly string[]): Pick<ManualHit, 'excerpt' | 'excerptMatches'> {
  const first = matchesIn(text, words)[0]?.[0] ?? 0
  const from = first <= before ? 0 : text.indexOf(' ', first - before) + 1
  const cut = text.slice(from, from + excerptLength)
  const isWhole = from + excerptLength >= text.length
  const end = isWhole ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  const excerpt = `${from > 0 ? '… ' : ''}${end}`
  return { excerpt, excerptMatches: matchesIn(excerpt, words) }
}

/**
 * How well a part answers: words in its own heading, then in the topic's title, then a topic's beginning, which is what the topic is about,
 * before its parts, then the number of matches in its text.
 */
function scoreOf({ title }: Topic, { heading, text }: ManualPart, words: readonly string[]): number {
  const own = heading === '' ? title : heading
  const inOwn = words.filter((word) => matchesIn(own, [word]).length > 0).length
  const inTitle = words.filter((word) => matchesIn(title, [word]).length > 0).length
  return inOwn * 100 + inTitle * 20 + (heading === '' ? 10 : 0) + Math.min(9, matchesIn(text, words).length)
}

function hitIn(topic: Topic, part: ManualPart, words: readonly string[]): ManualHit {
  const title = part.heading === '' ? topic.title : part.heading
  return {
    topic: topic.name,
    anchor: part.anchor,
    title,
    titleMatches: matchesIn(title, words),
    within: part.heading === '' ? null : topic.title,
    ...excerptOf(part.text, words),
  }
}

/** The parts that contain every word, or a word that begins with it; the best ones first. Nothing for a text without words. */
export function searchManual(topics: Iterable<Topic>, text: string): ManualHit[] {
  const words = [...new Set(wordsIn(text))]
  if (words.length === 0) return []
  return [...topics]
    .filter(({ name }) => name !== 'README')
    .flatMap((topic) => topic.parts.map((part) => ({ topic, part })))
    .filter(({ topic, part }) => hasAll(`${topic.title} ${part.heading} ${part.text}`, words))
    .filter(({ part }) => matchesIn(`${part.heading} ${part.text}`, words).length > 0 || part.heading === '')
    .map(({ topic, part }) => ({ score: scoreOf(topic, part, words), hit: hitIn(topic, part, words) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostHits)
    .map(({ hit }) => hit)
}
