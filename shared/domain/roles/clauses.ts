import type { KnownRole } from './role-names.ts'
import { determiners, isMark, type Piece, wordOf } from './role-pieces.ts'
import { setOf } from './role-tokens.ts'

export const finite = setOf(
  'is are was were be been being become becomes became serve serves serving served act acts acting acted remain remains continue continues named appointed designated nominated elected confirmed identified listed chosen made installed selected shall will has have hold holds accepted accepts consents consented',
)

export const naming = setOf(`
  appoint appoints appointed appointing name names named naming designate designates designated designating nominate nominates nominated nominating
  elect elects elected electing select selects selected constitute constitutes constituted make makes choose chooses chose identify identifies identified
  list lists confirm confirms add adds added
`)

export const creating = setOf('created creates establishes established settled settles formed forms founded founds')

export const adverbs = setOf(
  'hereby currently now presently also initially jointly together has have had was is were been being be originally first all both each duly',
)

/** Words by which a clause denies: nothing in it is a role that someone has. */
const denying = setOf(`
  recommend recommending suggest suggesting consider thinking contemplate contemplating perhaps maybe possibly probably likely
  not never neither nor nobody none cannot without-effect resign resigns resigned resigning resignation decline declines declined declining refuse
  refuses refused remove removes removed removing removal renounce renounces renounced renunciation disclaim disclaims disclaimed withdraw withdraws
  withdrew withdrawn former formerly ceased ceases cease ceasing replaced replaces replacing replacement revoked revokes revocation terminated
  terminates expired expires rescinded void invalid superseded supersedes draft drafts unsigned unexecuted proposed proposes propose proposal planned
  plans plan intends intend intended intending considers considering considered contemplates contemplated recommends recommended suggests suggested
  discussed discusses wants wishes hopes expects expected anticipated assuming assume suppose supposing hypothetical hypothetically example
  prospective potential potentially pending succeed succeeds succeeded succeeding previously until might could would should whether unable unwilling
  eligible ineligible disqualified vacant vacancy predeceased incapacitated vacated vacates dismissed dismissed outgoing retired retires retiring
  lapsed lapses ended ends denied denies objects objected opposes opposed disputes disputed contests contested nothing excluded excludes excluding
  petition petitions petitioned stopped stops disinherited failed fails candidate candidates uncertain unclear
  stepped steps stepping asked requested requests predecessor erstwhile dissolved
`)

/** Denying words by which someone gives a role up, or has it taken away. */
export const ending = setOf(`
  resign resigns resigned resigning resignation decline declines declined declining refuse refuses refused removed removes removal renounce renounces
  renounced renunciation disclaim disclaims disclaimed withdraw withdraws withdrew withdrawn former formerly ceased ceases cease replaced retired retires
  stepped vacated vacates dismissed predeceased incapacitated deceased died dead late
`)

/** Dead people remain grantors. */
export const dead = setOf('deceased died dead late dies die predeceased')

const conditions = setOf(
  'assuming subject long death incapacity absence disability event case if unless should provided upon when whenever once absent failing otherwise until',
)

const roleVerbs = setOf(`
  appoint serve act name be become designate nominate continue remain succeed elect remove replace resign choose select decline have
`)

type Clause = { pieces: Piece[]; isDenied: boolean; isConditional: boolean }

const isSubject = (piece: Piece | undefined) =>
  piece?.is === 'name' ||
  piece?.is === 'stranger' ||
  piece?.is === 'role' ||
  (piece?.is === 'word' && /^(?:he|she|they|it|who|we|i)$/.test(piece.word))

const plainVerbs = setOf(
  'is are was were has have shall will may serves serve acts act resigned declined died appoints names designates nominates holds owns manages remains became ceased succeeded created established removed receives receive agreed accepted include includes consist consists removes resigns replaces replaced declines',
)

export const isVerb = (piece: Piece | undefined) =>
  piece?.is === 'word' && (plainVerbs.has(piece.word) || finite.has(piece.word))

const clauseWords = setOf('but while whereas although though however yet because since except')

