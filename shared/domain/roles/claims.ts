import { adverbs, creating, finite, isVerb, naming } from './clauses.ts'
import {
  type Group,
  genericNouns,
  groupsIn,
  hasNameAfter,
  listAt,
  listsIn,
  type NameList,
  relations,
  skipRelation,
  type Target,
} from './name-lists.ts'
import type { KnownRole } from './role-names.ts'
import { determiners, isMark, type Piece, participles, wordOf } from './role-pieces.ts'
import { type NameToken, setOf } from './role-tokens.ts'

/** Between someone and a role that they have: "is", "shall serve as", "was appointed". */
const links = setOf(`
  as is are was were be been being become becomes became serve serves serving served act acts acting acted remain remains continue continues continuing
  named appointed designated nominated elected confirmed identified listed chosen made installed selected to shall will has have had hereby currently
  now presently also each both jointly together initially solely consents consented in the capacity of role hold holds office position accepted accepts appointment agreed
  agrees assumes assumed all duly therefore his her their its who which
`)
const past = setOf('was were served acted')

/** "children of Ada Okafor": what follows is said of them. */
const kin = new Set([...relations, ...setOf('descendants issue grandchildren heir heirs spouses siblings parents')])

const reflexives = setOf('himself herself itself themselves myself ourselves')

/** A role that a clause gives, before it is known in which record. */
export type Claim = {
  names: readonly NameToken[]
  role: KnownRole
  at: number
  end: number
  clause: Piece[]
  target?: Target
}

/** The claims of one clause that denies nothing. */
export function claimsIn(clause: readonly Piece[]): Claim[] {
  const lists = listsIn(clause)
  const claims: Claim[] = []
  for (const group of groupsIn(clause)) {
    const names = holdersOf(clause, lists, group)
    if (names.length === 0) continue
    const target = group.target
    for (const [n, role] of group.roles.entries()) {
      const isOwn = group.targetOfLast && n < group.roles.length - 1
      claims.push({
        names,
        role,
        at: group.from,
        end: group.to,
        clause: [...clause],
        ...(target && !isOwn ? { target } : {}),
      })
    }
  }
  const all = [...claims, ...claimsByVerb(clause, lists)]
  return all.map((claim) =>
    claim.role === 'Owner'
      ? { ...claim, names: claim.names.filter((name) => !holdsForOthers(clause, lists, name)) }
      : claim,
  )
}

/** True for "Ada Okafor, as trustee of the trust" and "Ada Okafor, custodian for Ben": she owns nothing herself. */
function holdsForOthers(clause: readonly Piece[], lists: readonly NameList[], name: NameToken): boolean {
  const own = clause.indexOf(name)
  const ofSeveral = lists.filter(({ from, to }) => from <= own && own + 1 < to).map(({ to }) => to)
  return [own + 1, ...ofSeveral].some((end) => {
    let at = isMark(clause[end], ',(') ? end + 1 : end
    while (/^(?:as|not|individually|but|solely|the|a)$/.test(wordOf(clause[at]) ?? '')) at++
    const piece = clause[at]
    if (piece?.is === 'role')
      return (
        (piece.isPlural || end === own + 1) &&
        piece.role !== 'Owner' &&
        piece.role !== 'Manager' &&
        piece.role !== 'Grantor' &&
        !hasNameAfter(clause, at)
      )
    return /^(?:custodian|custodians|nominee|nominees|cust|utma|ugma|conservator)$/.test(wordOf(piece) ?? '')
  })
}

