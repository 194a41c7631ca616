import { wordsOf } from '../fold.ts'
import type { HouseholdParts, OwnerChoice } from '../propose-owner.ts'
import type { DocumentType } from '../propose-type.ts'
import { type Basis, joinedWords, type Line, quoted } from './page-text.ts'

/** The owners of a document as its pages name them. */
export type ReadOwners = {
  entity: (Basis & { value: string }) | null
  person: (Basis & { value: string }) | null
  /** Names in the place of the instrument's person or entity that the household does not have. */
  strangers: (Basis & { name: string; is: 'person' | 'entity' })[]
  doubts: string[]
}

/** Where the owners are looked for. */
export type OwnersInput = {
  lines: readonly Line[]
  titleLines: readonly Line[]
  /** As far as it is known, also where it is only suggested. */
  type: DocumentType | null
  parts: HouseholdParts
}

/** Instruments of one person: the title names the person, and an entity in the text is only mentioned. */
const ofPerson: ReadonlySet<DocumentType | null> = new Set([
  'WILL',
  'WILL_CODICIL',
  'POWER_OF_ATTORNEY',
  'HEALTHCARE_PROXY',
  'LIVING_WILL',
  'DRIVERS_LICENSE',
  'PASSPORT',
  'GIFT_TAX_RETURN',
] as const)

/** Instruments of an entity, which their title or opening names. */
const ofEntity: Partial<Record<DocumentType, RegExp>> = {
  SIGNED_TRUST_DOCUMENT: / (?:trust|ilit|grat|slat|qprt|crut|crat|clut|clat|dynasty)(?= )/,
  TRUST_AMENDMENT: / (?:trust|ilit|grat|slat|qprt|crut|crat|clut|clat|dynasty)(?= )/,
  EXISTING_REMAINDER_TRUST_DOCUMENT: / (?:trust|crut|crat|crt|unitrust)(?= )/,
  CRUMMEY_LETTER: / (?:trust|ilit|slat|dynasty)(?= )/,
  GRAT_DESIGN_SUMMARY: / (?:trust|grat)(?= )/,
  OPERATING_AGREEMENT: / (?:llc|company|holdings|ventures|properties|partners)(?= )/,
  OPERATING_AGREEMENT_AMENDMENT: / (?:llc|company|holdings|ventures|properties|partners)(?= )/,
  LLC_AGREEMENT: / (?:llc|company|holdings|ventures|properties|partners)(?= )/,
  LLC_AGREEMENT_AMENDMENT: / (?:llc|company|holdings|ventures|properties|partners)(?= )/,
  PARTNERSHIP_AGREEMENT: / (?:lp|llp|flp|partnership|partners)(?= )/,
  PARTNERSHIP_AGREEMENT_AMENDMENT: / (?:lp|llp|flp|partnership|partners)(?= )/,
  CORPORATE_BYLAWS: / (?:inc|corp|co|company|corporation|foundation)(?= )/,
  ARTICLES_OF_INCORPORATION: / (?:inc|corp|co|company|corporation|foundation)(?= )/,
  SHAREHOLDERS_AGREEMENT: / (?:inc|corp|co|company|corporation)(?= )/,
}

/** Lines of the first page that open an instrument: the title, the parties. */
const openingLines = 18

/** Finds the entity and the person of a document, by names that the household has in full. Two that are equally likely give none. */
export function readOwners(input: OwnersInput): ReadOwners {
  const entity = readEntity(input)
  const person = readPerson(input)
  return {
    entity: entity.found,
    person: person.found,
    strangers: [...person.strangers, ...entity.strangers],
    doubts: [...entity.doubts, ...person.doubts],
  }
}

type Read = Pick<ReadOwners, 'strangers' | 'doubts'> & { found: (Basis & { value: string }) | null }

const nothing: Read = { found: null, strangers: [], doubts: [] }

/** Forms of names that are written in full or short. */
const shortForms: readonly (readonly [long: string, short: string])[] = [
  ['limited liability company', 'llc'],
  ['l l c', 'llc'],
  ['family limited partnership', 'flp'],
  ['limited partnership', 'lp'],
  ['l p', 'lp'],
  ['incorporated', 'inc'],
  ['corporation', 'corp'],
  ['irrevocable life insurance trust', 'ilit'],
  ['grantor retained annuity trust', 'grat'],
  ['spousal lifetime access trust', 'slat'],
  ['qualified personal residence trust', 'qprt'],
  ['charitable remainder unitrust', 'crut'],
  ['charitable remainder annuity trust', 'crat'],
]

