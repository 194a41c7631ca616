import type { DocumentType } from '../propose-type.ts'
import { type Basis, type Line, quoted } from './page-text.ts'

/** A date that an instrument gives itself, as YYYY-MM-DD. */
export type ReadDate = { date: (Basis & { value: string }) | null; doubts: string[] }

const months = 'january february march april may june july august september october november december'.split(' ')
const monthPattern =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )
const units =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const belowHundred = `(?:(?:${tens.join('|')})(?:[ -](?:${units.slice(0, 9).join('|')}))?|${units.toReversed().join('|')})`
/** “two thousand and nine”, “nineteen hundred ninety-six”, “twenty twenty-one” */
const yearInWords = `(?:two thousand(?:,? (?:and )?${belowHundred})?|nineteen hundred(?:,? (?:and )?${belowHundred})?|(?:nineteen|twenty) ${belowHundred})`
const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const year = String.raw`((?:19|20)\d\d|${yearInWords})(?![\w-])`
const ofOurLord = String.raw`,? (?:a\.? ?d\.?,? |in the year (?:of our lord )?(?:,? )?|of the year )?`
const ordinal = `(${ordinals.toReversed().join('|').replaceAll('-', '[ -]')})`
const forms = [
  { pattern: `(${monthPattern}) ${day}${ofOurLord}${year}`, read: ([m, d, y]: string[]) => [y, monthOf(m), d] },
  { pattern: `${day} (${monthPattern})${ofOurLord}${year}`, read: ([d, m, y]: string[]) => [y, monthOf(m), d] },
  { pattern: `${day} day of (${monthPattern})${ofOurLord}${year}`, read: ([d, m, y]: string[]) => [y, monthOf(m), d] },
  {
    pattern: `${ordinal} day of (${monthPattern})${ofOurLord}${year}`,
    read: ([d = '', m, y]: string[]) => [y, monthOf(m), ordinals.indexOf(d.toLowerCase().replace(' ', '-')) + 1],
  },
  { pattern: String.raw`(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d)`, read: ([m, d, y]: string[]) => [y, m, d] },
  { pattern: String.raw`((?:19|20)\d\d)-(\d\d)-(\d\d)`, read: ([y, m, d]: string[]) => [y, m, d] },
] as const

const aYear = new RegExp(String.raw`(?:19|20)\d\d|\b${yearInWords}\b`, 'i')

/** A year in digits or in words; NaN for other words. */
function yearOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const [, century = '', rest = ''] =
    /^(two thousand|nineteen hundred|nineteen|twenty),? ?(?:and )?(.*)$/.exec(text.toLowerCase()) ?? []
  const [first = '', second = ''] = rest.split(/[ -]/)
  const ten = (tens.indexOf(first) + 2) * 10
  const below = rest === '' ? 0 : tens.includes(first) ? ten + units.indexOf(second) + 1 : units.indexOf(first) + 1
  return (/^nineteen/.test(century) ? 1900 : 2000) + below
}

function monthOf(text = ''): number {
  const start = text.toLowerCase().slice(0, 3)
  return months.findIndex((month) => month.startsWith(start)) + 1
}

const anyDate = forms.map(({ pattern }) => new RegExp(`(?<![\\d/-])${pattern}(?![\\d/-])`, 'gi'))

type Found = { value: string; at: number; end: number }

/** The dates in a text that exist, in order. */
function datesIn(text: string): Found[] {
  const found = anyDate.flatMap((pattern, form) =>
    Array.from(text.matchAll(pattern), (match): Found | null => {
      const [said, ...parts] = forms[form]?.read(match.slice(1) as string[]) ?? []
      const y = yearOf(String(said ?? ''))
      const [m, d] = parts.map(Number)
      const at = new Date(Date.UTC(y, (m ?? 0) - 1, d ?? 0))
      if (at.getUTCMonth() !== (m ?? 0) - 1 || at.getUTCDate() !== d) return null
      return { value: at.toISOString().slice(0, 10), at: match.index, end: match.index + match[0].length }
    }),
  )
  return found.filter((one) => one !== null).toSorted((a, b) => a.at - b.at)
}

