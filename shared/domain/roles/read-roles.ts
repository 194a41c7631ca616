import { wordsOf } from '../fold.ts'
import { plainLine } from '../plain-markdown.ts'
import { type Claim, claimsIn, principalsOf } from './claims.ts'
import { dead, type Ending, endAt, endingsIn, isLeaving, splitClauses, takesBack } from './clauses.ts'
import { genericNouns } from './name-lists.ts'
import type { KnownRole } from './role-names.ts'
import { determiners, isMark, type Piece, withRoles, wordOf } from './role-pieces.ts'
import {
  createNameReader,
  type EntityKind,
  type NameToken,
  type RoleEntity,
  type RolePerson,
  sentencesOf,
  setOf,
  type Token,
} from './role-tokens.ts'

/** A text with the records that it belongs to: the trust of an agreement, the person of a will. Keys, or null. */
export type RoleText = {
  name: string
  text: string
  entity: string | null
  person: string | null
  /** Roles are also read in a document that is a draft, unsigned, revoked or superseded: the caller says what it is. */
  readsVoid?: true
}

/** A role that a sentence gives to a record, with the sentence and its place in the text in UTF-16 code units. */
export type ReadRole = {
  /** The keys of those who may be meant: several if they have the same name. */
  who: readonly string[]
  /** Their name as the text has it. */
  name: string
  role: KnownRole
  in: string
  sentence: string
  start: number
  end: number
}

/** A record that a sentence names without any role, in a text of another record. */
export type ReadMention = { who: string; sentence: string; start: number; end: number }

export type RolesOfText = {
  roles: ReadRole[]
  mentions: ReadMention[]
  /** Whether the text says elsewhere that someone has given up a role, or that it was taken from them. */
  isEnded(role: Pick<ReadRole, 'who' | 'role'>): boolean
}

const ofTrade: Readonly<Record<EntityKind, ReadonlySet<KnownRole>>> = {
  trust: new Set(['Grantor', 'Trustee', 'Successor trustee', 'Beneficiary']),
  gift: new Set(['Grantor', 'Trustee', 'Successor trustee', 'Beneficiary', 'Manager']),
  account: new Set(['Owner', 'Beneficiary', 'Trustee', 'Successor trustee']),
  company: new Set(['Owner', 'Manager']),
}

const ofPeople: ReadonlySet<KnownRole> = new Set(['Executor', 'Agent', 'Guardian'])

const papers = setOf(
  'agreement document instrument will codicil power proxy deed amendment restatement declaration certificate trust copy version directive',
)

const voidWords = `(?:draft|revoked|superseded|unsigned|unexecuted|void|voided|rescinded|cancelled|canceled|terminated)`

const voidName = new RegExp(
  String.raw`(?:^|[^\p{L}])${voidWords}(?![\p{L}])|\bnot (?:yet )?(?:signed|executed)\b`,
  'iu',
)

const aPaper = String.raw`(?:(?:trust|operating|partnership|llc|revocable|irrevocable|living|amended|restated|last|durable|health ?care)\s+|(?:and|of)\s+)*(?:${[...papers].join('|')})`

