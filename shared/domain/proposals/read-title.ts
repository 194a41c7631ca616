import { documentTypeNames } from '../names.ts'
import type { DocumentType } from '../propose-type.ts'
import { type Basis, isLetterSpaced, joinedWords, type Line, quoted } from './page-text.ts'
import { amendmentOf, amendmentText, type TitleRule, titleRules } from './title-rules.ts'

/** The type of a file as its pages say it. */
export type ReadTitle = {
  type: (Basis & { value: DocumentType }) | null
  /** The type that the title says, where something on the pages speaks against it. */
  suggested: (Basis & { value: DocumentType }) | null
  /** Sentences for the advisor: a draft, two documents in one file. */
  doubts: string[]
  /** The lines of the title; empty if there is none. */
  titleLines: readonly Line[]
  /** It is a letter, a mail, an invoice or a list: names in it are not those of an instrument. */
  isAboutDocuments: boolean
}

/** Lines of the first page, and of a later one, in which a title is looked for. */
const titleZone = 24
const laterZone = 5
/** Lines of a cover page without a title have less than this. */
const shortPage = 12
/** Lines of one title. */
const mostTitleLines = 7

/** Says what a file is by its title. A title without the words of such a document, or beside a second one, proposes nothing. */
export function readTitle(lines: readonly Line[], mediaType: string | null, isAfterCover = false): ReadTitle {
  const nothing: ReadTitle = { type: null, suggested: null, doubts: [], titleLines: [], isAboutDocuments: false }
  const first = lines.filter(({ page }) => page === lines[0]?.page)
  const genre = genreOf(first, mediaType)
  if (genre === 'about') return { ...nothing, isAboutDocuments: true }
  const text = joinedWords(lines)
  const titles = titlesIn(first.slice(0, titleZone), text, genre)
  if (titles.length === 0 && genre === 'instrument' && first.length < shortPage) {
    const rest = lines.filter(({ page }) => page !== lines[0]?.page)
    if (rest.length > 0 && !isAfterCover) return readTitle(rest, mediaType, true)
  }
  const types = [...new Set(titles.map(({ rule }) => rule))]
  const [found] = titles
  if (found === undefined) return { ...nothing, isAboutDocuments: genre === 'letter' }
  if (types.length > 1) {
    const named = types.slice(0, 3).map((type) => documentTypeNames[type])
    return {
      ...nothing,
      doubts: [`Page ${found.lines[0]?.page ?? 1} has the titles of several documents: ${named.join(', ')}.`],
    }
  }
  const proposal = {
    value: found.rule,
    page: found.lines[0]?.page ?? 1,
    words: quoted(found.lines.map((line) => line.text).join(' ')),
  }
  const against = [...secondDocuments(lines, found), ...statesOf(lines, found), ...found.doubts]
  const is = { doubts: against, titleLines: found.lines, isAboutDocuments: false }
  return against.length === 0
    ? { ...is, type: proposal, suggested: null }
    : { ...is, type: null, suggested: found.doubts.length > 0 ? null : proposal }
}

type Title = { rule: DocumentType; lines: Line[]; doubts: string[] }

/** A letter or a mail names documents without being one. */
type Genre = 'instrument' | 'letter' | 'about'

const salutation =
  /^ (?:dear|to whom it may concern|sehr geehrter?|liebe[r]?|estimad[oa]s?|querid[oa]s?|muy senor(?:es)? mio?s?) /
const closing =
  /^ (?:(?:yours )?(?:very )?(?:sincerely|truly|cordially|respectfully|faithfully)(?: yours| submitted)?|(?:best|kind|warm|with kind|with best) regards|regards|mit freundlichen grusse?n?|mit freundlichen gru.*|atentamente|cordialmente|saludos(?: cordiales)?|un cordial saludo) $/
const letterHead = /^(?:re|in re|betr(?:eff)?|asunto|ref|subject|subj)\s*[:.]/i
const mailHead = /^(?:from|to|sent|cc|bcc|von|an|gesendet|de|para|enviado|betreff|asunto|subject)\s*:/i
const mailAddress = /<[^<>\s@]+@[^<>\s@]+>/
const enclosing =
  / (?:enclosed|enclosures?|encl|enc|attached (?:is|are|please|you|hereto you)|please find|find attached|anbei|beigefugt|in der anlage|als anlage|adjunt[oa]s?|adjuntamos|for your (?:review|records|files|signature)|please (?:sign|review|let me|call)) /