/** Who has the roles of a group. */
function holdersOf(clause: readonly Piece[], lists: readonly NameList[], group: Group): NameToken[] {
  const { from, after, isPlural } = group
  let begin = from
  while (
    begin > 0 &&
    determiners.has(wordOf(clause[begin - 1]) ?? '') &&
    !participles.has(wordOf(clause[begin - 1]) ?? '')
  )
    begin--
  let left = begin
  while (left > 0 && links.has(wordOf(clause[left - 1]) ?? '')) left--
  const between = clause.slice(left, begin).flatMap((piece) => (piece.is === 'word' ? [piece.word] : []))
  // "The company has two members: Ada and Ben."
  const isPossession = between.length > 0 && between.every((word) => word === 'has' || word === 'have')
  const hasFinite = !isPossession && between.some((word) => finite.has(word))
  // "was the trustee", "served as trustee", "had been trustee"
  const isPast =
    between.includes('had') ||
    (between.some((word) => past.has(word)) && between.includes('to')) ||
    (between.some((word) => past.has(word)) &&
      !between.some((word) => word === 'has' || word === 'have') &&
      between.every((word) => past.has(word) || adverbs.has(word) || word === 'the' || word === 'as'))
  // "will become trustee" is not yet so.
  const isLater = between.includes('become') && !group.roles.every((role) => role === 'Successor trustee')
  const isPastOnly = (isPast || isLater) && !group.roles.every((role) => role === 'Grantor')
  const subject = isPossession ? null : subjectAt(clause, lists, left, hasFinite)
  const found = listStartingAt(clause, lists, after, isPlural)
  // "The children of the grantor are Ada Okafor"; "The attorney of the trustee, Ada Okafor," may be either.
  const [other, preposition = ''] = [clause[begin - 2], wordOf(clause[begin - 1]) ?? '']
  const isOfOther =
    (/^(?:of|to|for)$/.test(preposition) && (other?.is === 'role' || kin.has(wordOf(other) ?? ''))) ||
    (/^(?:by|to|for)$/.test(preposition) && found?.by === 'is')
  const right = isOfOther && found?.by !== '' ? null : found
  // "Ada Okafor shall serve as trustee."
  if (hasFinite && subject) return isPastOnly ? [] : sure(subject.list)
  // "names himself as trustee"
  if (reflexives.has(wordOf(clause[left - 1]) ?? '')) {
    const named = lists.filter(({ to }) => to < left).at(-1)
    return named ? sure(named) : []
  }
  // "Ada Okafor's appointment as trustee"
  if (
    /^(?:appointment|role|service|position|duties|capacity|designation|powers|authority)$/.test(
      wordOf(clause[left - 1]) ?? '',
    ) ||
    between.some((word) => /^(?:appointment|role|capacity|position|office)$/.test(word))
  ) {
    let place = left
    while (place > 0 && clause[place - 1]?.is === 'word' && left - place < 2) place--
    const named = lists.find(({ to }) => to === place || to === left)
    if (named?.names.at(-1)?.possessive) return sure(named)
  }
  // "signed in her capacity as trustee"
  if (between.includes('capacity') && between.some((word) => /^(?:his|her|their|its)$/.test(word))) {
    const earlier = lists.filter(({ to }) => to <= left)
    return earlier[0] && earlier.length === 1 ? sure(earlier[0]) : []
  }
  // "signed the agreement as trustee"
  const signers = wordOf(clause[left]) === 'as' ? lists.filter(({ to }) => to <= left) : []
  if (signers[0] && signers.length === 1 && /^(?:signed|executed)$/.test(wordOf(clause[signers[0].to]) ?? '')) {
    const paper = clause.slice(signers[0].to + 1, left)
    if (paper.every((piece) => piece.is === 'word' && piece.word !== 'as' && piece.word !== 'signed'))
      return sure(signers[0])
  }
  const beforeNaming = wordOf(clause[left - 1]) ?? ''
  // "appoints as trustee Ada Okafor"
  if (between.at(-1) === 'as' && naming.has(beforeNaming) && right) return sure(right.list)
  if (between.length > 0 && naming.has(between[0] ?? '') && between.includes('as') && !subject && right)
    return sure(right.list)
  // "Trustee: Ada Okafor", "Trustee – Ada Okafor", "| Ada Okafor | Trustee |"
  if (right && (right.by === ':' || right.by === 'is') && !isFromVerb(between)) return sure(right.list)
  const isDashed = isMark(clause[left - 1], '-:')
  if (right?.by === '-' && !isDashed) return sure(right.list)
  if (right?.by === '' && !(subject && subject.by === '' && hasNaming(clause, left)))
    if (!(subject && between.includes('as'))) return sure(right.list)
  if (
    subject &&
    between.join(' ') !== 'to' &&
    (between.length === 0 ||
      between.includes('as') ||
      between.every((word) => ['to', 'be', 'each', 'both', 'all', 'the', 'being', 'currently', 'now'].includes(word)))
  ) {
    const { list, by } = subject
    if (list.names.at(-1)?.possessive && by === '') return []
    const isOne =
      !isPlural &&
      (by === ',' || by === '-') &&
      list.names.length > 1 &&
      !between.some((word) => word === 'both' || word === 'each')
    return isOne ? sure({ ...list, names: lastOf(clause, list) }) : sure(list)
  }
  if (right && right.by === ',' && !hasFinite) return sure(right.list)
  return []
}

