import { type FoldedWord, foldedWords, wordsOf } from '../fold.ts'

/** Someone whom a text may name. Parts are as the service has them; a missing one is empty. */
export type RolePerson = { key: string; first: string; middle: string; last: string; suffix: string }

/** The kind of an entity decides which roles it has. `gift`: a foundation or a donor-advised fund. */
export type EntityKind = 'trust' | 'gift' | 'account' | 'company'

export type RoleEntity = { key: string; name: string; kind: EntityKind }

/** A piece of a sentence, with its place in the text. */
export type Token = { start: number; end: number } & (
  | { is: 'word'; word: string; capital: boolean; possessive: boolean }
  /** `keys`: the records that have the name. `family`: the folded family name of people. */
  | { is: 'name'; keys: readonly string[]; family: string | null; possessive: boolean }
  /** A name that no record has; `of` an entity, an individual or a bank. */
  | { is: 'stranger'; of: 'entity' | 'other'; possessive: boolean }
  | { is: 'mark'; mark: Mark }
)

/** A dash or a table's bar separates like a colon, but in both directions. */
export type Mark = ',' | ';' | ':' | '(' | ')' | '-'

export type NameToken = Extract<Token, { is: 'name' }>

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Words that no name begins or ends with although they may be written with a capital. */
const ordinary = setOf(`
  the a an this that these those said such any all each both every i we he she it they my our his her its their as by of for to from in on at with
  under between among and or but if unless when while upon after before until since because although though is are was were be been being has have had
  shall will may might must can could would should not no nor neither never who which whose whom there here then than so also only hereby herein named
  names name appoints appoint appointed designates designate designated nominates nominate nominated elects elect serves serve serving acts act acting
  remains became becomes become created creates create established establishes establish settled formed made executed signed dated effective key points
  summary parties party article section paragraph first second third fourth fifth per re note notes initial current original former prior previous
  sole joint co successor alternate corporate independent special primary contingent remainder income additional acting undersigned trustee trustees
  ttee ttees cotrustee cotrustees grantor grantors settlor settlors trustor trustors donor donors beneficiary beneficiaries owner owners member members
  shareholder shareholders manager managers managing general limited partner partners executor executors executrix personal representative
  representatives agent agents attorney attorneys fact health healthcare care proxy guardian guardians account holder company today currently now
  deceased late mr mrs ms miss dr prof hon rev honorable sir dame husband wife spouse son daughter brother sister mother father children child
  friend counsel agreement will estate power document amendment restatement certificate declaration deed plan policy lives resides born owned managed
  assuming provided suppose supposing consider considering recommend perhaps maybe absent failing once whenever otherwise draft unsigned revoked
  superseded resigned removed declined today yesterday recently formerly
  tbd none unknown unless however therefore thereafter pursuant according following including include includes signature signatures signer by
`)
const honorifics = setOf('mr mrs ms miss mx dr prof professor hon honorable rev reverend sir dame judge')
const generations = setOf('jr sr ii iii iv junior senior')
const sameGeneration: Readonly<Record<string, string>> = { junior: 'jr', senior: 'sr' }
const degrees = setOf('esq esquire cpa md phd jd llm cfp cfa dds mba rn pe')
const dotted = setOf('llc lp llp pllc pc na us usa md phd jd cpa dds rn')

/** Nouns that end an entity's name, and what may be between the name of someone and them. */
const entityNouns = setOf(`
  trust trusts llc lp llp pllc inc incorporated corp corporation company co foundation fund partnership partners holdings ventures ilit grat grats slat
  qprt crut crat clat clut crt clt gst ira estate unitrust bank association enterprises properties investments capital group
`)
const trustWords = setOf(`
  family revocable irrevocable living life insurance dynasty charitable remainder lead grantor retained annuity personal residence qualified children
  childrens grandchildrens descendants exempt nonexempt non marital credit shelter bypass joint spousal lifetime access education legacy year survivor
  survivors exemption estate real gst term special needs supplemental asset protection delaware nevada testamentary heritage gift i ii iii iv v
  investment management dated community property separate
`)
/** Adjectives that several trusts of a household share, so that none is known by them alone. */
const typeWords = setOf(
  'revocable irrevocable living life insurance charitable remainder lead grantor retained annuity',
)
/** Words after a name that make it another one. */
const otherName = setOf('ii iii iv v trust trusts foundation company bank partnership fund')
const banks = setOf('bank association')

