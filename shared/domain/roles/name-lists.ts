import { isVerb } from './clauses.ts'
import type { KnownRole } from './role-names.ts'
import { determiners, isMark, type Piece, wordOf } from './role-pieces.ts'
import { type EntityKind, type NameToken, setOf } from './role-tokens.ts'

export const relations = setOf(`
  husband wife spouse son sons daughter daughters brother brothers sister sisters mother father child children stepson stepdaughter friend friends niece
  nephew cousin partner attorney accountant advisor counsel grandson granddaughter
`)

const possessives = setOf('my his her their the our its grantors settlors')

export const genericNouns: Readonly<Record<string, readonly EntityKind[]>> = {
  ...{ trust: ['trust'], trusts: ['trust'], indenture: ['trust'], foundation: ['gift'], fund: ['gift'] },
  ...{ account: ['account'], policy: ['account'], annuity: ['account'], ira: ['account'], plan: ['account'] },
  ...{
    company: ['company'],
    llc: ['company'],
    partnership: ['company'],
    corporation: ['company'],
    business: ['company'],
  },
  ...{ entity: ['company', 'gift'], firm: ['company'] },
}

export type Target = { is: 'known'; keys: readonly string[] } | { is: 'generic'; noun: string } | { is: 'stranger' }

export type NameList = { from: number; to: number; names: NameToken[]; isSure: boolean }

/** Names joined by "and"; commas join them if an "and" follows, or everywhere after a label. */
export function listsIn(clause: readonly Piece[]): NameList[] {
  const lists: NameList[] = []
  for (let at = 0; at < clause.length; at++) {
    if (clause[at]?.is !== 'name' && clause[at]?.is !== 'stranger') continue
    const list = listAt(clause, at)
    lists.push(list)
    at = list.to - 1
  }
  return lists
}

export function listAt(clause: readonly Piece[], from: number, isLabelled = false): NameList {
  const found: Piece[] = []
  let to = from
  let isSure = true
  let sureTo = from
  let sureCount = 0
  for (;;) {
    const piece = clause[to]
    if (piece?.is !== 'name' && piece?.is !== 'stranger') break
    found.push(piece)
    to++
    if (sureTo === from || isLabelled) {
      sureTo = to
      sureCount = found.length
    }
    // "Ada Okafor, his wife, and"
    let place = skipAside(clause, to)
    const comma = isMark(clause[place], ',')
    if (comma) place++
    const word = wordOf(clause[place])
    if (word === 'or') isSure = false
    if (word === 'and' || word === 'or') {
      place++
      if (wordOf(clause[place]) === 'or') {
        isSure = false
        place++
      }
    } else if (!comma) break
    if (wordOf(clause[place]) === 'then' && isMark(clause[place - 1], ',')) place++
    place = skipRelation(clause, place)
    // "and First National Bank"
    if (/^(?:the|first)$/.test(wordOf(clause[place]) ?? '')) place++
    const next = clause[place]
    if (next?.is !== 'name' && next?.is !== 'stranger') {
      if (word !== 'or') isSure = found.length === 1 ? true : isSure
      else isSure = true
      break
    }
    const isJoined = word === 'and' || word === 'or'
    to = place
    if (isJoined) {
      sureTo = place + 1
      sureCount = found.length + 1
    }
  }
  const names = found.slice(0, sureCount).flatMap((piece) => (piece.is === 'name' ? [piece] : []))
  return { from, to: sureTo, names, isSure }
}

/** ", his wife" or "(Ada)" after a name. */
function skipAside(clause: readonly Piece[], at: number): number {
  if (isMark(clause[at], '(')) {
    const close = clause.findIndex((piece, n) => n > at && isMark(piece, ')'))
    if (close > at && !clause.slice(at, close).some(({ is }) => is === 'role' || is === 'name')) return close + 1
  }
  if (
    isMark(clause[at], ',') &&
    possessives.has(wordOf(clause[at + 1]) ?? '') &&
    relations.has(wordOf(clause[at + 2]) ?? '')
  ) {
    return at + 3
  }
  return at
}

/** "my wife," before a name. */
export function skipRelation(clause: readonly Piece[], at: number): number {
  let place = at
  if (['both', 'all', 'each'].includes(wordOf(clause[place]) ?? '')) place++
  if (!possessives.has(wordOf(clause[place]) ?? '')) return place
  let noun = place + 1
  while (noun < place + 4 && clause[noun]?.is === 'word' && !relations.has(wordOf(clause[noun]) ?? '')) noun++
  if (!relations.has(wordOf(clause[noun]) ?? '')) return place
  while (relations.has(wordOf(clause[noun]) ?? '')) noun++
  return isMark(clause[noun], ',') ? noun + 1 : noun
}