const aboutTitle =
  /^ (?:.{0,40} )?(?:invoice|agenda|minutes|memo|memorandum|checklist|check list|fax|facsimile|file note|note to file|index|closing binder|document list|list of documents|documents? (?:index|inventory|request|checklist)|estate planning (?:documents|binder|portfolio|checklist|questionnaire)|questionnaire|intake form|engagement (?:letter|agreement)|fee agreement|retainer agreement|transmittal|cover sheet|fax cover|letter of (?:wishes|intent|instruction)|memorandum of wishes|statement for services|receipt of documents|receipt for documents|organizer|proposal|quote|meeting notes|notes of meeting|call notes|newsletter|brochure|guide|glossary|frequently asked questions|rechnung|tagesordnung|protokoll|factura|orden del dia|acta|temario|to do|task list|privileged and confidential memorandum) (?:.{0,60} )?$/
const billing =
  / (?:invoice|bill to|billed to|hours|hourly|services rendered|professional services|amount due|balance due|remit|rechnung|factura|due upon receipt|total due) /

function genreOf(first: readonly Line[], mediaType: string | null): Genre {
  if (mediaType === 'message/rfc822' || mediaType === 'application/vnd.ms-outlook' || mediaType === 'application/mbox')
    return 'about'
  const top = first.slice(0, titleZone)
  if (top.filter(({ text }) => mailHead.test(text)).length > 1) return 'about'
  if (top.slice(0, 5).some(({ text }) => mailAddress.test(text))) return 'about'
  if (top.slice(0, 15).some(({ isHeading, words }) => isHeading && words.length < 90 && aboutTitle.test(words)))
    return 'about'
  if (top.slice(0, 3).some(({ words }) => words === ' table of contents ')) return 'about'
  const bills = new Set(first.flatMap(({ words }) => words.match(new RegExp(billing, 'g')) ?? []))
  if (bills.size > 1 && !first.some(({ words }) => words.includes(' premium '))) return 'about'
  const isLetter =
    first.some(({ words }) => salutation.test(words) || closing.test(words)) ||
    top.some(({ text }) => letterHead.test(text))
  if (!isLetter) return 'instrument'
  return first.some(({ words }) => enclosing.test(words)) ? 'about' : 'letter'
}

/** Other things that are done with a document, or said of one: such a title is not the document's. */
const notTheDocument = new RegExp(
  ` (?:${[
    'invoice|agenda|minutes|memo|checklist|questionnaire|worksheet|summary|abstract|overview|guide|explanation|sample|specimen|template|blank form|form of',
    'receipts?|received|resolutions?|adopting|adoption|certificate|certification|safekeeping|fees?|billing|comments|questions|seminar|workshop|how to|understanding',
    'reminder|renewal|status|delivery|beneficiary designation|designation of beneficiar(?:y|ies)|change of|claim|surrender|conversion|rider|amortization|payoff|assignment|amendment form',
    'notice|request|application|instructions?|proposal|quote|illustration|transmittal|engagement|acknowledge?ment|inventory|comparison|redline',
    'certificate of trust|certification of trust|trust certification|trust certificate|memorandum of trust|affidavit|certificate of amendment|articles of amendment',
    'revocation|revoking|revoked|resignation|termination|cancell?ation|satisfaction|acceptance|appointment of|removal|disclaimer|waiver|consent|release|renunciation',
    'mortgage|superseded|supersedes|replaced|replaces|void|security agreement|guaranty|allonge|extension|petition|order|probate|letters testamentary|schedule [a-z]|exhibit [a-z]|annex|appendix',
    'article [a-z0-9]+|section [0-9]+|index|table of contents|list of|review|discussion|regarding|about|re|proposed|excerpt|extract|page from|contest|trust company|deed restrictions|joinder',
  ].join('|')})(?= )`,
)
/** Of the words above, those that belong to these types. */
const belongs: Partial<Record<DocumentType, RegExp>> = {
  GRAT_DESIGN_SUMMARY: / (?:summary|overview|memorandum|illustration|proposed) /g,
  TAX_FILING: / (?:application|extension) /g,
  CRUMMEY_LETTER: / (?:re|notice|regarding) /g,
  TRANSFER_CONFIRMATION: / (?:re|notice|regarding) /g,
  TAX_ID_CONFIRMATION: / (?:re|notice|regarding) /g,
  INSURANCE_PREMIUM_PAYMENT: / (?:re|regarding) /g,
  TAX_RECEIPT: / (?:re|acknowledge?ment|regarding) /g,
  HEALTHCARE_PROXY: / (?:appointment of) /g,
  ASSIGNMENT_OF_INTEREST: / (?:acceptance) /g,
  ACCOUNT_DOCUMENTATION_STATEMENT: / (?:summary|overview|trust company) /g,
  ASSET_VALUATION: / (?:summary|review) /g,
  BALANCE_SHEET: / (?:summary) /g,
  WILL: / (?:pour over) /g,
  INSURANCE_POLICY: / (?:schedule [a-z]) /g,
}