/** Splits a text into sentences, each with its range. A line break ends one, unless the line just goes on. */
export function sentencesOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = 0
  const cut = (end: number, next: number) => {
    if (text.slice(start, end).trim() !== '') found.push({ start, end })
    start = next
  }
  for (const { 0: mark, index } of text.matchAll(/[.!?]+["”’)\]*_]*(?=\s|$)|[^\S\n]*\n\s*/g)) {
    const next = index + mark.length
    if (
      mark.includes('\n') ? endsAtLine(text.slice(start, index), text.slice(next), mark) : endsAtStop(text, index, next)
    )
      cut(mark.includes('\n') ? index : next, next)
  }
  cut(text.length, text.length)
  return found
}

const listMark = /^\s*(?:[-*+•|>#]|\d+[.)]\s)/

function endsAtLine(before: string, after: string, mark: string): boolean {
  if (/\n\s*\n/.test(mark) || listMark.test(after)) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/(?:,|\b(?:and|or|of|the|as|by|for|to|a|is|are))\s*$/i.test(line)) return false
  return listMark.test(line) ? !/^[a-z]/.test(after) : !/^[a-z]/.test(after) && line.trim().length < 60
}

const neverLast =
  /(?:^|[\s("“])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Hon|Rev|St|MR|MRS|MS|DR|ST|No|Nos|Art|Sec|Para|dtd|approx|vs|cf|e\.g|i\.e|[A-Z]|(?:[A-Z]\.)+[A-Z]|u\.a\.d|Jan|Feb|Aug|Sept?|Oct|Nov|Dec)$/
const sometimesLast = /(?:^|[\s,("“])(?:Jr|Sr|Esq|Inc|Co|Corp|Ltd|Ph\.D|M\.D|J\.D|L\.L\.C|L\.P|N\.A)$/i

function endsAtStop(text: string, stop: number, next: number): boolean {
  if (text[stop] !== '.') return true
  const before = text.slice(Math.max(0, stop - 12), stop)
  const after = /^\s*["“(*_]*([\p{L}\p{N}$]+)/u.exec(text.slice(next, next + 40))?.[1] ?? ''
  if (after === '') return true
  if (sometimesLast.test(before)) {
    const [word] = wordsOf(after)
    return /^\p{Lu}/u.test(after) && !(word !== undefined && (trustWords.has(word) || entityNouns.has(word)))
  }
  return !neverLast.test(before) && !/^\p{Ll}/u.test(after)
}

type Spelling = { words: readonly string[]; key: string }

/** Finds people and entities in sentences, by whole words folded as for searching. */
export type NameReader = (text: string, sentence: { start: number; end: number }) => Token[]

/** @param entities of one word are not looked for */
export function createNameReader(people: readonly RolePerson[], entities: readonly RoleEntity[]): NameReader {
  const parts = people.flatMap(({ key, ...given }) => {
    const [first = [], middle = [], last = [], suffix = []] = [given.first, given.middle, given.last, given.suffix].map(
      wordsOf,
    )
    const generation = suffix.find((word) => generations.has(word)) ?? null
    if (first.length === 0 || last.length === 0) return []
    return [
      { key, first, middle, last, suffix: generation === null ? null : (sameGeneration[generation] ?? generation) },
    ]
  })
  const byFamily = Map.groupBy(parts, ({ last }) => last[0] ?? '')
  const byEntity = Map.groupBy(
    entities.flatMap(({ key, name }) => spellingsOf(name).map((words): Spelling => ({ words, key }))),
    ({ words }) => words[0] ?? '',
  )
  return (text, sentence) => {
    const raw = rawTokens(text, sentence)
    const isShouted = !/\p{Ll}/u.test(text.slice(sentence.start, sentence.end))
    const named = withSharedFamilies(withStrangers(withNames(raw, { byFamily, byEntity }, isShouted), isShouted), parts)
    return named.filter((token, at) => !(isHonorific(token) && named[at + 1]?.is === 'name'))
  }
}

type Part = { key: string; first: string[]; middle: string[]; last: string[]; suffix: string | null }
type Index = { byFamily: ReadonlyMap<string, Part[]>; byEntity: ReadonlyMap<string, Spelling[]> }

/** A name as it is, and without its date, its legal form or a leading article. */
function spellingsOf(name: string): string[][] {
  const whole = wordsOf(joinedLetters(name.replace(/^the\s+/i, '')))
  const undated = wordsOf(
    joinedLetters(name.replace(/^the\s+/i, '').replace(/[\s,(]*\b(?:dated|dtd|u\/?a\/?d|u\/t\/a|under)\b.*$/i, '')),
  )
  const bare = undated.filter((word, at) => at < undated.length - 1 || !/^(?:llc|lp|llp|inc|corp|co|ltd)$/.test(word))
  return [whole, undated, bare].filter(
    (words, at, all) => words.length > 1 && all.findIndex((one) => one.join(' ') === words.join(' ')) === at,
  )
}

/** "L.L.C." as "LLC". */
const joinedLetters = (text: string): string =>
  text.replace(/\b(?:\p{L}\.){2,}(?:\p{L}\b)?|\bPh\.D\b/giu, (letters) => {
    const joined = letters.replaceAll('.', '')
    return dotted.has(joined.toLowerCase()) ? joined.padEnd(letters.length) : letters
  })

const month = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
const date = String.raw`(?:\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|${month}\s+\d{1,2},?\s+\d{4}|\d{1,2}\s+${month}\s+\d{4}|\d{4})`
/** When an agreement is from: it is between a name and what is said of it. */
const dates = new RegExp(
  String.raw`,?\s*\b(?:u\/?[adt]\/?[ad]?|under agreement dated|dtd|dated(?:\s+as\s+of)?)\.?\s+${date},?`,
  'gi',
)
const blank = (text: string) => ' '.repeat(text.length)

function rawTokens(text: string, { start, end }: { start: number; end: number }): Token[] {
  // Marks of Markdown are blanked, so that places stay.
  const plain = joinedLetters(text.slice(start, end))
    .replace(/[*_`#]+/g, blank)
    .replace(dates, blank)
  const tokens: Token[] = []
  let at = 0
  const gap = (until: number) => {
    const between = plain.slice(at, until)
    for (const { 0: mark, index } of between.matchAll(/[,;:()&|[\]]|\s[-–—]+\s|[–—]|\//g)) {
      const place = { start: start + at + index, end: start + at + index + mark.length }
      if (mark === '&' || mark === '/')
        tokens.push({ ...place, is: 'word', word: 'and', capital: false, possessive: false })
      else
        tokens.push({
          ...place,
          is: 'mark',
          mark: /[-–—|]/.test(mark) ? '-' : mark === '[' ? '(' : mark === ']' ? ')' : (mark as Mark),
        })
    }
  }
  for (const word of foldedWords(plain)) {
    if (word.folded === '') continue
    gap(word.start)
    const isPossessive = word.parts.length > 1 && word.parts.at(-1)?.folded === 's'
    const folded = isPossessive ? word.folded.slice(0, -1) : word.folded
    const wordEnd = word.endOf(word.folded.length)
    const capital = /^\p{Lu}/u.test(plain.slice(word.start, word.start + 2))
    const possessive = isPossessive || /^['’]/.test(plain.slice(wordEnd))
    tokens.push({
      start: start + word.start,
      end: start + endOfName(word, folded),
      is: 'word',
      word: folded,
      capital,
      possessive,
    })
    at = wordEnd
  }
  gap(plain.length)
  return tokens
}

const endOfName = (word: FoldedWord, folded: string) => word.endOf(folded.length)

const wordAt = (tokens: readonly Token[], at: number): string | null => {
  const token = tokens[at]
  return token?.is === 'word' ? token.word : null
}
const markAt = (tokens: readonly Token[], at: number): Mark | null => {
  const token = tokens[at]
  return token?.is === 'mark' ? token.mark : null
}
const startsWith = (tokens: readonly Token[], at: number, words: readonly string[]) =>
  words.every((word, n) => wordAt(tokens, at + n) === word)

type Match = { keys: readonly string[]; family: string | null; length: number }

function withNames(tokens: readonly Token[], index: Index, isShouted: boolean): Token[] {
  const found: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const match = entityAt(tokens, at, index) ?? personAt(tokens, at, index, isShouted)
    const last = match && tokens[at + match.length - 1]
    if (!match || !last) {
      found.push(token)
      continue
    }
    const possessive = last.is === 'word' && last.possessive
    found.push({ start: token.start, end: last.end, is: 'name', keys: match.keys, family: match.family, possessive })
    at += match.length - 1
  }
  return found
}

function entityAt(tokens: readonly Token[], at: number, { byEntity }: Index): Match | null {
  const word = wordAt(tokens, at)
  const before = tokens[at - 1]
  // "Hale Okafor Trust" is not "Okafor Trust".
  if (word === null || (before?.is === 'word' && before.capital && !before.possessive && !ordinary.has(before.word)))
    return null
  const matches = (byEntity.get(word) ?? []).flatMap(({ words, key }) => {
    const length = lengthOf(tokens, at, words)
    return length === 0 ? [] : [{ key, length }]
  })
  const longest = Math.max(0, ...matches.map(({ length }) => length))
  const next = tokens[at + longest]
  // "Okafor Trust II" is not "Okafor Trust".
  if (longest === 0 || (next?.is === 'word' && next.capital && otherName.has(next.word))) return null
  const keys = new Set(matches.filter(({ length }) => length === longest).map(({ key }) => key))
  return { keys: [...keys], family: null, length: longest }
}

/** The number of tokens that spell these words ("Children's" is "childrens"), commas between them allowed; 0 if they do not. */
function lengthOf(tokens: readonly Token[], at: number, words: readonly string[]): number {
  let place = at
  for (const [n, word] of words.entries()) {
    if (n > 0 && (markAt(tokens, place) === ',' || markAt(tokens, place) === '-')) place++
    const token = tokens[place]
    if (token?.is !== 'word' || (token.word !== word && !(token.possessive && `${token.word}s` === word))) return 0
    place++
  }
  return place - at
}

function personAt(tokens: readonly Token[], at: number, index: Index, isShouted: boolean): Match | null {
  const token = tokens[at]
  if (token?.is !== 'word') return null
  for (let place = at; place <= at + 4; place++) {
    const word = wordAt(tokens, place)
    if (word === null) break
    const family = (index.byFamily.get(word) ?? []).filter(({ last }) => startsWith(tokens, place, last))
    if (family.length === 0) continue
    const given = tokens.slice(at, place).flatMap((one) => (one.is === 'word' ? [one.word] : []))
    const match = place > at ? givenFirst(tokens, { at, place, given, family }) : familyFirst(tokens, { at, family })
    if (!match) continue
    return isShouted || isAlone(tokens, at, match.length) ? match : null
  }
  return null
}

/** No other part of a name is before or after it. */
function isAlone(tokens: readonly Token[], at: number, length: number): boolean {
  const isNamePart = (token: Token | undefined) =>
    token?.is === 'word' && token.capital && !token.possessive && !ordinary.has(token.word) && !/^\d/.test(token.word)
  const [before, after] = [tokens[at - 1], tokens[at + length]]
  if (isNamePart(before)) return false
  return !isNamePart(after) || (after?.is === 'word' && (entityNouns.has(after.word) || trustWords.has(after.word)))
}

type Given = { at: number; place: number; given: readonly string[]; family: readonly Part[] }

function givenFirst(tokens: readonly Token[], { at, place, given, family }: Given): Match | null {
  const fits = family.filter((person) => fitsGiven(person, given))
  return fits.length === 0 ? null : withGeneration(tokens, at, place + (fits[0]?.last.length ?? 1), fits)
}

function familyFirst(tokens: readonly Token[], { at, family }: Pick<Given, 'at' | 'family'>): Match | null {
  const [person] = family
  if (!person || markAt(tokens, at + person.last.length) !== ',') return null
  const from = at + person.last.length + 1
  const generation = generationAt(tokens, from)
  const start = generation && markAt(tokens, generation.end) === ',' ? generation.end + 1 : from
  for (let length = 3; length > 0; length--) {
    const words = tokens.slice(start, start + length)
    if (words.length < length || words.some((one) => one.is !== 'word')) continue
    const given = words.map((one) => (one.is === 'word' ? one.word : ''))
    const fits = family.filter((one) => fitsGiven(one, given) && (given[0]?.length ?? 0) > 1)
    const next = wordAt(tokens, start + length)
    if (fits.length === 0 || (next !== null && fits.some(({ last }) => last[0] === next))) continue
    return withGeneration(tokens, at, start + length, fits, start === from ? null : (generation?.word ?? null))
  }
  return null
}

/** True if words are the given names of someone: in full, as initials, the middle one left out, or an initial that is not known. */
function fitsGiven({ first, middle }: Part, given: readonly string[]): boolean {
  const isFirst = startsWithAll(given, first)
  const isInitial = !isFirst && given[0]?.length === 1 && given[0] === first[0]?.[0]
  if (!isFirst && !isInitial) return false
  const rest = given.slice(isFirst ? first.length : 1)
  if (rest.length === 0) return true
  if (middle.length === 0) return rest.length === 1 && rest[0]?.length === 1
  return (
    rest.length <= middle.length &&
    rest.every((word, n) => word === middle[n] || (word.length === 1 && word === middle[n]?.[0]))
  )
}

const startsWithAll = (words: readonly string[], start: readonly string[]) =>
  start.every((word, n) => words[n] === word)

function generationAt(tokens: readonly Token[], at: number): { word: string; end: number } | null {
  const place = markAt(tokens, at) === ',' ? at + 1 : at
  const word = wordAt(tokens, place)
  return word !== null && generations.has(word) ? { word: sameGeneration[word] ?? word, end: place + 1 } : null
}

/** The people of a name, told apart by "Jr." and "Sr." where they are written. */
function withGeneration(
  tokens: readonly Token[],
  at: number,
  end: number,
  fits: readonly Part[],
  known: string | null = null,
): Match | null {
  const found = generationAt(tokens, end)
  const generation = known ?? found?.word ?? null
  let last = found?.end ?? end
  for (;;) {
    const place = markAt(tokens, last) === ',' ? last + 1 : last
    if (!degrees.has(wordAt(tokens, place) ?? '')) break
    last = place + 1
  }
  const meant = generation === null ? fits : fits.filter(({ suffix }) => suffix === generation)
  const family = fits[0]?.last.join(' ') ?? null
  return meant.length === 0 ? null : { keys: meant.map(({ key }) => key), family, length: last - at }
}

/** Joins names that no record has, and people's names that are part of an entity's: "the Ada Okafor 2012 Trust". */
function withStrangers(tokens: readonly Token[], isShouted: boolean): Token[] {
  const found: Token[] = []
  for (const token of tokens) {
    const before = found.at(-1)
    if (token.is !== 'word') {
      found.push(token)
      continue
    }
    const isNoun = entityNouns.has(token.word) && token.capital
    if (isNoun && !(token.word === 'co' && before?.is === 'word')) {
      const from = entityBegins(found, isShouted)
      if (from < found.length) {
        const start = found[from]?.start ?? token.start
        found.length = from
        const of = banks.has(token.word) ? 'other' : 'entity'
        found.push({ start, end: token.end, is: 'stranger', of, possessive: token.possessive })
        continue
      }
    }
    const isPart =
      !isShouted &&
      token.capital &&
      !ordinary.has(token.word) &&
      !entityNouns.has(token.word) &&
      !/^\d/.test(token.word)
    if (
      isPart &&
      before?.is === 'stranger' &&
      before.of === 'other' &&
      !before.possessive &&
      token.start - before.end <= 2
    ) {
      found[found.length - 1] = { ...before, end: token.end, possessive: token.possessive }
      continue
    }
    const isBegun =
      before?.is === 'word' &&
      before.capital &&
      !before.possessive &&
      !ordinary.has(before.word) &&
      !entityNouns.has(before.word)
    if (isPart && isBegun && token.start - before.end <= 2) {
      found[found.length - 1] = {
        start: before.start,
        end: token.end,
        is: 'stranger',
        of: 'other',
        possessive: token.possessive,
      }
      continue
    }
    found.push(token)
  }
  return found
}

/** Where an entity's name begins that ends at the end of these tokens; their number if none does. */
function entityBegins(tokens: readonly Token[], isShouted: boolean): number {
  let at = tokens.length
  let isNamed = false
  while (at > 0) {
    const token = tokens[at - 1]
    if (token?.is === 'name' && !token.possessive) {
      isNamed = true
      at--
      // "the Ada and Ben Okafor Trust"
      if (
        wordAt(tokens, at - 1) === 'and' &&
        tokens[at - 2]?.is === 'word' &&
        (tokens[at - 2] as { capital?: boolean }).capital
      )
        at -= 2
      break
    }
    if (token?.is === 'stranger') {
      isNamed = true
      at--
      break
    }
    if (token?.is !== 'word') break
    const isType = trustWords.has(token.word) || /^(?:19|20)\d\d$/.test(token.word)
    const isName = !isShouted && token.capital && (!ordinary.has(token.word) || isType)
    if (!isName && !(isType && isShouted)) break
    if (!typeWords.has(token.word)) isNamed = true
    at--
  }
  return isNamed ? at : tokens.length
}

/** "Ada and Ben Okafor": the given name before the last one has its family name. */
function withSharedFamilies(tokens: Token[], people: readonly Part[]): Token[] {
  const shared = [...tokens]
  for (let at = shared.length - 1; at > 0; at--) {
    const token = shared[at]
    if (token?.is !== 'name' || token.family === null) continue
    let place = at - 1
    let isLinked = wordAt(shared, place) === 'and'
    if (isLinked) place--
    if (markAt(shared, place) === ',') {
      isLinked ||= (shared[at] as { isShared?: boolean }).isShared === true
      place--
    }
    if (!isLinked) continue
    const initial = (wordAt(shared, place)?.length ?? 0) === 1 ? place : null
    const from = initial === null ? place : place - 1
    const given = shared.slice(from, place + 1)
    if (given.some((one) => one.is !== 'word') || (given[0]?.is === 'word' && !given[0].capital)) continue
    const words = given.map((one) => (one.is === 'word' ? one.word : ''))
    const fits = people.filter(
      (one) => one.last.join(' ') === token.family && (words[0]?.length ?? 0) > 1 && fitsGiven(one, words),
    )
    const [first, last] = [given[0], given.at(-1)]
    if (fits.length === 0 || !first || !last) continue
    const name: Token & { isShared: boolean } = {
      ...{ start: first.start, end: last.end, is: 'name' as const, keys: fits.map(({ key }) => key) },
      ...{ family: token.family, possessive: last.is === 'word' && last.possessive, isShared: true },
    }
    shared.splice(from, place + 1 - from, name)
    at = from + 1
  }
  return shared
}

const isHonorific = (token: Token | undefined): boolean => token?.is === 'word' && honorifics.has(token.word)