export type Group = {
  from: number
  to: number
  roles: KnownRole[]
  isPlural: boolean
  target: Target | undefined
  after: number
  targetOfLast: boolean
}

/** Role nouns joined by "and" or commas, with the words before them and what they are roles in. */
export function groupsIn(clause: readonly Piece[]): Group[] {
  const groups: Group[] = []
  for (let at = 0; at < clause.length; at++) {
    if (clause[at]?.is !== 'role') continue
    const group = groupAt(clause, at)
    groups.push(group)
    at = group.to - 1
  }
  return groups
}

function groupAt(clause: readonly Piece[], at: number): Group {
  const roles: KnownRole[] = []
  let isPlural = false
  let to = at
  for (;;) {
    const piece = clause[to]
    if (piece?.is !== 'role') break
    if (piece.role !== null) roles.push(piece.role)
    isPlural ||= piece.isPlural
    to++
    let place = to
    if (isMark(clause[place], '(') && wordOf(clause[place + 1]) === 's' && isMark(clause[place + 2], ')')) {
      isPlural = true
      place += 3
      to = place
    }
    if (isMark(clause[place], ',')) place++
    if (wordOf(clause[place]) === 'and') place++
    else if (place === to || !continues(clause, place)) break
    while (determiners.has(wordOf(clause[place]) ?? '')) place++
    if (
      clause[place]?.is !== 'role' ||
      (hasNameAfter(clause, place) && clause.slice(0, at).some(({ is }) => is === 'name'))
    )
      break
    to = place
  }
  // "trustee or beneficiary"
  const isEither = wordOf(clause[to]) === 'or' && clause.slice(to + 1, to + 4).some(({ is }) => is === 'role')
  if (isEither) roles.length = 0
  // "successor trustee to Ada Okafor" is of the trust all the same.
  if (wordOf(clause[to]) === 'to' && clause[to + 1]?.is === 'name' && roles.every((role) => /rustee/.test(role)))
    return { ...{ from: at, to, roles, isPlural, target: undefined }, after: to + 2, targetOfLast: false }
  const beside = clause[to]
  // "Ada Okafor TTEE Okafor Family Trust"
  const isBeside =
    beside?.is === 'name' && beside.family === null && clause[to - 1]?.is === 'role' && clause[at - 1]?.is === 'name'
  const { target, after } = isBeside
    ? { target: { is: 'known' as const, keys: beside.keys }, after: to + 1 }
    : targetAfter(clause, to)
  const isOfOther = target === undefined && roles.includes('Agent') && isAgentOfOther(clause, to)
  const owner = clause[at - 1]
  const isOfPerson = owner?.is === 'name' && owner.possessive && owner.family !== null
  return {
    from: at,
    to,
    roles,
    isPlural,
    // "Ada's trustee" is of a trust of hers.
    target:
      target ??
      (isOfOther || (isOfPerson && roles.some((role) => !/^(?:Executor|Agent|Guardian)$/.test(role)))
        ? { is: 'stranger' }
        : undefined),
    after,
    targetOfLast: roles.length > 1 && target?.is === 'generic' && target.noun === 'policy',
  }
}

/** A role after a comma belongs to the group if an "and" with another role follows. */
export function continues(clause: readonly Piece[], at: number): boolean {
  return (
    clause[at]?.is === 'role' &&
    (wordOf(clause[at + 1]) === 'and' ||
      (isMark(clause[at + 1], ',') && wordOf(clause[at + 2]) === 'and') ||
      clause[at + 1] === undefined) &&
    (clause[at + 1] === undefined || clause.slice(at + 1, at + 5).some(({ is }) => is === 'role'))
  )
}

/** "Trustee Ada", "trustee: Ada": the role is about what follows, so it does not belong to a group before it. */
export const hasNameAfter = (clause: readonly Piece[], at: number) =>
  clause[at + 1]?.is === 'name' || isMark(clause[at + 1], ':-') || ['is', 'are'].includes(wordOf(clause[at + 1]) ?? '')

/** Bodies that are no one's estate. */
const outside = setOf(
  'library school university college church hospital museum symphony society club district city town county union temple synagogue parish association',
)

/** For what someone appoints an agent, and words for the one who appoints. */
const matters = setOf(`
  health healthcare care medical mental treatment decision decisions financial finance finances money banking business property properties estate affairs
  matter matters purpose purposes interest interests management tax taxes legal digital asset assets transaction transactions account accounts person
  personal funeral burial remains disposition body life power attorney principal undersigned declarant patient maker testator testatrix following
  me us him her them myself which whom
`)