const isFromVerb = (between: readonly string[]) => between.some((word) => finite.has(word)) && between.includes('as')

const hasNaming = (clause: readonly Piece[], until: number) =>
  clause.slice(0, until).some((piece) => piece.is === 'word' && naming.has(piece.word))

const sure = ({ names, isSure }: NameList): NameToken[] => (isSure ? names : [])

/** The last of several names, if it is one that a record has. */
const lastOf = (clause: readonly Piece[], { to }: NameList): NameToken[] => {
  const last = clause[to - 1]
  return last?.is === 'name' ? [last] : []
}

/** Names after a preposition are no subject: "Ada, trustee of the Okafor Trust, is", "the wife of Ada is". */
function subjectAt(clause: readonly Piece[], lists: readonly NameList[], at: number, hasFinite: boolean) {
  const found = listEndingAt(clause, lists, at)
  if (!found) return found
  let before = found.list.from - 1
  while (/^(?:the|said|my|his|her)$/.test(wordOf(clause[before]) ?? '')) before--
  // "Ada Okafor, appointed by Ben Okafor, is trustee"
  if (wordOf(clause[before]) === 'by' && naming.has(wordOf(clause[before - 1]) ?? '')) {
    while (before > 0 && clause[before - 1]?.is === 'word') before--
    return listEndingAt(clause, lists, before)
  }
  const isEach = wordOf(clause[before]) === 'of' && /^(?:each|both|all)$/.test(wordOf(clause[before - 1]) ?? '')
  // "the children of Ada Okafor, each a beneficiary"
  const isOfRelative = wordOf(clause[before]) === 'of' && kin.has(wordOf(clause[before - 1]) ?? '')
  const isObject = hasFinite && /^(?:of|for|under|to|with|at|from)$/.test(wordOf(clause[before]) ?? '')
  if (isEach || !(isOfRelative || isObject)) return found
  const aside = beforeAside(clause, found.list.to)
  const earlier = aside < found.list.from ? listEndingAt(clause, lists, aside) : null
  // "Ada Okafor, as trustee of the trust, is the member" says it of the trust.
  return wordOf(clause[aside + 1]) === 'as' ? null : earlier
}

/** The names that end before a place, and what is between: a comma, a bracket, a dash or nothing. */
function listEndingAt(
  clause: readonly Piece[],
  lists: readonly NameList[],
  at: number,
): { list: NameList; by: string } | null {
  let place = at
  let by = ''
  for (let n = 0; n < 2; n++) {
    if (isMark(clause[place - 1], ',(-:')) {
      const mark = clause[place - 1]
      by = mark?.is === 'mark' ? mark.mark : ''
      place--
    }
    const found = lists.find(({ to }) => to === place)
    if (found && (found.names.length > 0 || !isHome(clause, place))) return { list: found, by }
    // ", my husband," and ", of Reno, Nevada,"
    const skipped = beforeAside(clause, place)
    if (skipped === place) return null
    place = skipped
    by = ','
  }
  const found = lists.find(({ to }) => to === place)
  return found ? { list: found, by } : null
}

/** ", of Reno, New York": a place with a name of two words is no person. */
const isHome = (clause: readonly Piece[], at: number): boolean =>
  /^(?:of|residing|resident)$/.test(wordOf(clause[beforeAside(clause, at) + 1]) ?? '')

