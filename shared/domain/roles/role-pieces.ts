import type { KnownRole } from './role-names.ts'
import { setOf, type Token } from './role-tokens.ts'

const roleNouns: Readonly<Record<string, KnownRole>> = {
  ...{
    trustee: 'Trustee',
    trustees: 'Trustee',
    ttee: 'Trustee',
    ttees: 'Trustee',
    cotrustee: 'Trustee',
    cotrustees: 'Trustee',
  },
  ...{ grantor: 'Grantor', settlor: 'Grantor', trustor: 'Grantor', donor: 'Grantor', cograntor: 'Grantor' },
  ...{ grantors: 'Grantor', settlors: 'Grantor', trustors: 'Grantor', donors: 'Grantor', cograntors: 'Grantor' },
  ...{ beneficiary: 'Beneficiary', beneficiaries: 'Beneficiary' },
  ...{
    owner: 'Owner',
    owners: 'Owner',
    member: 'Owner',
    members: 'Owner',
    shareholder: 'Owner',
    shareholders: 'Owner',
  },
  ...{ stockholder: 'Owner', stockholders: 'Owner', 'account holder': 'Owner', 'account holders': 'Owner' },
  ...{
    'limited partner': 'Owner',
    'limited partners': 'Owner',
    'managing member': 'Manager',
    'managing members': 'Manager',
  },
  ...{ manager: 'Manager', managers: 'Manager', 'general partner': 'Manager', 'general partners': 'Manager' },
  ...{ executor: 'Executor', executors: 'Executor', executrix: 'Executor', 'personal representative': 'Executor' },
  ...{ 'personal representatives': 'Executor', agent: 'Agent', agents: 'Agent', 'attorney in fact': 'Agent' },
  ...{ 'true and lawful attorney': 'Agent', 'true and lawful attorney in fact': 'Agent' },
  ...{ 'attorneys in fact': 'Agent', 'health care proxy': 'Agent', 'healthcare proxy': 'Agent' },
  ...{ 'health care representative': 'Agent', 'healthcare representative': 'Agent' },
  ...{ guardian: 'Guardian', guardians: 'Guardian', coguardian: 'Guardian', coguardians: 'Guardian' },
}

const longestNoun = 6

/** Before a role noun: someone who follows. */
const followers = setOf('successor successors alternate alternative backup substitute contingent secondary')

/** Before a role noun: someone who has not the role. */
const notNow = setOf(
  'former prior previous past ex outgoing resigning retiring departing removed predecessor proposed prospective potential intended',
)

/** Before a noun that is then no role: "registered agent". */
const otherTrades: Readonly<Record<string, ReadonlySet<string>>> = {
  Agent: setOf('registered insurance estate transfer listing escrow paying sales tax travel statutory'),
  Manager: setOf(
    'property investment portfolio relationship office account fund wealth case asset branch money project product tax',
  ),
  Owner: setOf('home land vehicle family household board committee staff faculty crew class team business'),
  Guardian: setOf(''),
}

/** After a noun that is then no role: "trustee fees", "members of the family". */
const otherThings = setOf(`
  fee fees services committee compensation meeting meetings designation designations form forms succession provisions powers report reports resolution
  appointment removal company department advised retained emeritus designate elect ad litem in-interest letter letters list question questions issue issues
  matter matters duties selection choice election
`)

const otherGroups = setOf('board family household bar firm committee council staff church team class')

export const determiners = setOf(`
  the a an its his her their our my your sole joint co current currently present presently acting initial original named independent corporate
  individual first only primary income remainder principal equal additional new one two three both also discretionary lifetime undersigned duly then
  each general registered as being permissible qualified surviving incumbent health care healthcare financial durable nominated designated appointed
  managing policy account legal beneficial record voting non minority majority
`)

export const participles = setOf('named appointed designated nominated')

/** A token with role nouns joined. `role` null: a role that no one has by it, such as "former trustee". */
export type Piece =
  | Token
  | { is: 'role'; start: number; end: number; role: KnownRole | null; word: string; isPlural: boolean }

export const wordOf = (piece: Piece | undefined): string | null => (piece?.is === 'word' ? piece.word : null)

export const isMark = (piece: Piece | undefined, marks: string): boolean =>
  piece?.is === 'mark' && marks.includes(piece.mark)

