import type { KnownRole } from './role-names.ts'
import { determiners, isMark, type Piece, wordOf } from './role-pieces.ts'
import { setOf } from './role-tokens.ts'

export const finite = setOf(
  'is are was were be been being become becomes became serve serves serving served act acts acting acted remain remains continue continues named appointed designated nominated elected confirmed identified listed chosen made installed selected shall will has have hold holds accepted accepts assumes assumed consents consented',
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
  suspended suspends suspension discharged discharges relieved ousted enjoined believe believes believed thinks thought assumes assumed reportedly
  promise promises promised anticipate anticipates mistakenly erroneously incorrectly
  against reject rejects rejected vetoed sample template specimen illustration illustrative allegedly alleged alleges purported purportedly purports presumably presumed apparently seems unverified unconfirmed rumored
  stepped steps stepping ask asks asked requested requests predecessor erstwhile dissolved
`)

/** Denying words by which someone gives a role up, or has it taken away. */
const ending = setOf(`
  resign resigns resigned resigning resignation decline declines declined declining refuse refuses refused removed removes removal renounce renounces
  renounced renunciation disclaim disclaims disclaimed withdraw withdraws withdrew withdrawn former formerly ceased ceases cease replaced retired retires
  suspended discharged relieved ousted stepped vacated vacates dismissed predeceased incapacitated deceased died dead late
`)

/** Dead people remain grantors. */
export const dead = setOf('deceased died dead late dies die predeceased')

const conditions = setOf(
  'assuming subject long death incapacity absence disability event case if unless should provided upon when whenever once absent failing otherwise until',
)

const roleVerbs = setOf(`
  appoint serve act name be become designate nominate continue remain succeed elect remove replace resign choose select decline have
`)

/** Conditions on which a successor trustee follows: they are what the role is, and no doubt about who has it. */
const vacancy = setOf(`
  death incapacity disability resignation removal absence die dies died cease ceases fail fails unable unwilling resign resigns decline declines
  incapacitated deceased
`)

/** "upon the death of Ada" */
export const isLeaving = (clause: readonly Piece[], name: Piece): boolean => {
  const at = clause.indexOf(name)
  return wordOf(clause[at - 1]) === 'of' && vacancy.has(wordOf(clause[at - 2]) ?? '')
}

/** `isForSuccessors`: nothing but a vacancy is its condition, so it may name a successor trustee. */
type Clause = { pieces: Piece[]; isDenied: boolean; isConditional: boolean; isForSuccessors: boolean }

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
export function splitClauses(whole: readonly Piece[]): Clause[] {
  const segments: Piece[][][] = [[[]]]
  const { pieces, aside } = withoutReplaced(whole)
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
      // "Trustees: Ada; Ben"
      const label = isItem(pieces.slice(at + 1)) ? labelOf(segments.at(-1)?.[0] ?? []) : []
      segments.push([[...label]])
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
      const isOfSeveral =
        wordOf(next) === 'who' &&
        pieces.slice(at + 2, at + 5).some((one) => /^(?:are|serve|act|have|hold)$/.test(wordOf(one) ?? ''))
      const about = isOfSeveral ? lastNames(current()) : [lastName]
      depth = isNot ? [{ ...piece, mark: ',' } as Piece] : about
      aside.push(depth)
      continue
    }
    // "(resigned 2015)"
    if (isMark(piece, '(')) {
      const close = pieces.findIndex((one, n) => n > at && isMark(one, ')'))
      const inside = pieces.slice(at + 1, close < 0 ? undefined : close)
      const isOver = inside.some(
        (one, n) => isSpanAt(inside, n) || (one.is === 'word' && (ending.has(one.word) || denying.has(one.word))),
      )
      if (isOver) {
        if (lastName) aside.push([lastName, ...inside])
        else current().push(...inside)
        at = close < 0 ? pieces.length : close
        continue
      }
    }
    if (
      piece.is === 'word' &&
      (clauseWords.has(piece.word) ||
        (/^(?:after|following|if|unless|when|upon)$/.test(piece.word) && current().some(isVerb)))
    )
      begin()
    const isAnd = wordOf(piece) === 'and'
    if (isAnd && (current().some(isVerb) || (current()[0]?.is === 'name' && isVerb(next)))) {
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
        isForSuccessors: false,
      }),
    ),
  ]
}

/** "Trustees:" or "Shareholders of record:" at the beginning of a clause; empty if there is none. */
function labelOf(clause: readonly Piece[]): readonly Piece[] {
  const [first] = clause
  const label = clause.slice(0, clause.findIndex((piece) => isMark(piece, ':')) + 1)
  const isLabel = first?.is === 'role' && first.isPlural && label.slice(1, -1).every(({ is }) => is === 'word')
  return isLabel && isItem(clause.slice(label.length)) ? label : []
}

/** True for a name up to the next semicolon, without a role or a verb of its own. */
function isItem(ahead: readonly Piece[]): boolean {
  const end = ahead.findIndex((piece) => isMark(piece, ';'))
  const item = (end < 0 ? ahead : ahead.slice(0, end)).filter(
    (piece) => wordOf(piece) !== 'and' && wordOf(piece) !== 'the',
  )
  const [first, next] = [item[0], item.find(({ is }) => is !== 'name' && is !== 'stranger')]
  return (
    ((first?.is === 'name' && !first.possessive) || first?.is === 'stranger') &&
    (next === undefined || next.is === 'mark' || /^\d/.test(wordOf(next) ?? '')) &&
    !item.some((piece) => piece.is === 'role' || isVerb(piece))
  )
}

/** "Ada replaced Ben as trustee" says of Ada that she is trustee, and of Ben that he was. */
function withoutReplaced(pieces: readonly Piece[]): { pieces: readonly Piece[]; aside: Piece[][] } {
  const at = pieces.findIndex((piece) => /^(?:replaced|succeeded)$/.test(wordOf(piece) ?? ''))
  const [verb, old, as, role] = pieces.slice(at, at + 4)
  const isActive = at > 0 && pieces[wordOf(pieces[at - 1]) === 'has' ? at - 2 : at - 1]?.is === 'name'
  if (!isActive || !verb || old?.is !== 'name' || !as || wordOf(as) !== 'as' || role?.is !== 'role')
    return { pieces, aside: [] }
  return {
    pieces: [...pieces.slice(0, at), ...pieces.slice(at + 2)],
    aside: [[old, { ...verb, is: 'word', word: 'ceased' } as Piece, role]],
  }
}

/** The names at the end of a clause, joined as they stand there. */
const lastNames = (clause: readonly Piece[]): Piece[] => {
  const isJoined = (piece: Piece) =>
    piece.is === 'name' || piece.is === 'stranger' || isMark(piece, ',') || wordOf(piece) === 'and'
  const names = clause.slice(clause.findLastIndex((piece) => !isJoined(piece)) + 1)
  const from = names.findIndex(({ is }) => is === 'name' || is === 'stranger')
  return names.slice(Math.max(0, from))
}

/** The first names of a clause, which its second verb is about as well. */
function leadOf(clause: readonly Piece[]): Piece[] {
  const at = clause.findIndex(isVerb)
  const names = clause.findIndex(
    (piece) => piece.is !== 'name' && piece.is !== 'stranger' && piece.is !== 'mark' && wordOf(piece) !== 'and',
  )
  return clause
    .slice(0, at < 0 ? Math.max(0, names) : at)
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
  const next = wordOf(ahead[wordOf(ahead[0]) === 'or' ? 1 : 0])
  if (next !== null && (conditions.has(next) || clauseWords.has(next))) return true
  const hasVerb = current.some(
    (piece, n) =>
      isVerb(piece) &&
      !(wordOf(piece) === 'will' && /^(?:the|this|that|his|her|my|\d{4})$/.test(wordOf(current[n - 1]) ?? '')),
  )
  return hasVerb && isSubject(ahead[0]) && isVerb(ahead[1])
}

/** Conditions bind what follows them, and what is before them unless they begin with "and". */
function judge(clauses: readonly Piece[][]): Clause[] {
  const judged = clauses.map(
    (pieces): Clause => ({
      ...{ pieces, isDenied: denies(pieces), isConditional: false, isForSuccessors: true },
    }),
  )
  for (const [at, { pieces }] of judged.entries()) {
    const [first, second] = pieces
    const isAfterAnd = /^(?:and|but|or)$/.test(wordOf(judged[at - 1]?.pieces.at(-1)) ?? '')
    const isAnd = /^(?:and|but|or)$/.test(wordOf(first) ?? '')
    const joined = isAnd || isAfterAnd
    const isCondition = pieces.some((piece, n) => isConditionAt(pieces, n, piece))
    if (!isCondition) continue
    const isVacancy = pieces.some((piece) => piece.is === 'word' && vacancy.has(piece.word))
    for (const [n, clause] of judged.entries()) {
      const begins = conditions.has(wordOf(isAnd ? second : first) ?? '')
      if (n < at && joined && begins) continue
      const binds = n >= at || begins || !joined
      clause.isConditional ||= binds
      clause.isForSuccessors &&= !binds || isVacancy
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
    if (isSpanAt(pieces, at)) return true
    if (isWithdrawal(pieces, at)) return false
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
    if (isOldPaper(pieces, at)) return true
    if (/^assume[sd]$/.test(piece.word)) return !/^(?:the|office|his|her)$/.test(next)
    if (piece.word === 'other') return next === 'than'
    if (piece.word === 'leaves' || piece.word === 'left')
      return pieces.slice(at + 1, at + 4).some((one) => wordOf(one) === 'office')
    if (piece.word === 'plan' || piece.word === 'plans') return next === 'to'
    if (piece.word === 'expected' || piece.word === 'intended') return next === 'to'
    if (/^revo(?!cable)/.test(piece.word)) return !/^(?:all|any|every|prior|earlier|previous|former)$/.test(next)
    if (piece.word === 'former') return !['wills', 'will', 'codicils'].includes(next)
    if (/^(?:died|dead|deceased|late)$/.test(piece.word))
      return (
        !pieces.some((one) => one.is === 'role' && one.role === 'Grantor') &&
        !pieces.some((one) => one.is === 'word' && creating.has(one.word))
      )
    return denying.has(piece.word)
  })
}

/** "under the prior agreement", "the original will named"; "revokes all prior wills" is about no role. */
function isOldPaper(pieces: readonly Piece[], at: number): boolean {
  const word = wordOf(pieces[at]) ?? ''
  const isPaper = pieces
    .slice(at + 1, at + 4)
    .some((one) =>
      /^(?:version|agreement|trust|will|codicil|instrument|document|deed|amendment|power|form)$/.test(
        wordOf(one) ?? '',
      ),
    )
  if (!isPaper || /^(?:all|any|every|no)$/.test(wordOf(pieces[at - 1]) ?? '')) return false
  const isNamed = pieces
    .slice(at)
    .some(
      (one, n) => /^(?:named|appointed|designated|nominated)$/.test(wordOf(one) ?? '') && !isVerb(pieces[at + n - 1]),
    )
  return /^(?:earlier|prior|previous|older|old)$/.test(word) || (word === 'original' && isNamed)
}

/** Words of an appointment that "but" takes back. */
const taking = setOf(
  'confirm confirmed qualify qualified accept accepted serve served act acted appointed approve approved sign signed verify verified',
)

/** "but the court did not confirm her", "but resigned in 2023": the sentence takes back what it says before. */
export const takesBack = (clause: readonly Piece[]): boolean =>
  /^(?:but|however|though|although)$/.test(wordOf(clause[0]) ?? '') &&
  !clause.some((piece) => piece.is === 'name' || piece.is === 'role') &&
  (endAt(clause) >= 0 || clause.some((piece) => taking.has(wordOf(piece) ?? '')))

/** Who gave a role up, or had it taken away; `role` null: every role but that of a grantor. */
export type Ending = { who: readonly string[]; role: KnownRole | null }

/** The place where a clause ends a role, or where the years of a role are; -1 if there is none: "may resign" ends nothing. */
export const endAt = (clause: readonly Piece[]): number =>
  clause.findIndex((piece, at) => {
    if (isSpanAt(clause, at)) return clause[0]?.is === 'name' && at < 3
    if (piece.is !== 'word' || !ending.has(piece.word) || isWithdrawal(clause, at)) return false
    // "(replaced Ben)" is said of who came after Ben.
    if (piece.word === 'replaced' && clause[at + 1]?.is === 'name') return false
    return !/^(?:may|can|right|power|authority|option)$/.test(
      [1, 2, 3]
        .map((n) => wordOf(clause[at - n]))
        .find((word) => word !== null && !/^(?:to|be|also|then)$/.test(word)) ?? '',
    )
  })

/** "2008 to 2015", "2008–2015", "through 2015": who had a role then has it no more. */
function isSpanAt(pieces: readonly Piece[], at: number): boolean {
  const isYear = (piece: Piece | undefined) => /^(?:19|20)\d\d$/.test(wordOf(piece) ?? '')
  const [piece, next] = [pieces[at], pieces[at + 1]]
  if (wordOf(piece) === 'through') return isYear(next)
  return (
    isYear(piece) && (isMark(next, '-') || /^(?:to|through|until)$/.test(wordOf(next) ?? '')) && isYear(pieces[at + 2])
  )
}

/** "may withdraw income": of money, not from an office. */
const isWithdrawal = (pieces: readonly Piece[], at: number): boolean =>
  /^withdr/.test(wordOf(pieces[at]) ?? '') &&
  pieces
    .slice(at + 1, at + 9)
    .some((one) =>
      /^(?:amounts?|income|principal|gifts?|contributions?|funds|cash|money|sums?|assets|percent|property|share)$/.test(
        wordOf(one) ?? '',
      ),
    )

/** Who gives up which roles in a clause: those it names before the verb, or the only one. */
export function endingsIn(clause: readonly Piece[]): Ending[] {
  const at = endAt(clause)
  const named = clause.flatMap((piece, n) => (piece.is === 'name' ? [{ piece, n }] : []))
  const before = named.filter(({ n }) => n < at)
  const meant = before.length > 0 ? before : named.slice(0, 1)
  const roles = clause.flatMap((piece) => (piece.is === 'role' && piece.role !== null ? [piece.role] : []))
  const isDead = dead.has(wordOf(clause[at]) ?? '')
  if (isDead) return []
  const given: readonly (KnownRole | null)[] = roles.length === 0 ? [null] : roles
  return meant.flatMap(({ piece }) => given.map((role) => ({ who: piece.keys, role })))
}