/** The place before words in commas that name no one, or a role in commas that another one follows. */
function beforeAside(clause: readonly Piece[], at: number): number {
  if (isMark(clause[at - 1], ')')) {
    const open = clause.slice(0, at).findLastIndex((piece) => isMark(piece, '('))
    return open > 0 ? open : at
  }
  for (let place = at - 1; place > Math.max(0, at - 14); place--) {
    const piece = clause[place]
    if (piece === undefined || isVerb(piece) || isMark(piece, ';:')) return at
    if (!isMark(piece, ',') || clause[place - 1]?.is !== 'name') continue
    const inside = clause.slice(place + 1, at)
    const isRole = inside.some(({ is }) => is === 'role')
    const isList = !isRole && inside.some(({ is }) => is === 'name')
    const isOnlyAnd = inside.length === 1 && wordOf(inside[0]) === 'and'
    return inside.length > 0 && !isList && !isOnlyAnd ? place : at
  }
  return at
}

/** Words between a role and the names that have it. */
const betweenNames = setOf(
  'is are shall will be being include includes including namely currently now named consist consists of hereby both was were remains remain initially presently thereof hereunder under this here who the thereunder appointed designated record',
)
/** Those of them by which the role is theirs: "the trustees are", "the beneficiaries include". */
const stating = setOf('is are be being include includes including namely consist consists remains remain')

function listStartingAt(
  clause: readonly Piece[],
  lists: readonly NameList[],
  after: number,
  isPlural: boolean,
): { list: NameList; by: string } | null {
  let place = after
  let by = ''
  // "Successor trustees (in order): Ada Okafor"
  const close = isMark(clause[place], '(') ? clause.findIndex((one, n) => n > place && isMark(one, ')')) : -1
  if (
    close > 0 &&
    isMark(clause[close + 1], ':') &&
    clause.slice(place, close).every(({ is }) => is === 'mark' || is === 'word')
  )
    place = close + 1
  const piece = clause[place]
  if (isMark(piece, ',:-(')) {
    by = piece?.is === 'mark' ? piece.mark : ''
    place++
    if (by === '(') by = ','
    while (adverbs.has(wordOf(clause[place]) ?? '')) place++
  } else {
    while (betweenNames.has(wordOf(clause[place]) ?? '')) place++
    const skipped = clause.slice(after, place).flatMap((one) => (one.is === 'word' ? [one.word] : []))
    if (skipped.some((word) => stating.has(word))) by = 'is'
    else if (skipped.some((word) => word === 'was' || word === 'were'))
      by =
        wordOf(clause[after - 1]) === null &&
        clause[after - 1]?.is === 'role' &&
        (clause[after - 1] as { role: KnownRole | null }).role === 'Grantor'
          ? 'is'
          : 'past'
    else if (isMark(clause[place], ':') && !skipped.includes('under')) {
      by = ':'
      place++
    } else if (skipped.length > 0) place = after
  }
  if (isMark(clause[place], ':') && by === 'is') place++
  place = skipRelation(clause, place)
  if (by === ',' && wordOf(clause[place]) === 'the') place++
  const found =
    by === ':' || by === 'is' || (by === '-' && isPlural)
      ? labelled(clause, place)
      : lists.find(({ from }) => from === place)
  if (!found || by === 'past') return null
  return { list: found, by }
}

/** After a label commas join names, but not a name that a role of its own follows. */
function labelled(clause: readonly Piece[], at: number): NameList | undefined {
  if (clause[at]?.is !== 'name' && clause[at]?.is !== 'stranger') return undefined
  const list = listAt(clause, at, true)
  const next = clause[list.to]
  const isOther =
    list.names.length > 1 &&
    isMark(next, ',') &&
    clause[list.to + 1]?.is === 'role' &&
    !hasNameAfter(clause, list.to + 1)
  return isOther ? listAt(clause, at) : list
}

