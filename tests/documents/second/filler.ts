import { type Scene, written } from './scene.ts'

/** Articles that say nothing of the facts; some name people and papers that a reader must not take for this document's. */
const articles: readonly ((scene: Scene) => readonly [title: string, ...texts: string[]])[] = [
  () => [
    'Payment of Expenses',
    'The expenses of administration, including reasonable fees of accountants and appraisers, shall be paid from income or principal as the fiduciary considers equitable.',
    'No reimbursement shall be sought from insurance proceeds or from retirement benefits that pass outside this instrument.',
  ],
  ({ bank }) => [
    'Dealings with Banks',
    `Securities may be registered in the name of a nominee. A custodian such as ${bank} may be engaged and discharged at any time, and shall have no duty other than safekeeping.`,
  ],
  () => [
    'Records',
    'Records shall be kept for seven (7) years and shall be open to inspection at reasonable hours. An account rendered and not objected to within ninety days is settled.',
  ],
  (scene) => [
    'Other Instruments',
    `Nothing in this instrument revokes or alters the trust created under the will of ${scene.stranger()}, of which ${scene.stranger()} is now the sole trustee, or any trust of which ${written(scene, scene.spouse)} is or may become trustee.`,
  ],
  () => [
    'Perpetuities',
    'Every interest that has not vested shall vest no later than twenty-one years after the death of the last to die of those living on the date of this instrument who are its measuring lives.',
  ],
  ({ state }) => [
    'Real Property Elsewhere',
    `Land outside the State of ${state} may be administered by an ancillary fiduciary, who shall account to the principal one. The law of the place of the land determines the form of a conveyance only.`,
  ],
  () => [
    'Environmental Matters',
    'Property may be inspected for compliance with environmental law before it is accepted. Property that would expose the estate to liability may be disclaimed.',
  ],
  () => [
    'Spendthrift',
    'No interest may be anticipated, assigned or reached by creditors before it is actually received. This paragraph does not limit the exercise of a power of appointment or a disclaimer.',
  ],
  () => [
    'Tax Elections',
    'Elections under the Internal Revenue Code may be made or omitted without equitable adjustment. A return may be filed jointly, and a deficiency may be contested or compromised.',
  ],
  () => [
    'Digital Assets',
    'Access to accounts, domain names and stored messages is authorized to the fullest extent that the law permits, including the content of communications.',
  ],
  (scene) => [
    'Prior Service',
    `The services of ${scene.stranger()}, who resigned as trustee of a predecessor trust some years ago, are acknowledged with thanks; that resignation was accepted and the accounts of that period are approved.`,
  ],
  () => [
    'Interpretation',
    'The singular includes the plural, headings are for convenience, and "shall" is mandatory. A reference to the Code is to the Internal Revenue Code of 1986 and to corresponding provisions of later law.',
    'A provision that is held invalid does not affect the others.',
  ],
  () => [
    'Investment Authority',
    'Any property may be retained without diversification. Options, partnership interests and undeveloped land may be held. The prudence of an investment is judged as part of the whole portfolio.',
  ],
  () => [
    'Bonds and Court',
    'No bond is required of any fiduciary in any jurisdiction. Administration is independent of court supervision unless an interested party applies for it.',
  ],
  () => [
    'Incapacity Defined',
    'Two licensed physicians who have examined the individual within thirty days may certify in writing that he or she is unable to manage property. Certificates may be relied upon by third parties.',
  ],
  (scene) => [
    'Preparation',
    `This instrument was prepared by ${scene.stranger()}, attorney at law, who advised that each signer obtain separate counsel and who takes no office under it.`,
  ],
  () => [
    'Notices',
    'A notice is given when delivered in hand, or three business days after it is mailed by certified mail to the last known address. A notice to a minor is given to a parent.',
  ],
  () => [
    'Loans',
    'Money may be lent at adequate interest and with security that is considered sufficient. A loan to a company in which the family has an interest is not improper for that reason.',
  ],
]

const roman = (number: number): string =>
  ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][number % 10] !== undefined
    ? `${'X'.repeat(Math.floor(number / 10))}${['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][number % 10]}`
    : ''