const voidText = [
  // "This document is a draft.", "The agreement has been revoked and superseded."
  new RegExp(
    String.raw`^(?:this|the|it|that)\s+(?:${aPaper}\s+(?:[^.;,]{0,40}\s)?)?(?:is|was|has been|remains|appears to be|seems to be)\s+(?:still |only |now |since |been |later |subsequently |an? |the |in |marked |stamped |labeled )*(?:\w+ )?${voidWords}\b`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:this|the|it|that)\s+(?:${aPaper}\s+(?:[^.;,]{0,40}\s)?)?(?:is|was|has)\s+(?:not|never)\s+(?:yet |been )*(?:signed|executed)\b`,
    'iu',
  ),
  // "Unsigned draft of the trust agreement."
  new RegExp(
    String.raw`^(?:status:?\s+|note:?\s+|this\s+(?:is\s+)?|the\s+|an?\s+)?(?:\w+\s+)?${voidWords}(?:\s*$|\s*[.:;,–—-]|\s+(?:draft|copy|version|form|only|and\s+${voidWords}|by|on|in|as\s+of|of\s+(?:the|a)\s+)|\s+${aPaper}\b)`,
    'iu',
  ),
]

const otherPapers =
  /\b(?:prior|earlier|previous|former|older|another|any|all)\b|\bcannot be\b|\bmay (?:be|not be)\b|\bcan be\b/i

/** True if a document is no longer, or not yet, in force. */
function isVoid(name: string, text: string): boolean {
  if (voidName.test(name)) return true
  return sentencesOf(text).some(({ start, end }, at) => {
    const sentence = plainLine(text.slice(start, end)).trim()
    if (otherPapers.test(sentence)) return false
    if (voidText.slice(0, 2).some((pattern) => pattern.test(sentence))) return true
    // "A draft amendment names …" is about another paper, unless the text begins with it.
    return (at === 0 || !/^an?\s/i.test(sentence)) && voidText.slice(2).some((pattern) => pattern.test(sentence))
  })
}

const decider = String.raw`(?:(?:independent|special|distribution|successor|co)[\s-]+)*(?:trustees?|executors?|executrix|guardians?|agents?|managers?|personal\s+representatives?)`
const decision = String.raw`(?:determin|select|direct|deem|decid|consider|choos|think|see|find|believ|judg)\w*`
/** “To Ada and Ben as the Trustee in its discretion determines”: those who decide are not those who are named before. */
const asDecided = new RegExp(
  String.raw`\bas\s+(?:(?:the|my|our|said|such|any)\s+)?${decider},?\s+(?:(?:in\s+(?:its|his|her|their|the)\s+(?:\w+\s+){0,5}?discretion|from\s+time\s+to\s+time|at\s+any\s+time|may|shall|will),?\s+)*${decision}`,
  'gi',
)

/**
 * Reads who has which role in what from sentences, for the people and entities of one household. A clause that denies, ends,
 * plans or conditions gives none, and neither does a document that is a draft, unsigned, revoked or superseded. Only a successor
 * trustee may depend on a condition: that a trustee dies, resigns or cannot serve. Two records of one name are given together.
 */
export function createRoleReader(records: { people: readonly RolePerson[]; entities: readonly RoleEntity[] }) {
  const namesIn = createNameReader(records.people, records.entities)
  const kinds = new Map(records.entities.map(({ key, kind }) => [key, kind]))
  const entityWords = new Map(records.entities.map(({ key, name }) => [key, new Set(wordsOf(name))]))

  return (document: RoleText): RolesOfText => {
    if (!document.readsVoid && isVoid(document.name, document.text))
      return { roles: [], mentions: [], isEnded: () => false }
    const said = document.text.replace(asDecided, (words) => ' '.repeat(words.length))
    const roles: ReadRole[] = []
    const mentions: ReadMention[] = []
    const ended: Ending[] = []
    let label: Piece | null = null
    let before: ReadRole[] = []
    for (const { start, end } of sentencesOf(document.text)) {
      const quoted = { sentence: quote(document.text.slice(start, end)), start, end }
      const tokens = withOwnNames(namesIn(said, { start, end }), document)
      const pieces = withRoles(tokens)
      while (isMark(pieces[0], '-:,')) pieces.shift()
      const content = pieces.filter(
        (piece) => !(piece.is === 'mark') && !(piece.is === 'word' && determiners.has(piece.word)),
      )
      if (content.length === 1 && content[0]?.is === 'role') {
        label = content[0]
        continue
      }
      const isListed =
        label !== null &&
        pieces.every(
          (piece) =>
            piece.is === 'name' ||
            piece.is === 'stranger' ||
            piece.is === 'mark' ||
            (piece.is === 'word' && piece.word === 'and'),
        )
      if (!isListed) label = null
      const shown: Piece[] = isListed && label ? [label, { ...quoted, is: 'mark', mark: ':' }, ...pieces] : pieces
      const { claims, isAbout, endings } = readSentence(shown, quoted.sentence.includes('?'))
      ended.push(...endings)
      if (isAbout && before.length > 0) ended.push(...before.map(({ who, role }) => ({ who, role })))
      before = []
      const holders = new Set(claims.flatMap(({ names }) => names.flatMap(({ keys }) => keys)))
      for (const claim of claims) {
        for (const name of claim.names) {
          for (const into of targetsOf(claim, { document, sentence: shown, holders, name })) {
            const role: ReadRole = {
              who: name.keys.filter((key) => key !== into),
              name: document.text.slice(name.start, name.end),
              role: claim.role,
              in: into,
              ...quoted,
            }
            const isKnown = (one: ReadRole) => isSame(one, role)
            if (role.who.length > 0 && !roles.some(isKnown) && !before.some(isKnown)) before.push(role)
          }
        }
      }
      roles.push(...before)
      const isSilent =
        claims.length === 0 &&
        !pieces.some(({ is }) => is === 'role') &&
        !splitClauses(pieces).some(({ isDenied }) => isDenied)
      if (!isSilent) continue
      for (const token of tokens)
        if (token.is === 'name' && token.keys.length === 1 && token.keys[0] !== undefined)
          mentions.push({ who: token.keys[0], ...quoted })
    }
    const endedRoles = new Map<string, Set<KnownRole | null>>()
    for (const one of ended)
      for (const key of one.who) endedRoles.set(key, (endedRoles.get(key) ?? new Set()).add(one.role))
    const isEnded: RolesOfText['isEnded'] = ({ who, role }) =>
      who.some((key) => {
        const roles = endedRoles.get(key)
        return roles !== undefined && (roles.has(role) || (roles.has(null) && role !== 'Grantor'))
      })
    return { roles: roles.filter((role) => !isEnded(role)), mentions, isEnded }
  }

  /** "The Okafor Trust" in a text of the Okafor Family Trust is that trust, if its words fit no other entity. */
  function withOwnNames(tokens: Token[], { entity, text }: RoleText): Token[] {
    const own = entity === null ? undefined : entityWords.get(entity)
    if (entity === null || !own) return tokens
    return tokens.map((token) => {
      if (token.is !== 'stranger' || token.of !== 'entity') return token
      const words = wordsOf(text.slice(token.start, token.end)).filter((word) => word !== 'the')
      const fits = [...entityWords].filter(([, all]) => words.every((word) => all.has(word)))
      return fits.length === 1 && fits[0]?.[0] === entity
        ? { start: token.start, end: token.end, is: 'name', keys: [entity], family: null, possessive: token.possessive }
        : token
    })
  }

  type Place = { document: RoleText; sentence: readonly Piece[]; holders: ReadonlySet<string>; name: NameToken }

  /** The records in which someone has a role: one, or the wards of a guardian, or none if it is not sure. */
  function targetsOf(claim: Claim, { document, sentence, holders, name }: Place): readonly string[] {
    const isPerson = ofPeople.has(claim.role)
    const isFit = (key: string) => {
      const kind = kinds.get(key)
      return isPerson ? kind === undefined : kind !== undefined && ofTrade[kind].has(claim.role)
    }
    const own = isPerson ? document.person : document.entity
    const ofOwn = own !== null && isFit(own) && !name.keys.includes(own) ? [own] : []
    if (claim.target?.is === 'stranger') return []
    if (claim.target?.is === 'known') {
      const keys = claim.target.keys.filter(isFit)
      if (claim.role === 'Guardian') return keys
      if (keys.length > 0) return keys.length === 1 ? keys : []
      return []
    }
    if (claim.target?.is === 'generic') {
      const kind = own === null ? undefined : kinds.get(own)
      const generic = genericNouns[claim.target.noun]
      if (isPerson) return generic ? [] : ofOwn
      return generic === undefined || (kind !== undefined && generic.includes(kind)) ? ofOwn : []
    }
    if (claim.role === 'Guardian') return []
    if (isPerson)
      return principalsOf(claim, sentence).filter((key) => isFit(key) && !name.keys.includes(key))[0] !== undefined
        ? principalsOf(claim, sentence).filter(isFit).slice(0, 1)
        : ofOwn
    for (const pieces of [claim.clause, sentence]) {
      const named = pieces.flatMap((piece) => (piece.is === 'name' && piece.family === null ? [piece] : []))
      const others = new Set(
        named
          .flatMap(({ keys }) => (keys.length === 1 ? keys : []))
          .filter((key) => isFit(key) && (!holders.has(key) || named.length > 1) && !name.keys.includes(key)),
      )
      const free = [...others].filter((key) => !holders.has(key))
      const meant = free.length > 0 ? free : [...others]
      if (meant.length === 1) return meant
      if (meant.length > 1) return own !== null && meant.includes(own) ? [own] : []
      if (pieces.some((piece) => piece.is === 'stranger' && piece.of === 'entity')) return []
    }
    return ofOwn
  }
}

const isSame = (a: ReadRole, b: ReadRole) =>
  a.role === b.role && a.in === b.in && a.start === b.start && a.who.join(' ') === b.who.join(' ')

/** A sentence without marks of Markdown, in one line. */
const quote = (text: string): string =>
  text.split('\n').map(plainLine).join(' ').replace(/\s+/g, ' ').trim().toWellFormed()

export type SentenceRoles = {
  claims: Claim[]
  /** True if it says, by a pronoun, that those of the sentence before have given their roles up. */
  isAbout: boolean
  endings: Ending[]
}

function readSentence(pieces: readonly Piece[], isQuestion: boolean): SentenceRoles {
  const clauses = isQuestion ? [] : splitClauses(pieces)
  const claims: Claim[] = []
  const endings: Ending[] = []
  let isAbout = false
  for (const { pieces: clause, isDenied, isConditional, isForSuccessors } of clauses) {
    if (isDenied || isConditional) {
      if (isDenied && !isConditional && takesBack(clause)) claims.splice(0)
      const isEnding = endAt(clause) >= 0 && !(isConditional && dead.has(wordOf(clause[endAt(clause)]) ?? ''))
      if (isEnding && !isConditional) endings.push(...endingsIn(clause))
      if (isConditional && isForSuccessors && !isDenied)
        claims.push(
          ...claimsIn(clause).filter(
            ({ role, names }) => role === 'Successor trustee' && !names.some((name) => isLeaving(clause, name)),
          ),
        )
      if (isEnding && /^(?:he|she|they)$/.test(wordOf(clause[0]) ?? '')) isAbout = true
      continue
    }
    claims.push(...claimsIn(clause))
  }
  return { claims, isAbout, endings }
}