/** Roles that a verb names: "established by Ada", "owned by Ben", "for the benefit of Eve". */
function claimsByVerb(clause: readonly Piece[], lists: readonly NameList[]): Claim[] {
  const claims: Claim[] = []
  const add = (names: NameToken[], role: KnownRole, at: number, target?: Target) => {
    if (names.length > 0)
      claims.push({ names, role, at, end: at + 1, clause: [...clause], ...(target ? { target } : {}) })
  }
  for (const [at, piece] of clause.entries()) {
    const word = wordOf(piece)
    if (word === null) continue
    const next = wordOf(clause[at + 1])
    const listFrom = (place: number) => {
      let begin = skipRelation(clause, wordOf(clause[place]) === 'the' ? place + 1 : place)
      // "by husband and wife Ada and Ben Okafor"
      while (/^(?:husband|wife|spouses|siblings|brothers|sisters|married|couple)$/.test(wordOf(clause[begin]) ?? ''))
        begin += wordOf(clause[begin + 1]) === 'and' ? 2 : 1
      if (begin > place && isMark(clause[begin], ',')) begin++
      const isAdviser = clause
        .slice(place, begin)
        .some((one) => /^(?:attorney|accountant|advisor|counsel)$/.test(wordOf(one) ?? ''))
      const list = lists.find(({ from }) => from === begin)
      // "for the benefit of Ada's children"
      const isOfOther = list?.names.at(-1)?.possessive && clause[list.to]?.is === 'word'
      return isAdviser || isOfOther ? undefined : list
    }
    if (word === 'by' || (word === 'under' && next === 'agreement')) {
      const verb = clause
        .slice(Math.max(0, at - 9), at)
        .flatMap((one) => (one.is === 'word' ? [one.word] : []))
        .findLast((one) => creating.has(one) || ['made', 'executed', 'set', 'owned', 'managed', 'held'].includes(one))
      const list = listFrom(at + 1)
      const isNear = !clause
        .slice(Math.max(0, at - 9), at)
        .some(
          (one) =>
            one.is === 'name' &&
            one.family !== null &&
            clause.indexOf(one) > clause.findLastIndex((two) => wordOf(two) === verb),
        )
      if (!list || verb === undefined || !isNear) continue
      const isCapacity = isMark(clause[list.to], ',')
        ? wordOf(clause[list.to + 1]) === 'as'
        : wordOf(clause[list.to]) === 'as'
      const capacity = clause[list.to + (isMark(clause[list.to], ',') ? 2 : 1)]
      const isOtherCapacity = isCapacity && !(capacity?.is === 'role' && capacity.role === 'Grantor')
      if (verb === 'owned' || verb === 'held') {
        if (verb === 'owned') add(sure(list), 'Owner', at)
      } else if (verb === 'managed') add(sure(list), 'Manager', at)
      else if (!isOtherCapacity || creating.has(verb)) add(sure(list), 'Grantor', at)
    }
    const isBenefit =
      (word === 'benefit' && next === 'of') ||
      word === 'fbo' ||
      (word === 'trust' && next === 'for' && wordOf(clause[at - 1]) === 'in')
    if (isBenefit) {
      const list = listFrom(word === 'fbo' ? at + 1 : at + 2)
      if (list) add(sure(list), 'Beneficiary', at)
    }
    if ((word === 'name' || word === 'names') && next === 'of' && /^(?:the|in)$/.test(wordOf(clause[at - 1]) ?? '')) {
      const list = listFrom(at + 2)
      if (list) add(sure(list), 'Owner', at)
    }
    const subject = () => {
      let place = at
      while (
        place > 0 &&
        (adverbs.has(wordOf(clause[place - 1]) ?? '') ||
          ['who', 'which', 'each', 'together'].includes(wordOf(clause[place - 1]) ?? ''))
      )
        place--
      return listEndingAt(clause, lists, place)?.list
    }
    if (creating.has(word) || (word === 'set' && next === 'up')) {
      const list = subject()
      const object = list ? objectAfter(clause, at + 1) : null
      if (list && object) add(sure(list), 'Grantor', at, object)
    }
    if (/^(?:owns?|holds?)$/.test(word)) {
      const list = subject()
      const ahead = clause.slice(at + 1, at + 12)
      const object = ahead.find((one) => (one.is !== 'word' || !shareWords.test(one.word)) && !isMark(one, ',('))
      if (list && object?.is === 'name' && object.family === null && !object.possessive)
        add(sure(list), 'Owner', at, { is: 'known', keys: object.keys })
      else if (list && isShare(ahead)) add(sure(list), 'Owner', at)
    }
    // "has granted Ada Okafor a durable power of attorney"
    if (/^(?:grants?|granted|gives?|gave|given)$/.test(word)) {
      const [list, principal] = [listFrom(at + 1), subject()]
      const ahead = list ? clause.slice(list.to, list.to + 6) : []
      const isPower = ahead.some((one, n) => wordOf(one) === 'power' && wordOf(ahead[n + 2]) === 'attorney')
      const keys = principal?.names.length === 1 ? (principal.names[0]?.keys ?? []) : []
      if (list && isPower && keys.length === 1) add(sure(list), 'Agent', at, { is: 'known', keys })
    }
    if (/^manages?$/.test(word)) {
      const list = subject()
      const object = list ? objectAfter(clause, at + 1) : null
      if (list && object) add(sure(list), 'Manager', at, object)
    }
  }
  return claims
}

