import { wordsOf } from '../fold.ts'
import { joinedWords, type Line } from '../proposals/page-text.ts'
import { readDate } from '../proposals/read-date.ts'
import type { DocumentType } from '../propose-type.ts'
import { sentencesOf } from '../roles/role-tokens.ts'
import type { Fact } from './fact-kinds.ts'
import type { WholeText } from './whole-text.ts'

type Input = {
  lines: readonly Line[]
  titleLines: readonly Line[]
  type: DocumentType | null
  isTrust: boolean
  whole: WholeText
  entity: string | null
  person: string | null
}

type Found = Omit<Fact, 'page' | 'article'>
const ofInstrument = { who: [], limit: null, namesRecord: false }
type Sentence = { text: string; start: number; end: number }

/** The facts about the instrument itself. Two different values of one kind are none. */
export function instrumentFacts({ lines, titleLines, type, isTrust, whole, entity, person }: Input): Found[] {
  const sentences = sentencesOf(whole.text).map(
    ({ start, end }): Sentence => ({ text: whole.text.slice(start, end).replace(/\s+/g, ' ').trim(), start, end }),
  )
  const about = entity ?? person
  const one = (kind: Fact['kind'], read: (text: string) => string | null): Found[] => {
    const found = sentences.flatMap(({ text, start, end }): Found[] => {
      const value = read(text)
      return value === null ? [] : [{ ...ofInstrument, kind, in: about, value, sentence: text, start, end }]
    })
    const values = new Set(found.map(({ value }) => wordsOf(value).join(' ')))
    return values.size === 1 ? found.slice(0, 1) : []
  }
  return [
    ...dateFound({ lines, titleLines, type, whole, about }),
    ...nameFound(one('name', nameIn), { lines, titleLines, isTrust, whole, about }),
    ...one('governing-law', (text) => (isTrust && isOfAnother(text, lines) ? null : lawIn(text))),
    ...(type !== null && isAmendment(type) ? one('amends', amendedIn) : []),
    ...one('term', termIn),
    ...one('annuity', annuityIn),
    ...one('premium', premiumIn),
  ]
}

const isAmendment = (type: DocumentType) => type.endsWith('_AMENDMENT') || type === 'WILL_CODICIL'

/** Whether a paper without a known title seems to change another one. */
const isAboutAnother = (lines: readonly Line[]) =>
  lines.slice(0, 40).some(({ words }) => / (?:amend(?:s|ed|ment|ing)?|codicil|restat(?:es|ed|ement)) /.test(words))

function dateFound({
  lines,
  titleLines,
  type,
  whole,
  about,
}: Omit<Input, 'entity' | 'person' | 'isTrust'> & { about: string | null }): Found[] {
  const { date } = readDate(lines, titleLines, type ?? (isAboutAnother(lines) ? 'TRUST_AMENDMENT' : 'OTHER'))
  // Without a title it may be a notice or a bill, whose day is that of no instrument.
  if (date === null || (type === null && /^\s*(?:date|dated|notice|invoice|statement)\b/i.test(date.words))) return []
  const words = date.words.replace(/…$/, '')
  // The line is found in the whole text by its own words, which keep their order there.
  const pattern = words
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(String.raw`\s+`)
  for (const { 0: said, index } of whole.text.matchAll(new RegExp(pattern, 'g'))) {
    const place = { start: index, end: index + said.length }
    if (whole.placeOf(place.start, place.end).page !== date.page) continue
    return [{ ...ofInstrument, kind: 'date', in: about, value: date.value, sentence: date.words, ...place }]
  }
  return []
}

const ownName = String.raw`["“”']?(?:the )?([A-Z][^"“”;]{2,90}?\b(?:Trust|GRAT|ILIT|QPRT|SLAT)\b)["”']?(?=[\s.,;)"”]|$)`
const calling =
  'known|referred to|cited|designated|called|named|identified|styled|titled|entitled|administered|registered'