/** "agent for my insurer", "agent for service of process": whoever it acts for did not appoint it by this text. */
function isAgentOfOther(clause: readonly Piece[], at: number): boolean {
  if (!/^(?:of|for)$/.test(wordOf(clause[at]) ?? '')) return false
  const rest = clause.slice(at + 1)
  const end = rest.findIndex((piece) => piece.is !== 'word' || prepositions.has(piece.word) || isVerb(piece))
  const words = rest.slice(0, end < 0 ? rest.length : end).flatMap((piece) => wordOf(piece) ?? [])
  return words.length > 0 && !words.some((word) => matters.has(word) || word.endsWith('ing'))
}

const trustLetters = setOf('slat ilit grat qprt crut crat clat clut crt clt idgt qtip dapt rlt')

const prepositions = setOf('of for under in to on')

/** "of the Okafor Trust", "under the will of Ada", "of the trust". `after`: the place behind it. */
function targetAfter(clause: readonly Piece[], at: number): { target: Target | undefined; after: number } {
  if (!prepositions.has(wordOf(clause[at]) ?? '')) return { target: undefined, after: at }
  for (let place = at + 1; place < Math.min(clause.length, at + 14); place++) {
    const piece = clause[place]
    if (piece === undefined || isMark(piece, ';:()-')) break
    if (isMark(piece, ',') && relations.has(wordOf(clause[place - 1]) ?? '') && clause[place + 1]?.is === 'name')
      continue
    if (piece.is === 'name') {
      const list = listAt(clause, place)
      const keys = list.isSure ? list.names.flatMap((name) => (name.keys.length === 1 ? name.keys : [])) : []
      const paper = piece.possessive
        ? 1 +
          clause
            .slice(place + 1)
            .findIndex(
              (one) =>
                one.is !== 'word' ||
                !/^(?:will|estate|power|of|attorney|health|care|proxy|last|testament|and|revocable|living|durable)$/.test(
                  one.word,
                ),
            )
        : 0
      return { target: { is: 'known', keys }, after: Math.max(list.to, place + Math.max(1, paper)) }
    }
    if (piece.is === 'stranger') {
      const isOf = piece.of === 'entity' || /^(?:of|for|under)$/.test(wordOf(clause[at]) ?? '')
      return { target: isOf ? { is: 'stranger' } : undefined, after: place + 1 }
    }
    // "agent for health care and Ben as agent for money": another one begins.
    if (wordOf(piece) === 'and' && clause[place + 1]?.is === 'name' && wordOf(clause[place - 1]) !== 'of') break
    if (piece.is !== 'word' || (isVerb(piece) && !(piece.word === 'will' && place > at + 1))) break
    // "trustee of the local library", "shareholder of Shell"
    const isOutside = clause.slice(place, place + 4).some((one) => outside.has(wordOf(one) ?? ''))
    if (isOutside && /^(?:of|for|to)$/.test(wordOf(clause[at]) ?? ''))
      return { target: { is: 'stranger' }, after: place + 1 }
    if (/^(?:different|another|separate|unrelated|other|any|own)$/.test(piece.word))
      return { target: { is: 'stranger' }, after: place + 1 }
    const isLast = !(
      clause[place + 1]?.is === 'word' &&
      !isVerb(clause[place + 1]) &&
      !prepositions.has(wordOf(clause[place + 1]) ?? '') &&
      !['and', 'in', 'as', 'on', 'with'].includes(wordOf(clause[place + 1]) ?? '')
    )
    if (genericNouns[piece.word] && (isLast || piece.word !== 'trust')) {
      const beyond =
        wordOf(clause[place + 1]) === 'of' && clause[place + 2]?.is === 'name' ? targetAfter(clause, place + 1) : null
      return beyond?.target ? beyond : { target: { is: 'generic', noun: piece.word }, after: place + 1 }
    }
    if (
      !/^(?:a|an|the|this|that|said|such|his|her|their|my|its|our|will|estate|last|testament|power|attorney|of|for|and|durable|person|property|minor|child|children|daughter|son|sons|daughters|trust|agreement|above|same|revocable|irrevocable|living|family|life|insurance|under|on|life|article|both|financial|matters|health|care|proxy|medical|decisions|business|all|two|three)$/.test(
        piece.word,
      )
    ) {
      if (
        piece.capital &&
        !trustLetters.has(piece.word) &&
        wordOf(clause[at]) === 'of' &&
        /^(?:of|the)$/.test(wordOf(clause[place - 1]) ?? '')
      )
        return { target: { is: 'stranger' }, after: place + 1 }
      break
    }
  }
  return { target: undefined, after: at }
}