/** Words between "owns" and what is owned: "a 40 % limited partnership interest in the". */
const shareWords =
  /^(?:\d.*|the|an?|all|any|its|of|in|and|to|each|both|title|percent|interests?|units?|shares?|stock|membership|member|voting|non|nonvoting|common|preferred|class|limited|general|partnership|economic|ownership|beneficial|equity|outstanding|issued|equal|entire|sole|remaining|half|one|two|directly|indirectly|majority|minority)$/

/** True for "40 % of the company" and "the voting interests", not for "shares of Apple" and "the keys of the company". */
function isShare(ahead: readonly Piece[]): boolean {
  const end = ahead.findIndex((one) => one.is !== 'word' || !shareWords.test(one.word))
  const object = ahead[end]
  const said = end < 0 ? ahead : ahead.slice(0, end)
  const noun = object?.is === 'word' && !object.possessive && /^(?:account|company|llc|policy)$/.test(object.word)
  const isOfOther =
    object?.is === 'stranger' || (object?.is === 'word' && object.capital && !genericNouns[object.word] && end > 0)
  return (
    noun ||
    (!isOfOther &&
      said.some((one) =>
        /^(?:interests?|units?|shares?|stock|membership|percent|partnership)$/.test(wordOf(one) ?? ''),
      ))
  )
}

/** The object of a verb: an entity, or "the trust". */
function objectAfter(clause: readonly Piece[], at: number): Target | null {
  for (const piece of clause.slice(at, at + 8)) {
    if (piece.is === 'name') return piece.family === null ? { is: 'known', keys: piece.keys } : null
    if (piece.is === 'stranger') return piece.of === 'entity' ? { is: 'stranger' } : null
    if (piece.is === 'mark' || piece.is === 'role') return null
    if (genericNouns[piece.word]) return { is: 'generic', noun: piece.word }
  }
  return null
}

/** The person for whom others act: the one who appoints, or whose will or power it is. */
export function principalsOf({ clause, at }: Claim, sentence: readonly Piece[]): string[] {
  const isPaper = (piece: Piece | undefined) =>
    /^(?:will|estate|power|health|healthcare|last|durable|advance|living|testament|directive)$/.test(
      wordOf(piece) ?? '',
    )
  for (const pieces of [clause, sentence]) {
    for (const [n, piece] of pieces.entries()) {
      if (piece.is !== 'name' || piece.family === null || piece.keys.length !== 1) continue
      const next = pieces[n + 1]
      const isOwner = piece.possessive && isPaper(next)
      const isOf =
        /^(?:of|for)$/.test(wordOf(pieces[n - 1]) ?? '') && pieces.slice(Math.max(0, n - 6), n - 1).some(isPaper)
      const verb = pieces.findIndex((one, place) => place > n && one.is === 'word' && naming.has(one.word))
      const isAppointing =
        verb > n &&
        n < at &&
        !pieces.slice(n + 1, verb).some((one) => one.is === 'name') &&
        !pieces.slice(n + 1, verb).some((one) => /^(?:is|are|was|were|be|been|hereby-is)$/.test(wordOf(one) ?? ''))
      if (isOwner || isOf || isAppointing) return [...piece.keys]
    }
  }
  return []
}