const named = [
  new RegExp(
    String.raw`\b(?:(?:shall|may|will|is to|are to|to)(?: hereafter| also)? be (?:${calling})(?: (?:and|or) (?:${calling}))?(?: (?:as|under|by|in))*|(?:is|are) (?:known|referred to|called|named) as|(?:name|title) of (?:(?:this|the) )?trust(?: shall be| is|:)|(?:this|the) trust (?:shall be|is)(?: (?:called|named|known as))?|(?:bears?|have|has|takes?|under|by) the name(?: of)?)(?: the name(?: of)?)?(?: the)?[,:]? ${ownName}`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:creates?|establish(?:es)?|amends? and restates?|restates?)(?: (?:hereby|in its entirety|in full|(?:a|this) trust,?|the (?:terms|provisions) of))* the ${ownName}`,
  ),
]

const genericTrust =
  /^(?:(?:the|an?|this) )?(?:(?:revocable|irrevocable|living|grantor|retained|annuity|life|insurance|family|qualified|personal|residence|charitable|remainder|lead|dynasty|declaration|agreement|of|inter|vivos|spousal|lifetime|access|amended|and|restated|deed|indenture) )*trust$/i

const titleName =
  /^(?:the )?((?=[^,;:]{3,90}$)(?:[\p{L}\p{N}][\p{L}\p{N}.'’&-]* ){1,10}(?:trust|grat|ilit|qprt|slat)(?: (?:no\.? ?\d+|i{1,3}|iv|v))?)(?: (?:agreement|declaration|instrument|indenture))?(?: (?:dated|u\/?a\/?d|dtd)\b.*)?$/iu
const noName =
  /\b(?:amendment|restatement|declaration|agreement|indenture|instrument|certificat(?:e|ion)|revocation|resignation|acceptance|affidavit|memorandum|abstract|summary|notice|schedule|grantor(?! retained)|settlor|trustees?|between|article|as|by|for|to|bank|company|county|this|page)\b/i

/** The name that a trust gives itself in a sentence, else the one in its title or among the headings around it. */
function nameFound(said: Found[], { lines, titleLines, isTrust, whole, about }: Named): Found[] {
  if (said.length > 0 || !isTrust) return said
  const first = lines.filter(({ page }) => page === lines[0]?.page).slice(0, 16)
  const headings = titleLines.length > 0 ? titleLines : first.filter(({ isHeading }) => isHeading)
  const found = headings.flatMap((line, at) =>
    [1, 2, 3].flatMap((count): Found[] => {
      const run = headings.slice(at, at + count)
      const text = run.map((each) => each.text.trim()).join(' ')
      const name = titleName.exec(text)?.[1]
      const start = whole.text.indexOf(line.text)
      if (run.length < count || name === undefined || start < 0 || genericTrust.test(name) || noName.test(name))
        return []
      return [
        { ...ofInstrument, kind: 'name', in: about, value: name, sentence: text, start, end: start + line.text.length },
      ]
    }),
  )
  const longest = found.toSorted((a, b) => b.value.length - a.value.length)[0]
  const isPart = ({ value }: Found) => longest?.value.toLowerCase().endsWith(value.toLowerCase()) ?? false
  return longest !== undefined && found.every(isPart) ? [longest] : []
}

type Named = Pick<Input, 'lines' | 'titleLines' | 'isTrust' | 'whole'> & { about: string | null }

/** “This trust shall be known as the Okafor Family Trust.” */
function nameIn(text: string): string | null {
  const name = named.map((each) => each.exec(text)?.[1]?.trim()).find((each) => each !== undefined) ?? null
  if (name === null || wordsOf(name).length < 2 || /^(?:this|that|the|such|said|a|an|part)\b/i.test(name)) return null
  if (/^(?!(?:d[aeiu]|del|der|den|l[aeo]s?|v[ao]n)\b)\p{Ll}/u.test(name)) return null
  return /\b(?:marital|family|bypass|credit shelter|survivor'?s|decedent'?s|residuary|separate|exempt|non-?exempt|child'?s|descendant'?s|share)\s+trust$/i.test(
    name,
  ) && wordsOf(name).length < 3
    ? null
    : name
}

const states =
  'Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada New_Hampshire New_Jersey New_Mexico New_York North_Carolina North_Dakota Ohio Oklahoma Oregon Pennsylvania Rhode_Island South_Carolina South_Dakota Tennessee Texas Utah Vermont Virginia Washington West_Virginia Wisconsin Wyoming'
    .split(' ')
    .map((state) => state.replace('_', ' '))
const stateNames = new RegExp(
  String.raw`(?<!West )\b(?:${states.toSorted((a, b) => b.length - a.length).join('|')})\b`,
  'gi',
)

/** Things in a trust's papers that have a law, a term or a premium of their own. */
const otherSubject =
  /\b(?:leases?|notes?|loans?|mortgages?|arbitrations?|disputes?|contracts?|real (?:property|estate)|power of appointment)\b/i

/** The trust that gets the property of this one. */
const otherTrust = /\b(?:second|new|other|receiving|appointed|successor) trusts?\b/i

const otherPaper =
  /\b(?:(?:operating|partnership|shareholders?|marital|prenuptial) agreement|bylaws|powers? of attorney|(?:will|estate) of (?:my|his|her)|decanted)\b/i
const namedTrust =
  /^(?:the )?((?!This\b|The\b|Each\b|Any\b|Such\b|Said\b|Every\b)(?:[A-Z][\w'’&.-]* ){1,8}Trust) (?:shall|is|will)\b/

/** Whether a sentence of a trust is about another paper, or about a trust that other sentences on its first lines do not name. */
function isOfAnother(text: string, lines: readonly Line[]): boolean {
  const name = namedTrust.exec(text.replace(/^The /, ''))?.[1]
  const first = joinedWords(lines.slice(0, 24)).replace(wordsOf(text).join(' '), '')
  const isOther = name !== undefined && !first.includes(` ${wordsOf(name).join(' ')} `)
  return isOther || otherPaper.test(text)
}

/** “… shall be governed by the laws of the State of New York.” A sentence with two states, a denial or a condition, or about something else, says none. */
function lawIn(text: string): string | null {
  const governed =
    /\b(?:govern(?:s|ed|ing)?|construed|interpreted|controls?|controlled|determined|decided|appl(?:y|ies)|administered)\b/i.exec(
      text,
    )
  if (!governed) return null
  if (
    !/\blaws?\b/i.test(text) ||
    /\b(?:if|unless|may|not|never|no event|would)\b/i.test(text.slice(0, governed.index + 12))
  )
    return null
  if (otherSubject.test(text) || otherTrust.test(text) || /\bno event\b/i.test(text)) return null
  if (/\b(?:may (?:change|elect|move)|change(?:d)? (?:of|the) situs|other than)\b/i.test(text)) return null
  if (/\b(?:was|were|had been|formerly|previously) (?:\w+ )?(?:governed|construed|administered)\b/i.test(text))
    return null
  const said = [...new Set(Array.from(text.matchAll(stateNames), ([state]) => state.toLowerCase()))]
  const [only] = said
  return said.length === 1 && only ? (states.find((state) => state.toLowerCase() === only) ?? null) : null
}

const amended = [
  /\b(?:amendment|codicil)(?: and restatement)?(?: no\. ?\d+| number (?:\d+|\w+))? (?:to|of) (?:the |that certain |my )?["“]?([A-Z][\w.,'’&\- ]{2,80}?(?:Trust(?: Agreement)?|Agreement|Will(?: and Testament)?|Deed))\b/,
  /\b(?:AMENDMENT|CODICIL)(?: NO\. ?\d+)? (?:TO|OF) (?:THE |MY )?([A-Z][A-Z.,'’&\- ]{2,80}?(?:TRUST(?: AGREEMENT)?|AGREEMENT|WILL(?: AND TESTAMENT)?))\b/,
]

/** “First Amendment to the Okafor Family Trust” */
function amendedIn(text: string): string | null {
  if (
    /\b(?:second|third|prior|previous|earlier) (?:amendment|codicil)\b/i.test(text) &&
    /\b(?:revoke|supersede|replace)/i.test(text)
  )
    return null
  for (const pattern of amended) {
    const name = pattern.exec(text)?.[1]?.trim()
    if (name) return name
  }
  return null
}

const numbers =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five'.split(
    ' ',
  )
const aNumber = String.raw`(?:(\d{1,2})|(${numbers.toReversed().join('|')}))(?:\s*\((\d{1,2}|[a-z-]+)\))?`
const terms = [
  new RegExp(
    String.raw`\b(?:annuity|fixed|trust|retained|initial|retained annuity)?\s*(?:term|period)s? of ${aNumber}[ -]years?\b`,
    'i',
  ),
  new RegExp(String.raw`\b${aNumber}[ -]years? (?:annuity |fixed |trust |retained )?term\b`, 'i'),
  new RegExp(
    String.raw`\bterm(?:["”]| of (?:the|this) trust)?(?: shall| is| means| will)[a-z ]{0,40}? ${aNumber} years?\b`,
    'i',
  ),
]

/** “… for a fixed term of ten (10) years” */
function termIn(text: string): string | null {
  if (
    /\b(?:lease|office|renew(?:al|ed)?|extend(?:ed)?|additional|director|manager|if|unless|at least|more than|less than|up to|within)\b/i.test(
      text,
    )
  )
    return null
  if (otherSubject.test(text) || !/\b(?:trust|annuity|grantor|settlor|residence|fixed)\b/i.test(text)) return null
  for (const pattern of terms) {
    const [, digits, word, again] = pattern.exec(text) ?? []
    const value = digits ?? (word === undefined ? undefined : String(numbers.indexOf(word.toLowerCase()) + 1))
    if (value === undefined) continue
    const second =
      again === undefined ? value : /^\d/.test(again) ? again : String(numbers.indexOf(again.toLowerCase()) + 1)
    return Number(second) === Number(value) ? String(Number(value)) : null
  }
  return null
}

const dollars = String.raw`\$\s?(\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+(?:\.\d\d)?)`
const share = String.raw`(\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent)`

const amountOf = (text: string): string => String(Number(text.replaceAll(',', '')))

/** The only amount or share in a sentence; none of several. */
function onlyAmount(text: string): string | null {
  const sums = new Set(Array.from(text.matchAll(new RegExp(dollars, 'g')), ([, sum = '']) => amountOf(sum)))
  const shares = new Set(Array.from(text.matchAll(new RegExp(share, 'gi')), ([, part = '']) => `${amountOf(part)}%`))
  const all = [...sums, ...shares]
  return all.length === 1 ? (all[0] ?? null) : null
}

/** The only amount or share that follows a word directly, as in “an annual premium of $12,500”. */
function amountAfter(text: string, word: string): string | null {
  if (/\bor\b/i.test(text)) return null
  const joined = String.raw`\b${word}(?: (?:amounts?|payments?|of|is|are|equal|to|shall|be|in|the|sum|due|each|per|year|annual|annually|payable|currently|now|estimated|at|an|a))*:? (?:${dollars}|${share})`
  const found = Array.from(text.matchAll(new RegExp(joined, 'gi')), ([, sum, part]) =>
    sum === undefined ? `${amountOf(part ?? '')}%` : amountOf(sum),
  )
  const [only = null] = found
  return new Set(found).size === 1 ? only : null
}

const conditions =
  /\b(?:if|unless|(?-i:may)|not exceed|up to|at least|more than|less than|exceeding|whichever|greater|lesser|increase[sd]?|prior|previous|would)\b/i

/** “… an annuity amount of $120,000 each year”, “… 8.25% of the initial fair market value” */
function annuityIn(text: string): string | null {
  if (
    !/\b(?:annuity|unitrust)\b/i.test(text) ||
    !/\b(?:pay|payable|paid|equal|amount (?:is|of|means)|annual)\b/i.test(text)
  )
    return null
  if (
    conditions.test(text) ||
    /\b(?:gift annuity|annuity contract|7520|interest rate|hurdle|excise|penalty|remainder factor)\b/i.test(text)
  )
    return null
  return onlyAmount(text) ?? amountAfter(text, 'annuity')
}

/** “The annual premium is $12,500.” */
function premiumIn(text: string): string | null {
  if (
    !/\bpremiums?\b/i.test(text) ||
    conditions.test(text) ||
    /\b(?:refund|return of premium|unpaid|late|rider|loan|tax|property|home ?owner'?s?|liability|casualty|health|flood|title|bond)\b/i.test(
      text,
    )
  )
    return null
  return onlyAmount(text) ?? amountAfter(text, 'premiums?')
}