const shortened = (words: string): string =>
  shortForms.reduce((text, [long, short]) => text.replaceAll(` ${long} `, ` ${short} `), ` ${words.trim()} `)

/** Words that may stand before or after a whole name; any other word makes it a part of a longer one. */
const before =
  / (?:the|of|to|for|by|as|and|in|under|this|between|with|company|account|owner|title|name|trustees?|agreement|amendment|trust|fbo|entity|registered|regarding|re|taxpayer|partnership|from|a|an|insured|grantor|grantee|assignee|assignor|called|known|is|organized|policyholder|member|borrower|lender|holder|payee|\d+) $/
const after =
  /^ (?:ii|iii|iv|v|vi|vii|no|number|nos|exempt|non|nonexempt|gst|marital|share|holdings|management|properties|ventures|llc|lp|inc|corp|partners|series|a|b|c|\d{1,4}|trust(?! agreement)|fund|foundation|fbo|for the benefit)(?= )/

type Named = {
  choice: OwnerChoice
  at: number
  end: number
  line: Line | undefined
  /** False where it may be a part of a longer name, or follows a word that says nothing of where a name begins. */
  isWhole: boolean
}

/** Where whole names are, without those inside of longer ones. */
function namesIn(lines: readonly Line[], entities: readonly OwnerChoice[]): Named[] {
  const text = shortened(joinedWords(lines))
  const found: Named[] = []
  for (const choice of entities) {
    const name = entityName(choice.name)
    if (name.split(' ').length < 2) continue
    for (let at = text.indexOf(` ${name} `); at >= 0; at = text.indexOf(` ${name} `, at + 1)) {
      const end = at + name.length + 1
      const lead = text.slice(0, at + 1)
      const begins = lead.trim() === '' || before.test(lead.slice(-40)) || isAtLineStart(lines, name)
      const isWhole = begins && !after.test(text.slice(end, end + 40))
      found.push({ choice, at, end, line: lineWith(lines, name), isWhole })
    }
  }
  return found.filter(
    (one) =>
      !found.some((other) => other.at <= one.at && one.end <= other.end && other.end - other.at > one.end - one.at),
  )
}

const entityName = (name: string): string => {
  const words = shortened(wordsOf(name).join(' ')).trim()
  // "dated" and what follows is often left out.
  return words.replace(/^the /, '').replace(/ (?:dated|dtd|u a d|uad|u d t|udt) .*$/, '')
}

const isAtLineStart = (lines: readonly Line[], name: string): boolean =>
  lines.some(({ words }, at) => {
    const own = shortened(words).replace(/^ the /, ' ')
    const previous = lines[at - 1]
    return (
      own.startsWith(` ${name} `) &&
      !(
        previous !== undefined &&
        /^ [a-z]+(?: [a-z])? $/.test(previous.words) &&
        previous.isHeading &&
        !before.test(previous.words)
      )
    )
  })

/** The line with a name, or the one with its beginning. */
const lineWith = (lines: readonly Line[], name: string): Line | undefined =>
  lines.find(({ words }) => shortened(words).includes(` ${name} `)) ??
  lines.find(
    ({ words }, at) => shortened(joinedWords(lines.slice(at, at + 2))).includes(` ${name} `) && words.length > 2,
  )

function readEntity({ lines, titleLines, type, parts }: OwnersInput): Read {
  if (type === null || ofPerson.has(type)) return nothing
  const first = lines.filter(({ page }) => page === lines[0]?.page)
  const fits = ofEntity[type]
  const titleAt = first.findIndex((line) => titleLines.includes(line))
  const around =
    titleAt < 0
      ? []
      : first.slice(Math.max(0, titleAt - 2), titleAt + titleLines.length + 3).filter(({ isHeading }) => isHeading)
  for (const zone of [
    [...titleLines],
    around,
    first.slice(0, openingLines),
    ...(fits === undefined ? [first, [...lines]] : []),
  ]) {
    const named = namesIn(zone, parts.entities)
    const kept = fits === undefined ? named : named.filter(({ choice }) => fits.test(` ${entityName(choice.name)} `))
    const ids = [...new Set(kept.map(({ choice }) => choice.id))]
    const one = kept.find(({ isWhole }) => isWhole)
    if (one === undefined) continue
    if (ids.length > 1) return { ...nothing, doubts: [`It names several entities: ${namesOf(parts.entities, ids)}.`] }
    return { ...nothing, found: basisOf(one.choice.id, one.line ?? zone[0]) }
  }
  return {
    ...nothing,
    strangers:
      fits === undefined ? [] : strangeEntity(titleLines.length > 0 ? [...titleLines, ...around] : around, fits),
  }
}