const isAmending = / (?:amendment|amendments|amending|modification) /
const isRestating = / (?:restated|restatement) /

/** A trust's name alone, which is also how its account, its deed and its notices name it. */
const trustName =
  /^ (?:revocable|irrevocable|living|life insurance|grantor retained annuity|spousal lifetime access|qualified personal residence|dynasty) trust$/

/** The titles among the lines of a page, each with its type, where the whole text has the words of such a document. */
function titlesIn(lines: readonly Line[], text: string, genre: Genre): Title[] {
  return blocksOf(lines, genre).flatMap((block) => titleOf(block, text, genre) ?? [])
}

/** Runs of lines that look like headings; in a letter also what it says that it is about. */
function blocksOf(lines: readonly Line[], genre: Genre): Line[][] {
  const blocks: Line[][] = []
  let run: Line[] = []
  const end = () => {
    if (run.length > 0) blocks.push(run)
    run = []
  }
  for (const line of lines) {
    const isTitle = line.isHeading || (genre === 'letter' && letterHead.test(line.text))
    if (!isTitle || isLetterhead(line)) end()
    else {
      if (run.length === mostTitleLines) end()
      run.push(line)
    }
  }
  end()
  return blocks
}

/** A law firm's name, an address, a telephone number, a page number; or where the text begins. */
const isLetterhead = ({ text, words }: Line): boolean =>
  /^ (?:table of contents|article|section|part|recitals?|witnesseth|background|preamble|introduction) /.test(words) ||
  / (?:llp|pllc|p c|esq|attorneys? at law|law offices?|law firm|counsel(?:l?ors)? at law|suite|telephone|tel|phone|fax) /.test(
    words,
  ) ||
  /^ page \d+(?: of \d+)? $|^ \d+(?: of \d+)? $/.test(words) ||
  /^\d+ .*\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|lane|plaza|floor)\b/i.test(text)

type Hit = { rule: TitleRule; start: number; end: number; isName: boolean }

function titleOf(block: readonly Line[], text: string, genre: Genre): Title | null {
  const whole = joinedWords(block)
  const hits = withoutLesser(titleRules.flatMap((rule) => hitOf(rule, whole) ?? []))
  const types = [...new Set(hits.map(({ rule }) => rule.type))]
  const isAmendment = isAmending.test(whole)
  if (types.length === 0) return isAmendment ? trustAmendment(block, whole, text) : null
  const used = hits.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    whole,
  )
  const allowed = types.reduce(
    (left, type) => {
      const pattern = belongs[type]
      return pattern === undefined ? left : left.replace(pattern, ' ')
    },
    used.replace(/\s+/g, ' '),
  )
  // A deed of trust is a mortgage.
  if (notTheDocument.test(allowed) || whole.includes(' deed of trust ')) return null
  const [one] = hits
  if (one === undefined) return null
  const lines = linesOfHit(block, one)
  if (types.length > 1)
    return {
      rule: one.rule.type,
      lines,
      doubts: [`Its title names several documents: ${types.map((type) => documentTypeNames[type]).join(', ')}.`],
    }
  if (genre === 'letter' && !one.rule.isLetter) return null
  if (isAmendment) {
    const type = amendmentOf[one.rule.type]
    if (type === undefined || one.rule.type === 'WILL') return null
    return countOf(amendmentText, text) < 2
      ? null
      : { rule: type, lines: [...block], doubts: isRestating.test(whole) ? [restates] : [] }
  }
  if (countOf(one.rule.text, text) < one.rule.least) return null
  if (one.isName && !opensAsTrust.test(text)) return null
  const isUnsure = isRestating.test(whole) && amendmentOf[one.rule.type] !== undefined
  return { rule: one.rule.type, lines, doubts: isUnsure ? [restates] : [] }
}

const restates = 'It restates an agreement: this is either the agreement or an amendment.'

/** How a trust agreement speaks of itself. */
const opensAsTrust =
  / (?:this (?:revocable |irrevocable |living )*(?:trust agreement|declaration of trust|agreement of trust|trust instrument|indenture|trust indenture|trust declaration|trust)|(?:hereby )?(?:declare|establish|create)s? (?:this|a|the) (?:.{0,30} )?trust) /