const words =
  'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(
    ' ',
  )

/** Numbers the articles of a document in the way of its house. */
export function heading({ house }: Scene, number: number, title: string): string {
  switch (house) {
    case 0:
      return `# ARTICLE ${roman(number)}\n${title}`
    case 1:
      return `# ${number}. ${title}`
    case 2:
      return `# ITEM ${(words[number - 1] ?? String(number)).toUpperCase()}: ${title}`
    case 3:
      return `# Section ${number}.01 ${title}`
    case 4:
      return `# Article ${number}. ${title}`
    case 5:
      return `# ${(words[number - 1] ?? String(number)).toUpperCase()}: ${title.toUpperCase()}`
    case 6:
      return `# § ${number} ${title}`
    default:
      return `# ARTICLE ${words[number - 1] ?? number} - ${title}`
  }
}

/** Mixes the articles that carry facts with ones that do not: the former keep their order, and a document has `extra` of the latter. */
export function withFiller(scene: Scene, own: readonly (readonly [string, ...string[]])[], extra: number): string[] {
  const { random } = scene
  let unused = [...articles]
  const fill = Array.from({ length: extra }, () => {
    if (unused.length === 0) unused = [...articles]
    return unused.splice(random.below(unused.length), 1)[0]?.(scene)
  }).flatMap((each) => (each === undefined ? [] : [each]))
  const all: (readonly [string, ...string[]])[] = []
  const [left, more] = [[...own], [...fill]]
  while (left.length > 0 || more.length > 0) {
    const takesOwn = more.length === 0 || (left.length > 0 && random.next() < left.length / (left.length + more.length))
    const next = (takesOwn ? left : more).shift()
    if (next) all.push(next)
  }
  return all.flatMap(([title, ...texts], at) => [heading(scene, at + 1, title), ...texts])
}

/** How many articles of filler a document has: most are short, some are of twenty pages. */
export const lengthOf = ({ random }: Scene): number => random.pick([0, 1, 2, 3, 4, 6, 8, 12, 18, 33])

/** The signatures, witnesses and notary of an instrument. */
export function signatures(scene: Scene, signers: readonly (readonly [name: string, capacity: string])[]): string[] {
  const { random, day, after, county, state, say } = scene
  const [one, two, notary] = [scene.stranger(), scene.stranger(), scene.stranger()]
  const lines = signers.map(([name, capacity]) => `/s/ ${name}\n________________________________\n${name}, ${capacity}`)
  const names = signers.map(([name]) => name).join(' and ')
  const acknowledged = random.chance(0.5) ? after : day
  return [
    ...(random.chance(0.6) ? ['\f'] : []),
    say([
      'IN WITNESS WHEREOF, the parties have executed this instrument on the day and year first above written.',
      'Signed and delivered as of the date stated at the beginning.',
      'The undersigned have set their hands and seals.',
      'Executed in duplicate originals.',
      'SIGNED, SEALED AND DELIVERED in the presence of the witnesses named below.',
      'TO CERTIFY WHICH, WITNESS OUR HANDS.',
      'This instrument is signed in the presence of two witnesses.',
      'In witness of all of this, each party has signed below.',
    ]),
    ...lines,
    `Witness: ${one}          Witness: ${two}`,
    ...(random.chance(0.7)
      ? [
          '\f',
          `STATE OF ${state.toUpperCase()}\nCOUNTY OF ${county.toUpperCase()}, ss.`,
          say([
            `On ${acknowledged.words}, before me, the undersigned officer, personally appeared ${names}, known to me, who acknowledged the foregoing as a free act and deed.`,
            `Subscribed and sworn before me by ${names} on ${acknowledged.words}.`,
            `The foregoing instrument was acknowledged before me on ${acknowledged.words} by ${names}.`,
            `BE IT REMEMBERED that on ${acknowledged.words} there came before me ${names}, each personally known to me.`,
          ]),
          `${notary}\nNotary Public, State of ${state}\nMy commission expires November 30, 2031`,
        ]
      : []),
  ]
}