/** A name of an entity in the title that the household does not have. */
function strangeEntity(zone: readonly Line[], fits: RegExp): ReadOwners['strangers'] {
  for (const line of zone) {
    const match =
      /(?:^|\b(?:of|to|for|OF|TO|FOR) )(?:the |THE )?((?:[\p{Lu}\p{N}][\p{L}\p{N}.'’&-]*,? ){1,7}(?:Trust|TRUST|LLC|L\.L\.C\.|LP|L\.P\.|Inc\.?|INC\.?|ILIT|GRAT|SLAT))\b/u.exec(
        line.text,
      )
    const name = match?.[1]?.replaceAll(',', '')
    if (name !== undefined && fits.test(` ${shortened(wordsOf(name).join(' ')).trim()} `) && wordsOf(name).length > 2)
      return [{ name, is: 'entity', page: line.page, words: quoted(line.text) }]
  }
  return []
}

const basisOf = (value: string, line: Line | undefined): Basis & { value: string } => ({
  value,
  page: line?.page ?? 1,
  words: quoted(line?.text ?? ''),
})

const namesOf = (choices: readonly OwnerChoice[], ids: readonly string[]) =>
  ids
    .flatMap((id) => choices.find((choice) => choice.id === id)?.name ?? [])
    .slice(0, 4)
    .join(', ')

const generations = new Set('jr sr ii iii iv'.split(' '))

/** An individual's name with its middle names left out, as initials, or in full. */
type PersonName = { choice: OwnerChoice; pattern: string; generation: string | null }

function personName(choice: OwnerChoice): PersonName | null {
  const words = wordsOf(choice.name)
  const generation = words.findLast((word) => generations.has(word)) ?? null
  const names = words.filter((word) => !generations.has(word))
  const given = names[0] ?? ''
  const family = names.at(-1) ?? ''
  if (names.length < 2 || given.length < 2 || family.length < 2) return null
  const middle = names.slice(1, -1)
  const between = middle.length === 0 ? '(?:[a-z] )?' : middle.map((word) => `(?:${word} |${word[0]} )?`).join('')
  return { choice, generation, pattern: `${given} ${between}${family}` }
}

const roleWords = 'grantor settlor trustor trustmaker testator testatrix principal declarant donor'.split(' ')
/** A role in small letters, with a capital, or in capitals: names are told by theirs. */
const role = `(?:${roleWords.flatMap((word) => [word, `${word[0]?.toUpperCase()}${word.slice(1)}`, word.toUpperCase()]).join('|')})\\b`

/** Where the person of an instrument is named: NAME is the name. All on folded words. */
const placesOf: Partial<Record<DocumentType, readonly string[]>> = {
  WILL: [
    ' (?:will and testament|last will|will) of (?:me )?NAME',
    ' i NAME',
    ' NAME (?:the )?testat(?:or|rix)',
    ' testat(?:or|rix) NAME',
  ],
  WILL_CODICIL: [
    ' codicil (?:to (?:the )?(?:last )?(?:will(?: and testament)?) )?of NAME',
    ' (?:will and testament|last will|will) of NAME',
    ' i NAME',
    ' NAME (?:the )?testat(?:or|rix)',
  ],
  POWER_OF_ATTORNEY: [
    ' power of attorney (?:of|by|for|given by|granted by) NAME',
    ' i NAME',
    ' principal (?:name )?(?:is )?NAME',
    ' NAME (?:the |as )?principal',
  ],
  HEALTHCARE_PROXY: [
    ' (?:proxy|attorney|agent|surrogate|representative|directive|care|advocate) (?:of|by|for) NAME',
    ' i NAME',
    ' (?:principal|patient|declarant) (?:name )?NAME',
    ' NAME (?:the |as )?(?:principal|patient|declarant)',
  ],
  LIVING_WILL: [
    ' (?:living will|directive|declaration|physicians) (?:of|by) NAME',
    ' i NAME',
    ' (?:patient|declarant) (?:name )?NAME',
    ' NAME (?:the |as )?declarant',
  ],
  GIFT_TAX_RETURN: [' donor(?:s)?(?: full)?(?: name)? NAME', ' NAME (?:the )?donor'],
  PASSPORT: [' NAME'],
  DRIVERS_LICENSE: [' NAME'],
  SIGNED_TRUST_DOCUMENT: [],
  TRUST_AMENDMENT: [],
  EXISTING_REMAINDER_TRUST_DOCUMENT: [],
}
const ofGrantor = [
  ` NAME (?:(?!trustees? |and |between |to |gives? )[a-z0-9]+ ){0,8}?(?:as |the |hereinafter |herein |referred to as |called (?:the )?){0,3}(?:grantor|settlor|trustor|trustmaker|donor)(?= )`,
  ` (?:grantor|settlor|trustor|trustmaker|donor) (?:is |name )?NAME`,
  ' i NAME (?:[a-z]+ ){0,12}(?:declare|establish|create|transfer|amend|hereby|as grantor|as settlor)',
]

/** Words before an individual's whole name; another word may be a further given name. */
const beforePerson =
  / (?:between|betwixt|by|of|from|and|the|me|is|name|made|that|whereas|mr|mrs|ms|dr|undersigned|grantor|settlor|trustor|trustmaker|donor|principal|testator|testatrix|declarant|patient|to|for|\d+|trust|agreement|codicil|will|testament|attorney|proxy|card|nationality) $/

function readPerson({ lines, titleLines, type, parts }: OwnersInput): Read {
  const places = type === null ? undefined : placesOf[type]
  if (places === undefined || type === null) return nothing
  const patterns = places.length === 0 ? ofGrantor : places
  const first = lines.filter(({ page }) => page === lines[0]?.page || page === (lines[0]?.page ?? 0) + 1)
  const text = joinedWords(first)
  const people = parts.individuals.flatMap((choice) => personName(choice) ?? [])
  const named = people.flatMap((person) => {
    const hits = patterns.flatMap((place) => {
      const name = `${person.pattern}(?<after>(?: (?:jr|sr|ii|iii|iv))?)(?= )`
      return Array.from(text.matchAll(new RegExp(place.replace('NAME', name), 'g')), (match) => ({
        written: match.groups?.after?.trim() || null,
        isWhole:
          !place.startsWith(' NAME') || beforePerson.test(text.slice(Math.max(0, match.index - 40), match.index + 1)),
        isJoint: place.startsWith(' NAME') && / and $/.test(text.slice(Math.max(0, match.index - 5), match.index + 1)),
      }))
    })
    const hit = hits.find(({ isWhole }) => isWhole)
    if (hit === undefined) return []
    return [{ person, ...hit, line: lineOfPerson(first, person.pattern) }]
  })
  const joint = named.find(({ isJoint }) => isJoint)
  if (joint !== undefined)
    return { ...nothing, doubts: [`It is of several people: “${quoted(joint.line?.text ?? '')}”.`] }
  const meant = named.filter(({ person, written }) => written === null || person.generation === written)
  const withWritten = meant.filter(({ person, written }) => written !== null && person.generation === written)
  const kept = withWritten.length > 0 ? withWritten : meant
  const [one] = kept
  if (one === undefined)
    return { ...nothing, strangers: people.length === 0 ? [] : strangePerson(first, titleLines, named.length > 0) }
  if (kept.length > 1) {
    const ids = kept.map(({ person }) => person.choice.id)
    return { ...nothing, doubts: [`It may be of any of these people: ${namesOf(parts.individuals, ids)}.`] }
  }
  return { ...nothing, found: basisOf(one.person.choice.id, one.line) }
}

const lineOfPerson = (lines: readonly Line[], pattern: string): Line | undefined => {
  const name = new RegExp(` ${pattern}(?= )`)
  return (
    lines.find(({ words }) => name.test(words)) ??
    lines.find((_, at) => name.test(joinedWords(lines.slice(at, at + 2))))
  )
}

const properName = String.raw`(\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,4})`
const strangePlaces = [
  new RegExp(String.raw`\bI, ${properName}(?=,| \(|$| of | do | a )`, 'u'),
  new RegExp(`${properName},? (?:\\(|as |the |hereinafter |herein )*(?:the )?["“]?${role}`, 'u'),
]

/** A name in the place of the instrument's person that the household's people do not have. */
function strangePerson(lines: readonly Line[], titleLines: readonly Line[], isKnown: boolean): ReadOwners['strangers'] {
  if (isKnown) return []
  for (const line of lines) {
    const name = strangePlaces
      .map((place) => place.exec(line.text)?.[1]?.replace(/^(?:Between|By|And|From|To|Whereas|That|I) /i, ''))
      .find((found) => found !== undefined)
    if (name?.includes(' ') && !/^(?:The|This)\b/i.test(name))
      return [{ name, is: 'person', page: line.page, words: quoted(line.text) }]
  }
  const title = titleLines.map(({ text }) => text).join(' ')
  const inTitle = new RegExp(String.raw`\b(?:of|OF|Of) ${properName}$`, 'u').exec(title)?.[1]
  return inTitle === undefined || titleLines[0] === undefined
    ? []
    : [{ name: inTitle, is: 'person', page: titleLines[0].page, words: quoted(title) }]
}