/** The words right before a date by which an instrument dates itself. */
const datesItself = [
  /\b(?:dated|made|effective|entered into|executed|made and entered into|is made)(?: and (?:entered into|executed|effective))?(?: as of| on| this| effective| the| as of the| on this| this the| as of this)*[\s:,]*$/i,
  /\b(?:executed|signed|subscribed|set (?:my|our|his|her|their) hands?(?: and seals?)?|witness(?:ed)? (?:my|our) hands?(?: and seals?)?|hereunto [a-z ]{3,40}|i sign (?:my name|this)[a-z ,]{0,60}|duly executed)\b[^.;]{0,80}\b(?:on|this|as of|the)(?: this| the)*[\s:,]*$/i,
  /\benter(?:s|ed)? into this (?:[a-z]+ ){1,5}(?:on|as of)(?: this| the)*[\s:,]*$/i,
  /\b(?:given under (?:my|our) hands?(?: and seals?)?|published and declared|bear(?:s|ing)(?: the)? date|date of this (?:[a-z]+ ){1,4}(?:is|shall be)|sealed and delivered)(?: (?:of|on|as of|this|the))*[\s:,]*$/i,
  /\bthis (?:[a-z-]+,? ){0,6}(?:dated|made|executed|entered into)\b[^;]{0,200} (?:on|this|as of|dated)(?: this| the| as of)*[\s,]*$/i,
  /(?:^|[.;:] )on this(?: the)?[\s,]*$/i,
  /\b(?:this|the present) (?:[a-z]+ ){0,6}(?:dated|made|executed|entered into)[a-z ,]{0,30}$/i,
] as const
/** A line of its own that dates the instrument, such as "Date of will:". */
const datesAlone =
  /^\s*(?:dated(?: as of| this)?|date(?: of (?:agreement|instrument|execution|this [a-z]+|will|trust|deed|note|letter|notice))?|execution date|effective date|effective as of|issued?(?: on)?|policy date|date (?:of issue|issued|signed)|signed(?: on)?|as of|note date|trust date|notice date|letter date)\s*[:.]?\s*(?:this )?(?:the )?$/i
/** Words right before a date by which something else is dated: another instrument, a birth, a notary's commission. */
const datesOther =
  /\b(?:commission|expires?|expir(?:y|ation)|born|birth|dob|recorded|filed|printed|generated|revised|rev\.?|downloaded|received|scanned|form|before me|subscribed and sworn|sworn to|acknowledged|notary|(?:trust|agreement|will|codicil|instrument|deed|note|amendment|indenture|declaration|policy|u\/a\/d|u\/a|udt|u\/d\/t|lease|letter)(?:,)? (?:which (?:is|was) )?(?:originally |first )?(?:dated|executed|made|entered into|signed|effective)(?: by me)?(?: as of| on)?|(?:my|said|that certain|original|prior|earlier) [a-z ]{0,40}(?:dated|executed|signed)(?: by me)?(?: as of| on)?|through|until|due|maturity|payable|beginning|ending|period|between|since|tax year|printed on)\b[^.;]{0,24}$/i

/** Words that make a date of another instrument that of this one: "this Trust Agreement dated". */
const speaksOfItself =
  /\bthis (?:[a-z-]+,? ){0,8}(?:is |was )?(?:dated|executed|made|entered into|effective|signed)[a-z ,]{0,30}$/i

/** The begin of a sentence that is about the day of this instrument alone: “AGREEMENT made the”, “Executed at Denver, Colorado, on”, “Dated:”. */
const beginsItself =
  /^\s*(?:AGREEMENT|INDENTURE|DECLARATION),? (?:is )?(?:made|entered into)(?: (?:as of|on|this|the))*\s*$|^\s*(?:Executed|Signed)(?: at [A-Z][\w ,]{2,40})?,? (?:on|this)(?: (?:this|the))*\s*$|^\s*(?:Dated|Signed):\s*$/

/** Words of a notary's certificate: its date is of the signature before the notary. */
const notary =
  /\b(?:before me|notary public|subscribed and sworn|sworn to|acknowledged|state of [a-z ]+\)?\s*(?:ss|county)|my commission|personally appeared|jurat|acknowledge?ment)\b/i

/** Reads the date of an instrument; two different ones, or one of something else, give none. */
export function readDate(lines: readonly Line[], titleLines: readonly Line[], type: DocumentType): ReadDate {
  const isOwn = isAboutAnother.has(type) ? isOwnOfAmendment : isOwnOfInstrument
  const found: (Basis & { value: string })[] = []
  lines.forEach((line, at) => {
    if (!aYear.test(line.text)) return
    const lead = leadOf(lines, at)
    const text = lead + line.text
    for (const { value, at: start, end } of datesIn(text)) {
      // A date that begins in the line before is of this one, where it ends.
      if (end <= lead.length) continue
      const said = text.slice(Math.max(0, start - longestLead), start)
      // A line of its own has no sentence before it.
      const own = line.text.slice(0, Math.max(0, start - lead.length))
      if (!isOwn(said, lead === '' || /:\s*(?:(?:this|the)\s+)*$/.test(own) ? own : null)) continue
      if (
        isInNotary(lines, at) ||
        /^[,\s]*(?:before me|personally|there (?:personally )?appeared)/i.test(text.slice(end))
      )
        continue
      found.push({ value, page: line.page, words: quoted(line.text) })
    }
  })
  found.push(...datedTitle(lines, titleLines))
  const values = [...new Set(found.map(({ value }) => value))]
  const [one] = found
  if (one === undefined) return { date: null, doubts: [] }
  if (values.length === 1) return { date: one, doubts: [] }
  return {
    date: null,
    doubts: [
      `It gives ${values.length === 2 ? 'two dates' : `${values.length} dates`} for itself: ${values.slice(0, 3).join(', ')}.`,
    ],
  }
}