/** Joins the words of role nouns, with what is before them. */
export function withRoles(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = []
  const hasTrustee = tokens.some((token) => token.is === 'word' && /^(?:co)?trustees?$/.test(token.word))
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const noun = nounAt(tokens, at)
    if (noun) {
      pieces.push(...takeRole(pieces, tokens, { at, ...noun }))
      at += noun.length - 1
    } else if (
      hasTrustee &&
      token.is === 'word' &&
      /^successors?$/.test(token.word) &&
      !token.possessive &&
      isSuccessor(tokens, at)
    ) {
      const isPlural = token.word.endsWith('s')
      pieces.push({
        is: 'role',
        start: token.start,
        end: token.end,
        role: 'Successor trustee',
        word: token.word,
        isPlural,
      })
    } else pieces.push(token)
  }
  return pieces.filter((piece, at) => !isOfDefinition(pieces, at, piece))
}

const defining = setOf(
  'collectively together jointly individually each hereinafter hereafter referred to as called the',
)

/** The words in "(collectively, the “Trustees”)" before the role. */
function isOfDefinition(pieces: readonly Piece[], at: number, piece: Piece): boolean {
  const isPart = (one: Piece) => isMark(one, ',') || defining.has(wordOf(one) ?? '')
  if (!isPart(piece)) return false
  const from = pieces.slice(0, at).findLastIndex((one) => !isPart(one))
  const to = pieces.findIndex((one, n) => n > at && !isPart(one))
  return isMark(pieces[from], '(') && pieces[to]?.is === 'role' && isMark(pieces[to + 1], ')')
}

/** "The successor is Ben": the noun alone. */
function isSuccessor(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  if (next === undefined || next.is === 'mark') return true
  if (next.is !== 'word') return next.is === 'name'
  return ['is', 'are', 'shall', 'will', 'if'].includes(next.word)
}

function nounAt(tokens: readonly Token[], at: number): { words: string; length: number } | null {
  if (tokens[at]?.is !== 'word') return null
  for (let length = longestNoun; length > 0; length--) {
    const found = tokens.slice(at, at + length)
    if (found.length < length || found.some((one) => one.is !== 'word')) continue
    const words = found.map((one) => (one.is === 'word' ? one.word : '')).join(' ')
    const last = found.at(-1)
    const before = tokens[at - 1]
    // "non-managing member"
    if (length > 1 && before?.is === 'word' && before.word === 'non') continue
    if (roleNouns[words] !== undefined && last?.is === 'word' && !last.possessive) return { words, length }
  }
  return null
}

type Noun = { at: number; words: string; length: number }

/** The role of a noun; it takes the words before it that belong to it from the pieces. */
function takeRole(pieces: Piece[], tokens: readonly Token[], { at, words, length }: Noun): Piece[] {
  const known = roleNouns[words] as KnownRole
  const own = tokens.slice(at, at + length)
  const [next, afterNext] = [tokens[at + length], tokens[at + length + 1]]
  const nextWord = next?.is === 'word' ? next.word : ''
  const before = wordOf(pieces.at(-1)) ?? ''
  const isOther =
    otherTrades[known]?.has(before) ||
    (otherThings.has(nextWord) && next?.is === 'word') ||
    (known === 'Owner' &&
      nextWord === 'of' &&
      tokens.slice(at + length + 1, at + length + 4).some((one) => one.is === 'word' && otherGroups.has(one.word)))
  if (isOther) return [...own]
  let role: KnownRole | null = known
  let start = own[0]?.start ?? 0
  for (;;) {
    const last = pieces.at(-1)
    const word = wordOf(last)
    if (!last || word === null) break
    if (followers.has(word))
      role =
        role === null
          ? null
          : known === 'Trustee' && !['contingent', 'secondary'].includes(word)
            ? 'Successor trustee'
            : null
    else if (
      notNow.has(word) ||
      (word === 'deceased' && known !== 'Grantor') ||
      (word === 'late' && known !== 'Grantor')
    )
      role = null
    else if (
      !(
        word === 'co' ||
        ((determiners.has(word) || /^(?:second|third|fourth|next)$/.test(word)) &&
          !['as', 'being', 'also', 'each', 'both'].includes(word))
      )
    )
      break
    // "a non-beneficiary"
    if (word === 'non' && start === own[0]?.start) role = null
    if (/^(?:second|third|fourth|next)$/.test(word) && role === 'Trustee') role = 'Successor trustee'
    // "was appointed trustee" is no "appointed trustee".
    if (participles.has(word) && !/^(?:the|a|an|duly|newly)$/.test(wordOf(pieces.at(-2)) ?? '')) break
    start = last.start
    pieces.pop()
  }
  const end = own.at(-1)?.end ?? 0
  const isPlural =
    /(?:s|ies)$/.test(words.replace(/ in fact$/, '')) ||
    (isMark(next, '(') && afterNext?.is === 'word' && afterNext.word === 's')
  return [{ is: 'role', start, end, role, word: words, isPlural }]
}
