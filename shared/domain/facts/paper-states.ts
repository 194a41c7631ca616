import { joinedWords, type Line, type PageOfText, quoted } from '../proposals/page-text.ts'

/** `revokes`: the paper revokes another one. */
export const paperStates = ['draft', 'unsigned', 'revoked', 'superseded', 'revokes'] as const

/** A paper that does not hold, or may not, or ends another, in its own words; the page is null where they are the document's name. */
export type PaperState = { is: (typeof paperStates)[number]; words: string; page: number | null }

const inName: readonly (readonly [PaperState['is'], RegExp])[] = [
  ['draft', /(?:^|[^\p{L}])(?:draft|redline)(?![\p{L}])/iu],
  ['unsigned', /(?:^|[^\p{L}])(?:unsigned|unexecuted|not (?:yet )?(?:signed|executed))(?![\p{L}])/iu],
  ['revoked', /(?:^|[^\p{L}])(?:revoked|void|cancel+ed|terminated|rescinded)(?![\p{L}])/iu],
  ['superseded', /(?:^|[^\p{L}])(?:superseded|replaced)(?![\p{L}])/iu],
]

const paper =
  '(?:document|instrument|will|codicil|power of attorney|trust|agreement|amendment|proxy|directive|copy|version|policy|deed)'
/** Words of a whole line, or of a sentence about this paper itself. */
const inLine: readonly (readonly [PaperState['is'], RegExp])[] = [
  [
    'draft',
    /^ (?:(?:confidential|preliminary|working|attorney|client|review|discussion|first|second|third|clean|revised|internal) )*draft(?: (?:\S+ ){0,7})?$|^ draft .*(?:for discussion|for review|not (?:yet )?executed|not (?:yet )?signed|not for execution) | (?:draft (?:of|dated|for|only|not)|not for execution|for discussion purposes only|preliminary draft) /,
  ],
  [
    'unsigned',
    new RegExp(
      ` (?:unsigned|unexecuted) (?:copy|draft|version|form|${paper}) |^ (?:unsigned|not (?:yet )?(?:signed|executed)|unexecuted|specimen|not valid until signed|execution version not signed) $|^ this ${paper} (?:is|was|has) (?:not|never) (?:yet |been )*(?:signed|executed) `,
    ),
  ],
  [
    'revoked',
    new RegExp(
      `^ (?:this ${paper} (?:is|was|has been) )?(?:(?:duly|hereby) )?(?:revoked|void|voided|cancell?ed|terminated|rescinded)(?: (?:by|on|as of|effective) .*)? $|^ revoked(?: |$)`,
    ),
  ],
  [
    'superseded',
    new RegExp(
      `^ (?:this ${paper} (?:is|was|has been) )?(?:superseded|replaced)(?: (?:by|on|as of|effective|copy) .*)? $|^ superseded copy $`,
    ),
  ],
]

/** Longest line that is about the paper, in characters: a stamp or one sentence. */
const longest = 140

const draftInLarge = /(?<![\p{L}])(?:DRAFT|D R A F T|D {2}R {2}A {2}F {2}T)(?![\p{L}])/u

/** A turned word comes letter by letter, with gaps between some, and the next line may begin right after it. */
const draftInLetters = /(?<![\p{L}])D {0,2}R {0,2}A {1,2}F {1,2}T/u