/** Characters before a date in which what dates the instrument is looked for. */
const longestLead = 260
/** Lines above one that may be the beginning of its sentence. */
const mostLead = 3

/** The lines above one on its page, as far as its sentence may begin there. */
function leadOf(lines: readonly Line[], at: number): string {
  let lead = ''
  for (let above = at - 1; above >= Math.max(0, at - mostLead); above--) {
    const line = lines[above]
    if (line === undefined || line.page !== lines[at]?.page || /[.:;]$/.test(line.text)) break
    // A line in small letters goes on with the one above it, also where that looks like a heading.
    if (line.isHeading && !/^\s*\p{Ll}/u.test(lines[above + 1]?.text ?? '')) break
    lead = `${line.text} ${lead}`
  }
  return lead
}

/** Instruments whose sentences date what they change. */
const isAboutAnother: ReadonlySet<DocumentType> = new Set([
  'WILL_CODICIL',
  'TRUST_AMENDMENT',
  'LLC_AGREEMENT_AMENDMENT',
  'OPERATING_AGREEMENT_AMENDMENT',
  'PARTNERSHIP_AGREEMENT_AMENDMENT',
])

/** Only what names the amendment itself, is signed "this" day, or is a line of its own dates an amendment. */
function isOwnOfAmendment(said: string, own: string | null): boolean {
  const sentence = said.slice(said.search(/[^.;]*$/))
  if (beginsItself.test(sentence)) return true
  if (own !== null && datesAlone.test(own))
    return /^\s*[A-Z]/.test(own) && !/\b(?:will|trust|agreement|deed)\b/i.test(own)
  // “this codicil to my will dated” is the day of the will.
  if (
    /\b(?:will|testament|trust|agreement|instrument),? (?:(?:which was|originally) )?(?:dated|executed|signed)(?: by me)?(?: on| as of)?[\s:,]*$/i.test(
      sentence,
    )
  )
    return false
  if (
    /\bthis (?:[a-z-]+,? ){0,6}(?:codicil|amendment|restatement|restated (?:[a-z-]+ ){0,3}(?:trust|agreement|declaration|instrument))\b[^.;]{0,40}$/i.test(
      sentence,
    )
  )
    return datesItself[0].test(said) || datesItself[1].test(said)
  return datesItself[1].test(said) && /\bthis(?: the)?[\s:,]*$/i.test(said) && !datesOther.test(sentence)
}

/** `own` is the line before the date, null where it continues the line before it. */
function isOwnOfInstrument(said: string, own: string | null): boolean {
  const isSaid = datesItself.some((pattern) => pattern.test(said)) || (own !== null && datesAlone.test(own))
  if (!isSaid) return false
  const sentence = said.slice(said.search(/[^.;]*$/))
  return speaksOfItself.test(sentence) || beginsItself.test(sentence) || !datesOther.test(sentence)
}

/** A line within a notary's certificate: it or one of the lines around it says so. */
const isInNotary = (lines: readonly Line[], at: number): boolean =>
  lines.slice(Math.max(0, at - 2), at + 2).some(({ text, page }) => page === lines[at]?.page && notary.test(text))

/** A date alone on a line right below the title: "Dated" is often left out on a cover. */
function datedTitle(lines: readonly Line[], titleLines: readonly Line[]): (Basis & { value: string })[] {
  const last = titleLines.at(-1)
  const at = last === undefined ? -1 : lines.indexOf(last)
  if (at < 0) return []
  return lines.slice(at + 1, at + 4).flatMap(({ text, page }) => {
    const [only] = datesIn(text)
    const isAlone = only !== undefined && text.slice(0, only.at).trim() === '' && text.slice(only.end).trim() === ''
    return isAlone && page === last?.page ? [{ value: only.value, page, words: quoted(text) }] : []
  })
}