/** An amendment that names a trust only by its name: "First Amendment to the Alvarez Family Trust". */
function trustAmendment(block: readonly Line[], whole: string, text: string): Title | null {
  if (
    !/ (?:amendment|modification) (?:number \d+ |no \d+ )?(?:to|of) .*(?:trust|ilit|grat|slat|qprt|crut|crat) /.test(
      whole,
    )
  )
    return null
  if (notTheDocument.test(whole) || countOf(amendmentText, text) < 2 || countOf(trustText, text) < 2) return null
  return { rule: 'TRUST_AMENDMENT', lines: [...block], doubts: isRestating.test(whole) ? [restates] : [] }
}

const trustText = titleRules.find(({ type }) => type === 'SIGNED_TRUST_DOCUMENT')?.text ?? []

function hitOf(rule: TitleRule, whole: string): Hit | null {
  const match = rule.title.exec(whole)
  if (match === null) return null
  const start = match.index
  return {
    rule,
    start,
    end: start + match[0].length,
    isName: rule.type === 'SIGNED_TRUST_DOCUMENT' && trustName.test(match[0]),
  }
}

/** For each of these types, those of which it is only said something in its title. */
const lesser: Partial<Record<DocumentType, readonly DocumentType[]>> = {
  WILL_CODICIL: ['WILL'],
  LIVING_WILL: ['WILL'],
  TAX_FILING: ['INCOME_TAX_RETURN', 'GIFT_TAX_RETURN'],
  INSURANCE_PREMIUM_PAYMENT: ['INSURANCE_POLICY'],
  CRUMMEY_LETTER: ['SIGNED_TRUST_DOCUMENT'],
  ASSIGNMENT_OF_INTEREST: ['LLC_AGREEMENT', 'OPERATING_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
  BENEFICIAL_OWNERSHIP_INFORMATION_REPORT: ['FINCEN_FILING'],
}

/** Without titles inside or across others that are listed before them, and without those that others are about. */
function withoutLesser(hits: readonly Hit[]): Hit[] {
  const apart = hits.filter((hit, at) => {
    const isInside = (other: Hit) =>
      other !== hit && other.start <= hit.start && hit.end <= other.end && other.end - other.start > hit.end - hit.start
    const isAcross = (other: Hit, before: number) => before < at && other.start < hit.end && hit.start < other.end
    return !hits.some((other, before) => isInside(other) || (isAcross(other, before) && !containsWhole(hit, other)))
  })
  const about = new Set(apart.flatMap(({ rule }) => lesser[rule.type] ?? []))
  const named = apart.filter(({ rule }) => !about.has(rule.type))
  return named.length > 1 ? named.filter(({ isName }) => !isName || named.every((other) => other.isName)) : named
}

const containsWhole = (outer: Hit, inner: Hit) =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start

/** The lines of a block that contain the title, with those that continue it: "of", a name. */
function linesOfHit(block: readonly Line[], { start, end }: Hit): Line[] {
  let at = 0
  let last = -1
  const found: Line[] = []
  block.forEach((line, index) => {
    const from = at
    at += line.words.length - 1
    if (from < end && at > start) {
      found.push(line)
      last = index
    }
  })
  const next = block[last + 1]
  if (next !== undefined && / (?:of|for|by|to) $/.test(next.words)) found.push(next, ...block.slice(last + 2, last + 3))
  else if (
    next !== undefined &&
    (/^ (?:of|for|by|to) /.test(next.words) || / (?:of|for|by|to) $/.test(found.at(-1)?.words ?? ''))
  )
    found.push(next)
  return found
}

const countOf = (patterns: readonly RegExp[], text: string) => patterns.filter((pattern) => pattern.test(text)).length

/** Sentences about further documents in the same file; a schedule or an exhibit is a part of the first. */
function secondDocuments(lines: readonly Line[], found: Title): string[] {
  const pages = Map.groupBy(lines, ({ page }) => page)
  const firstPage = found.lines[0]?.page
  const firstText = joinedWords(pages.get(firstPage ?? 0) ?? [])
  let isAttached = false
  for (const [page, whole] of pages) {
    if (page === firstPage) continue
    const top = whole.slice(0, laterZone)
    const text = joinedWords(whole)
    if (
      top.some(({ words }) => / (?:schedule|exhibit|annex|appendix|attachment) (?:[a-z]|\d+|one|two)(?= )/.test(words))
    )
      isAttached = true
    if (isAttached) continue
    if (whole.slice(0, 12).some(({ words }) => salutation.test(words)))
      return [`It has more than one document: page ${page} is a letter.`]
    // The words of a letter-spaced title are not always known; the opening after it says that an instrument begins.
    const spaced = top.findIndex((line) => isLetterSpaced(line.text) && !isSpacedAgain(line, lines))
    if (spaced >= 0 && opensAgain.test(joinedWords(whole.slice(spaced + 1, spaced + 7))))
      return [`It has more than one document: page ${page} begins with “${quoted(top[spaced]?.text ?? '')}”.`]
    for (const title of titlesIn(top, text, 'instrument')) {
      // A running head repeats the title, and an amendment that of what it amends; only a second beginning is a second document.
      if (isAlsoTitleOf(found, title.rule) && !(opensAgain.test(text) && opensAgain.test(firstText))) continue
      return [
        `It has more than one document: page ${page} begins with “${quoted(title.lines.map((line) => line.text).join(' '))}”.`,
      ]
    }
  }
  const second = lines.find((line, at) => {
    const own = titleOfLine(line)
    if (own === null || found.lines.includes(line) || isAlsoTitleOf(found, own)) return false
    return opensAgain.test(joinedWords(lines.slice(at + 1, at + 7)))
  })
  return second === undefined || isAttached
    ? []
    : [`It has more than one document: page ${second.page} has the title “${quoted(second.text)}”.`]
}

/** Whether an earlier page has the same letter-spaced line: a running head. */
const isSpacedAgain = ({ text, page }: Line, lines: readonly Line[]): boolean =>
  lines.some((line) => line.page < page && line.text === text)

/** True if a document of that type, or an amendment of it, bears this title too. */
const isAlsoTitleOf = ({ rule }: Title, other: DocumentType): boolean =>
  other === rule || amendmentOf[other] === rule || (rule === 'WILL_CODICIL' && other === 'WILL')

/** The type of a heading that is a title and no more, or one with a name: "Power of attorney of Nina Ellery". */
function titleOfLine({ isHeading, words }: Line): DocumentType | null {
  if (!isHeading) return null
  const [hit] = withoutLesser(titleRules.flatMap((rule) => hitOf(rule, words) ?? []))
  return hit !== undefined && hit.start <= 1 && /^ ?(?:of .*)?$/.test(words.slice(hit.end)) ? hit.rule.type : null
}

/** How an instrument opens. */
const opensAgain =
  / (?:i (?:[a-z]+ ){2,6}(?:a resident|residing|domiciled|of|presently|being|do|hereby|declare|appoint|make)|this (?:[a-z]+ ){0,8}(?:is made|is entered|made and entered|dated as of|made as of|made this)|know all (?:men|persons)|be it known) /

/** Sentences about a file that is a draft, is not signed, or is not in force any more. */
function statesOf(lines: readonly Line[], found: Title): string[] {
  const said: string[] = []
  const draft = lines.find(
    ({ words, text }) => isDraft.test(words) || (text === text.toUpperCase() && / draft /.test(words)),
  )
  if (draft !== undefined) said.push(`It is a draft: page ${draft.page} says “${quoted(draft.text)}”.`)
  const unsigned = lines.find(({ words }) => words.length < 80 && isUnsigned.test(words))
  if (unsigned !== undefined && draft === undefined)
    said.push(`It is not signed: page ${unsigned.page} says “${quoted(unsigned.text)}”.`)
  const ended = lines.find(
    ({ words, isHeading }) =>
      isHeading && words.length < 60 && isEnded.test(words) && !found.lines.some((line) => line.words === words),
  )
  if (ended !== undefined) said.push(`It may not be in force: page ${ended.page} says “${quoted(ended.text)}”.`)
  return said
}

const isDraft =
  /^ (?:(?:confidential|preliminary|working|attorney|client|review|discussion|first|second|third|clean|revised|internal) )*draft(?: (?:\S+ ){0,7})?$| (?:draft (?:of|dated|for|only|not)|not for execution|for discussion purposes only|preliminary draft|subject to review) /
const isUnsigned =
  /^ (?:(?:unsigned|not (?:yet )?(?:signed|executed)|unexecuted|specimen|sample(?: only)?|for review only|not valid until signed|execution version not signed)|(?:unsigned|unexecuted) (?:copy|counterpart|version|form|original)(?: .*)?|(?:awaiting|pending|before) (?:signatures?|signing|execution)(?: .*)?|(?:this |the )?(?:copy|counterpart|version|original|document|instrument|agreement) (?:is |was |has )?(?:unsigned|unexecuted|not (?:yet )?(?:been )?(?:yet )?(?:signed|executed|returned))(?: .*)?) $/
const isEnded =
  /^ (?:(?:this (?:document|instrument|will|power of attorney|trust|policy) (?:is|was|has been) )?(?:revoked|void|voided|superseded|cancell?ed|terminated|expired)(?: (?:by|on|as of|effective) .*)?|superseded copy|no longer in force) $/
