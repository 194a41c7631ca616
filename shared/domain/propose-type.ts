import type { documentTypes } from '../service/document.ts'
import { fold } from './fold.ts'

export type DocumentType = (typeof documentTypes)[number]

/** The data of a file from which its type is guessed. */
export type FileClues = {
  /** The file name, with its extension. */
  name: string
  /** The dropped folder; empty if there is none. */
  folder: string
  /** The beginning of a text file; empty for other files. */
  head: string
  /** The names of the household's people: a word of them, such as Will, says nothing of a type. */
  people: readonly string[]
}

export type ProposedType = {
  type: DocumentType
  /** The reason for the type, in a few words; null if no rule matches. */
  reason: string | null
}

/**
 * Phrases that indicate a type, more specific ones first: `will codicil` must be found before `will`. Words are separated by
 * spaces; `*` ends a word whose ending does not matter.
 */
const rules: readonly (readonly [DocumentType, readonly string[]])[] = [
  ['GRAT_DESIGN_SUMMARY', ['grat design', 'grat summary', 'grat illustration*', 'grat projection*']],
  [
    'LLC_AGREEMENT_AMENDMENT',
    ['llc agreement amend*', 'amend* llc agreement', 'amend* to llc agreement', 'llc amend*'],
  ],
  [
    'OPERATING_AGREEMENT_AMENDMENT',
    ['operating agreement amend*', 'amend* operating agreement', 'amend* to operating agreement'],
  ],
  [
    'PARTNERSHIP_AGREEMENT_AMENDMENT',
    ['partnership agreement amend*', 'amend* partnership agreement', 'amend* to partnership agreement', 'lpa amend*'],
  ],
  ['TRUST_AMENDMENT', ['trust amend*', 'trust agreement amend*', 'amend* trust', 'amend* to trust', 'restate* trust']],
  ['EXISTING_REMAINDER_TRUST_DOCUMENT', ['remainder trust', 'crt agreement', 'crut', 'crat', 'clat', 'clut']],
  ['LIVING_WILL', ['living will', 'advance directive', 'advance health* directive', 'polst', 'dnr']],
  [
    'HEALTHCARE_PROXY',
    ['health* proxy', 'health care proxy', 'medical proxy', 'medical power of attorney', 'health* power of attorney'],
  ],
  ['POWER_OF_ATTORNEY', ['power* of attorney', 'poa', 'dpoa']],
  ['WILL_CODICIL', ['codicil*']],
  ['CRUMMEY_LETTER', ['crummey', 'withdrawal right* notice', 'withdrawal notice']],
  [
    'INSURANCE_PREMIUM_PAYMENT',
    ['premium payment*', 'premium receipt*', 'premium notice*', 'premium invoice*', 'insurance premium*', 'premium'],
  ],
  [
    'INSURANCE_POLICY',
    [
      'insurance polic*',
      'life polic*',
      'umbrella polic*',
      'policy contract',
      'declaration* page',
      'in force illustration',
      'insurance',
      'policy',
    ],
  ],
  [
    'BENEFICIAL_OWNERSHIP_INFORMATION_REPORT',
    ['beneficial ownership', 'boi report', 'boir', 'boi', 'corporate transparency act'],
  ],
  ['FINCEN_FILING', ['fincen', 'fbar', 'form 114']],
  ['GIFT_TAX_RETURN', ['gift tax', 'form 709', '709', 'gst return']],
  [
    'TAX_ID_CONFIRMATION',
    ['tax id', 'ein', 'cp575', 'cp 575', 'ss4', 'ss 4', '147c', 'employer identification', 'w9', 'w 9'],
  ],
  ['TAX_RECEIPT', ['tax receipt*', 'tax payment*', 'donation receipt*', 'charitable receipt*', 'property tax bill']],
  [
    'INCOME_TAX_RETURN',
    ['income tax', 'tax return*', 'form 1040', '1040', '1041', '1065', '1120', '1120s', '990', 'k1', 'k 1', 'form 990'],
  ],
  ['TAX_FILING', ['tax filing*', 'tax form*', 'tax extension', '4868', '7004', '8971', '706', 'w2', '1099', 'tax']],
  ['CORPORATE_BYLAWS', ['bylaw*', 'by laws']],
  [
    'ARTICLES_OF_INCORPORATION',
    [
      'article* of incorporation',
      'certificate of incorporation',
      'article* of organization',
      'certificate of formation',
      'certificate of organization',
      'articles',
    ],
  ],
  [
    'STATE_BUSINESS_FILING',
    ['annual report', 'statement of information', 'good standing', 'secretary of state', 'franchise'],
  ],
  ['SHAREHOLDERS_AGREEMENT', ['shareholder* agreement', 'stockholder* agreement', 'buy sell agreement', 'buy sell']],
  ['LLC_AGREEMENT', ['llc agreement', 'limited liability company agreement']],
  ['OPERATING_AGREEMENT', ['operating agreement', 'operating agmt']],
  ['PARTNERSHIP_AGREEMENT', ['partnership agreement', 'limited partnership', 'lpa', 'flp agreement']],
  [
    'ASSIGNMENT_OF_TANGIBLE_PROPERTY',
    ['assignment of tangible*', 'tangible personal property', 'assignment of personal property', 'bill of sale'],
  ],
  [
    'ASSIGNMENT_OF_INTEREST',
    ['assignment of *interest*', 'assignment of membership', 'assignment of units', 'assignment'],
  ],
  [
    'LOAN_NOTE_AGREEMENT',
    ['promissory note*', 'loan agreement*', 'loan note*', 'note agreement', 'loan', 'mortgage', 'iou'],
  ],
  ['DEED', ['deed', 'deeds', 'quitclaim', 'title deed', 'conveyance']],
  [
    'DRIVERS_LICENSE',
    ['driver* license*', 'drivers licence', 'driver licence', 'driving licence', 'dl scan', 'license'],
  ],
  ['PASSPORT', ['passport*']],
  [
    'TRANSFER_CONFIRMATION',
    ['transfer confirm*', 'wire confirm*', 'wire transfer', 'acat', 'acats', 'transfer', 'wire'],
  ],
  ['LOGGED_CONTRIBUTION', ['contribution*', 'capital call*', 'gift to trust']],
  ['LOGGED_DISTRIBUTION', ['distribution*']],
  [
    'ASSET_VALUATION',
    ['valuation*', 'appraisal*', 'appraised', '409a', 'fair market value', 'fmv', 'broker price opinion'],
  ],
  [
    'BALANCE_SHEET',
    [
      'balance sheet*',
      'net worth',
      'statement of financial position',
      'financial statement*',
      'assets and liabilities',
    ],
  ],
  [
    'ACCOUNT_DOCUMENTATION_STATEMENT',
    ['statement*', 'account', 'accounts', 'holdings', 'positions', 'brokerage', 'transactions', 'ira', '401k', '529'],
  ],
  ['GENERATED_PRESENTATION', ['presentation*', 'deck', 'slides', 'proposal*', 'pitch']],
  [
    'SIGNED_TRUST_DOCUMENT',
    [
      'trust agreement*',
      'declaration of trust',
      'trust instrument',
      'deed of trust',
      'ilit',
      'slat',
      'qprt',
      'grat',
      'trust',
    ],
  ],
  ['WILL', ['last will', 'will and testament', 'testament', 'wills', 'will', 'pour over']],
]