/** Among words in mixed case; not after a word that makes it a draft that the text speaks of, and not in quotation marks. */
const draftAmongWords = /\p{Ll}[,;]? DRAFT(?![\p{L}"”’)])(?! \p{Lu}\p{Lu})/u
const draftSpokenOf = /\b(?:an?|the|any|each|every|by|bank|sight|time|demand) DRAFT\b/iu

/** “DRAFT” across the pages: as a word among the lines of each, as letters of a turned word, or as one letter below the other. */
function watermark(lines: readonly Line[]): PaperState | null {
  const [first] = lines
  if (first === undefined) return null
  const said: PaperState = { is: 'draft', words: 'DRAFT', page: first.page }
  const letters = [...'DRAFT']
  if (lines.some((_, at) => letters.every((letter, n) => lines[at + n]?.text === letter))) return said
  const turned = lines.find(({ text }) => draftInLetters.test(text))
  if (turned !== undefined) return { ...said, page: turned.page }
  const pages = [...Map.groupBy(lines, ({ page }) => page).values()]
  const isStamped =
    pages.length > 1
      ? pages.every((own) => own.some(({ text }) => draftInLarge.test(text)))
      : lines.some(({ text }) => draftAmongWords.test(text) && !draftSpokenOf.test(text))
  return isStamped ? said : null
}

const revoking =
  /^ (?:(?:notice|declaration|instrument) of )?revocation of (?:\S+ ){0,8}(?:trust|will|will and testament|powers? of attorney|proxy|directive|agreement) (?:dated (?:\S+ ){1,6})?$/

/** The title of a paper that revokes another one, over up to four lines; the roles of those whom it names end with it. */
function revokes(lines: readonly Line[]): PaperState | null {
  for (const [at, first] of lines.slice(0, 4).entries())
    for (const count of [1, 2, 3, 4]) {
      const title = lines.slice(at, at + count)
      if (title.length === count && title.every(({ page }) => page === first.page) && revoking.test(joinedWords(title)))
        return { is: 'revokes', words: title.map(({ text }) => quoted(text)).join(' '), page: first.page }
    }
  return null
}

/** The states that a paper's name and its lines say, each once. */
export function statesOf(name: string, lines: readonly Line[]): PaperState[] {
  const said = inName.flatMap(([is, pattern]): PaperState[] =>
    pattern.test(name) ? [{ is, words: name, page: null }] : [],
  )
  const read = inLine.flatMap(([is, pattern]): PaperState[] => {
    const line = lines.find(({ words }) => words.length <= longest && pattern.test(words))
    return line === undefined ? [] : [{ is, words: quoted(line.text), page: line.page }]
  })
  const stamped = read.some(({ is }) => is === 'draft') ? null : watermark(lines)
  const ending = revokes(lines)
  const found = [...(stamped === null ? [] : [stamped]), ...read, ...(ending === null ? [] : [ending])]
  return [...said, ...found.filter(({ is }) => !said.some((one) => one.is === is))]
}

const aboutMeeting =
  /^ (?:(?:client|family|annual|estate|planning|review|team|internal|telephone|phone|call|meeting|conference|file|handwritten|rough|my) )*(?:(?:meeting|call|conference|conversation) (?:notes?|summary|memo|memorandum|minutes|recap|agenda|record)|file (?:notes?|memo|memorandum)|notes) (?:(?:of|from|on|for|re|with|about) .*|\d.*)?$|^ (?:notes?|minutes|memo|memorandum|summary|recap|record|report) (?:of|from|on|for|to) (?:(?:the|our|a|an|my|client|annual|family|review|planning|estate|telephone|phone|special|regular|first|last) )*(?:meetings?|call|conference|conversation|discussion|file) |^ (?:meeting|call|conversation|telephone call|phone call) with |^ (?:present|attendees|attending|in attendance) (?!value|interest)/

/** Whether the first lines say that a document tells of a meeting or a call: it quotes instruments, and is none. */
export const isAboutMeeting = (lines: readonly Line[]): boolean =>
  lines.slice(0, 6).some(({ words }) => aboutMeeting.test(words))

const copyList =
  /^[^\S\n]*(?:(?:b?cc|c\.\s?c\.?|xc)\b\s*:?|(?:with (?:a )?)?cop(?:y|ies)(?: (?:furnished|sent|given|mailed))? to\s*:)/i

/** Lines of a copy list, in characters. */
const longestCopy = 90

/** The pages with the copy lists blanked, in as many characters: those who get a copy are named with roles that the paper does not give. */
export const withoutCopyLists = (pages: readonly PageOfText[]): PageOfText[] =>
  pages.map(({ page, text }) => {
    let isList = false
    const lines = text.split('\n').map((line) => {
      const isEnd =
        line.trim() === '' || line.length > longestCopy || /^\s*(?:article|section|exhibit|schedule)\b/i.test(line)
      isList = copyList.test(line) || (isList && !isEnd)
      return isList ? ' '.repeat(line.length) : line
    })
    return { page, text: lines.join('\n') }
  })