/** Splits a sentence into clauses. A relative clause begins with the name that it is about. */
export function splitClauses(pieces: readonly Piece[]): Clause[] {
  const segments: Piece[][][] = [[[]]]
  const aside: Piece[][] = []
  const current = () => segments.at(-1)?.at(-1) as Piece[]
  const begin = () => {
    if (current().length > 0) segments.at(-1)?.push([])
  }
  let depth: Piece[] | null = null
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    if (depth !== null) {
      if (isMark(piece, depth[0]?.is === 'mark' && depth[0].mark === '(' ? ')' : ',') || at === pieces.length - 1) {
        if (!isMark(piece, '),')) depth.push(piece)
        depth = null
      } else depth.push(piece)
      continue
    }
    if (isMark(piece, ';')) {
      segments.push([[]])
      continue
    }
    const next = pieces[at + 1]
    const lastName = current().findLast((one) => one.is === 'name' || one.is === 'stranger')
    // ", who resigned in 2015,"
    if (
      isMark(piece, ',') &&
      (['who', 'whom', 'which', 'having', 'not'].includes(wordOf(next) ?? '') ||
        (wordOf(next) === 'each' && wordOf(pieces[at + 2]) === 'of')) &&
      lastName &&
      at + 2 < pieces.length
    ) {
      const isNot = wordOf(next) === 'not'
      depth = isNot ? [{ ...piece, mark: ',' } as Piece] : [lastName]
      aside.push(depth)
      continue
    }
    // "(resigned 2015)"
    if (isMark(piece, '(')) {
      const close = pieces.findIndex((one, n) => n > at && isMark(one, ')'))
      const inside = pieces.slice(at + 1, close < 0 ? undefined : close)
      if (inside.some((one) => one.is === 'word' && (ending.has(one.word) || denying.has(one.word))) && lastName) {
        aside.push([lastName, ...inside])
        at = close < 0 ? pieces.length : close
        continue
      }
    }
    if (
      piece.is === 'word' &&
      (clauseWords.has(piece.word) || (/^(?:after|following)$/.test(piece.word) && current().some(isVerb)))
    )
      begin()
    const isAnd = wordOf(piece) === 'and'
    if (isAnd && current().some(isVerb)) {
      const ahead = pieces.slice(at + 1)
      const skipped = ahead.findIndex(
        (one) =>
          !(
            one.is === 'word' &&
            (determiners.has(one.word) || one.word === 'that' || adverbs.has(one.word)) &&
            !isVerb(one)
          ),
      )
      const first = ahead[skipped]
      const isIf = first?.is === 'word' && conditions.has(first.word)
      if (
        isIf ||
        (isSubject(first) && hasVerbSoon(ahead, skipped)) ||
        (isVerb(first) && skipped >= 0) ||
        wordOf(first) === 'not' ||
        (first?.is === 'word' && denying.has(first.word))
      ) {
        // The subject is inherited: "Ada is grantor and has resigned as trustee."
        const subject = isSubject(first) || isIf ? [] : leadOf(current())
        begin()
        current().push(piece, ...subject)
        continue
      }
    }
    if (isMark(piece, ',') && beginsClause(current(), pieces.slice(at + 1))) {
      begin()
      continue
    }
    current().push(piece)
  }
  return [
    ...segments.flatMap(judge),
    ...aside.map(
      (inside): Clause => ({
        pieces: inside,
        isDenied: denies(inside) || isMark(inside[0], ','),
        isConditional: false,
      }),
    ),
  ]
}

/** The first names of a clause, which its second verb is about as well. */
function leadOf(clause: readonly Piece[]): Piece[] {
  const at = clause.findIndex(isVerb)
  return clause
    .slice(0, Math.max(0, at))
    .filter((piece) => piece.is === 'name' || piece.is === 'stranger' || (piece.is === 'word' && piece.word === 'and'))
}

function hasVerbSoon(pieces: readonly Piece[], from: number): boolean {
  for (let at = from + 1; at < Math.min(pieces.length, from + 9); at++) {
    const piece = pieces[at]
    if (piece?.is === 'word' && /^(?:who|whom|which|each)$/.test(piece.word)) return false
    if (isVerb(piece)) return true
    if (isMark(piece, ';') || (piece?.is === 'word' && (naming.has(piece.word) || piece.word === 'as')))
      return naming.has(wordOf(piece) ?? '')
  }
  return false
}

const leading = setOf(
  'after following upon because since when while although though if unless before once should where provided',
)

/** True if a comma ends a leading phrase, or a name after it begins a clause with a verb of its own. */
function beginsClause(current: readonly Piece[], ahead: readonly Piece[]): boolean {
  const first = current.find((piece) => wordOf(piece) !== 'and')
  if (first?.is === 'word' && leading.has(first.word)) return true
  if (ahead[0]?.is === 'word' && (conditions.has(ahead[0].word) || clauseWords.has(ahead[0].word))) return true
  return current.some(isVerb) && isSubject(ahead[0]) && isVerb(ahead[1])
}

/** Conditions bind what follows them, and what is before them unless they begin with "and". */
function judge(clauses: readonly Piece[][]): Clause[] {
  const judged = clauses.map((pieces): Clause => ({ pieces, isDenied: denies(pieces), isConditional: false }))
  for (const [at, { pieces }] of judged.entries()) {
    const [first, second] = pieces
    const joined = ['and', 'but', 'or'].includes(wordOf(first) ?? '')
    const isCondition = pieces.some((piece, n) => isConditionAt(pieces, n, piece))
    if (!isCondition) continue
    for (const [n, clause] of judged.entries()) {
      const begins = conditions.has(wordOf(joined ? second : first) ?? '')
      if (n >= at || !(joined && begins)) clause.isConditional ||= n === at || n > at || begins || !joined
    }
  }
  return judged
}