/** Presentations are recognised by their extension alone. */
const presentationFile = /\.(?:pptx?|key|odp)$/i
const textStart = 4_000

/**
 * Guesses a file's document type from the words of its name, of its folder and, for text files, of its beginning; the first of
 * these with a match decides. A word that is a name of the household's people counts only beside the whole name: "John Will" is no
 * will, "Will Adams - Will" is one.
 */
export function proposeType({ name, folder, head, people }: FileClues): ProposedType {
  const stem = name.replace(/\.[a-z0-9]{1,10}$/i, '')
  for (const [text, where] of [
    [stem, 'name'],
    [folder, 'folder'],
    [head.slice(0, textStart), 'text'],
  ] as const) {
    const found = find(text, { phrasesOnly: where === 'text', people })
    if (found) return { type: found.type, reason: `“${found.words}” in its ${where}` }
  }
  if (presentationFile.test(name)) return { type: 'GENERATED_PRESENTATION', reason: 'a file of slides' }
  return { type: 'OTHER', reason: null }
}

/** Single words are too weak within a whole text: a letter may mention a tax, a trust, a will. */
function find(
  text: string,
  { phrasesOnly, people }: { phrasesOnly: boolean; people: readonly string[] },
): { type: DocumentType; words: string } | null {
  const whole = ` ${plainWords(text)} `
  const owners = new Set(Array.from(text.matchAll(/\p{L}+['’]s\b/giu), ([word]) => plainWords(word)))
  const names = people.map((name) => plainWords(name).split(' '))
  const words = names.reduce(withoutName, whole)
  const isOf = (name: readonly string[], word: string) =>
    name.includes(word) || (owners.has(word) && name.includes(word.slice(0, -1)))
  const isName = (word: string) => words === whole && names.some((name) => isOf(name, word))
  for (const [type, phrases] of rules) {
    for (const phrase of phrases) {
      if (phrasesOnly && !phrase.includes(' ')) continue
      const matched = pattern(phrase).exec(words)
      if (matched && !matched[0].trim().split(' ').every(isName)) return { type, words: matched[0].trim() }
    }
  }
  return null
}

/** The words without a person's whole name, in either order; other names and initials of the person may be in it. */
function withoutName(words: string, name: readonly string[]): string {
  if (name.length < 2) return words
  const [given = '', family = ''] = [name[0], name.at(-1)]
  const others = [...new Set(name)].filter((word) => word.length > 1)
  const between = `(?:(?:${['[a-z]', ...others].join('|')}) )*?`
  const middle = name.slice(1, -1).map((word) => `(?: ${word})?`)
  return words.replace(
    new RegExp(` (?:${given} ${between}${family}|${family} ${given}${middle.join('')})(?= )`, 'g'),
    '',
  )
}

const patterns = new Map<string, RegExp>()

function pattern(phrase: string): RegExp {
  const known = patterns.get(phrase)
  if (known) return known
  const made = new RegExp(` ${phrase.replaceAll('*', '[a-z0-9]*')}(?= )`)
  patterns.set(phrase, made)
  return made
}

/** Folded words separated by single spaces: `Smith_GiftTax-Return 2025` becomes `smith gift tax return 2025`. */
const plainWords = (text: string): string => fold(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