function isConditionAt(pieces: readonly Piece[], at: number, piece: Piece): boolean {
  if (piece.is !== 'word' || !conditions.has(piece.word)) return false
  if (piece.word === 'event' || piece.word === 'case')
    return wordOf(pieces[at - 1]) === 'in' || wordOf(pieces[at - 2]) === 'in'
  if (piece.word === 'subject') return wordOf(pieces[at + 1]) === 'to'
  if (piece.word === 'long') return wordOf(pieces[at - 1]) === 'as' && wordOf(pieces[at + 1]) === 'as'
  if (/^(?:death|incapacity|absence|disability)$/.test(piece.word))
    return pieces
      .slice(Math.max(0, at - 4), at)
      .some((one) => /^(?:at|after|following|on|upon|in)$/.test(wordOf(one) ?? ''))
  if (piece.word === 'provided') return wordOf(pieces[at + 1]) === 'that' || at === 0
  if (piece.word === 'once' || piece.word === 'upon')
    return (
      at < 2 ||
      isMark(pieces[at - 1], ',') ||
      ['death', 'incapacity', 'resignation', 'the'].includes(wordOf(pieces[at + 1]) ?? '')
    )
  return true
}

/** "shall not be required to give bond", "not only", "not limited to". */
const harmless = setOf('only limited less more later required liable obligated exceed merely')

function denies(pieces: readonly Piece[]): boolean {
  return pieces.some((piece, at) => {
    if (piece.is === 'role')
      return piece.role === null && !/^(?:beneficiar|agent|executor|guardian|owner|manager)/.test(piece.word)
    if (piece.is !== 'word') return false
    const [next, after] = [wordOf(pieces[at + 1]) ?? '', wordOf(pieces[at + 2]) ?? '']
    if (piece.word === 'not') return !harmless.has(next) && !(next === 'be' && harmless.has(after))
    if (piece.word === 'no') return !['bond', 'fee', 'compensation'].includes(next)
    if (piece.word === 'may' || piece.word === 'can') {
      const verb = pieces
        .slice(at + 1, at + 4)
        .find((one) => one.is === 'word' && !adverbs.has(one.word) && one.word !== 'also')
      const isCapacity = /^(?:act|serve|continue|remain)$/.test(wordOf(verb) ?? '')
      return isCapacity
        ? pieces.slice(at + 1, at + 5).some((one) => wordOf(one) === 'as')
        : roleVerbs.has(wordOf(verb) ?? '')
    }
    if (
      ['power', 'right', 'authority', 'option', 'entitled', 'qualified', 'permitted', 'able', 'authorized'].includes(
        piece.word,
      )
    )
      return next === 'to' && roleVerbs.has(after)
    if (piece.word === 'other') return next === 'than'
    if (piece.word === 'leaves' || piece.word === 'left')
      return pieces.slice(at + 1, at + 4).some((one) => wordOf(one) === 'office')
    if (piece.word === 'plan' || piece.word === 'plans') return next === 'to'
    if (piece.word === 'expected' || piece.word === 'intended') return next === 'to'
    if (/^revo/.test(piece.word)) return !/^(?:all|any|every|prior|earlier|previous|former)$/.test(next)
    if (piece.word === 'former') return !['wills', 'will', 'codicils'].includes(next)
    if (/^(?:died|dead|deceased|late)$/.test(piece.word))
      return (
        !pieces.some((one) => one.is === 'role' && one.role === 'Grantor') &&
        !pieces.some((one) => one.is === 'word' && creating.has(one.word))
      )
    return denying.has(piece.word)
  })
}

/** Who gave a role up, or had it taken away; `role` null: every role but that of a grantor. */
export type Ending = { who: readonly string[]; role: KnownRole | null }

/** Who gives up which roles in a clause: those it names before the verb, or the only one. */
export function endingsIn(clause: readonly Piece[]): Ending[] {
  const at = clause.findIndex((piece) => piece.is === 'word' && ending.has(piece.word))
  const named = clause.flatMap((piece, n) => (piece.is === 'name' ? [{ piece, n }] : []))
  const before = named.filter(({ n }) => n < at)
  const meant = before.length > 0 ? before : named.slice(0, 1)
  const roles = clause.flatMap((piece) => (piece.is === 'role' && piece.role !== null ? [piece.role] : []))
  const isDead = dead.has(wordOf(clause[at]) ?? '')
  if (isDead) return []
  const given: readonly (KnownRole | null)[] = roles.length === 0 ? [null] : roles
  return meant.flatMap(({ piece }) => given.map((role) => ({ who: piece.keys, role })))
}
