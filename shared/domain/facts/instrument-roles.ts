import {
  createNameReader,
  type NameToken,
  type RoleEntity,
  type RolePerson,
  sentencesOf,
  setOf,
  type Token,
} from '../roles/role-tokens.ts'

/** The records of a household; keys are unique over both lists. */
export type FactHousehold = { people: readonly RolePerson[]; entities: readonly RoleEntity[] }

/** A role that a clause of an instrument gives, as such clauses are written in wills and trusts. */
export type ClauseRole = {
  is: 'successor-trustee' | 'guardian' | 'executor' | 'beneficiary' | 'agent'
  who: readonly string[]
  name: string
  /** The keys of those who may be the one who appoints, where the sentence names them. */
  by?: readonly string[]
  start: number
  end: number
}

/** `trust`: an agreement, declaration, restatement or amendment of a trust; `will`: a will or codicil; `power`: a power of attorney or a proxy. */
export type InstrumentKind = 'trust' | 'will' | 'power'

/** A name in a sentence's pattern: of a record by its number among the tokens, or of no record. */
const person = String.raw`@(?:\d+|x)@(?!')`
const kin =
  'husband|wife|spouse|sons?|daughters?|brothers?|sisters?|mother|father|parents?|child|children|friends?|nieces?|nephews?|cousins?|grandsons?|granddaughters?|grandchildren|issue|descendants|attorney|accountant|partner'
/** “my daughter,” before a name, “, my daughter,” and “, of Albany, New York,” after one: they are left out of a pattern. */
const besideName: readonly (readonly [pattern: RegExp, name: string])[] = [
  [
    new RegExp(
      String.raw`\b(?:my|our|his|her|their|the (?:grantor|settlor|trustor|donor)s?(?:'s)?) (?:\w+ ){0,2}?(?:${kin}) (?:, )?(?=@)`,
      'g',
    ),
    '',
  ],
  [
    new RegExp(String.raw`(@(?:\d+|x)@) , (?:my|our|his|her|the \w+'s) (?:\w+ ){0,2}?(?:${kin})(?: ,)?(?= |$)`, 'g'),
    '$1',
  ],
  [
    /(@(?:\d+|x)@) , (?:of|residing at|residing in|a resident of|now of|who resides in|who lives in) [^@;,]{1,40}(?: , (?!and |as |to |i |then )[a-z]{2,14}(?: [a-z]{2,14})?(?= , | as | and | to | shall | will |$))?(?: ,)?(?= |$)/g,
    '$1',
  ],
]
const list = String.raw`(?:both )?(${person}(?:(?: ,)?(?: and)?(?: the)? ${person})*)(?! (?:, )?or (?:(?:\w+ ){0,3}@|(?:bank|trust company|such|other|another|any|some|who)\w*\b))`
/** Of “(a)” the marks are left, since articles are left out. */
const order = String.raw`(?:(?:\( \)|(?:\( )?(?:\d|[a-h]|i{1,3}|iv|first|second|third|fourth|fifth)(?: \))?)(?: [,:-])? )?`
const ordered = `(${order}${person}(?: [,;](?: and| then| if)? ${order}${person}| and ${order}${person})*)`

const naming = `(?:hereby )?(?:appoint|name|designate|nominate|constitute|select)s?(?: (?:, )?(?:and )?(?:appoint|name|designate|nominate|constitute)s?)*`
const maker = '(?:i|we|the (?:grantor|settlor|trustor|donor|undersigned)s?)'
const serving = String.raw`(?:shall|will|is|are)(?: \w+){0,4}? (?:be|become|serve|act|assume|appointed|named|designated|nominated|succeed)(?: (?!not\b)[\w']+){0,8}?`

const condition =
  /(?:^|[,;:] |\b(?:and|or|but) )(?:if|should|upon|in the event|in case|when|whenever|after|on|at|following|where|in default) /
const vacancy =
  /\b(?:dies|die|death|deceased|incapacit\w+|disab\w+|resign\w*|remov\w+|fail\w*|ceas\w+|unable|unwilling|declin\w+|not (?:able|willing|serve|qualify|act|serving|acting|living)|no longer|vacancy|vacate\w*|predeceas\w*)\b/

const office = `(?:trustees?|trustees?'s|trusteeship|successors?|place|stead|office|vacancy)`
const succeeding: readonly RegExp[] = [
  new RegExp(String.raw`(?:,|\bthen|:) (?:then )?${list} ${serving} (?:co )?${office}\b`),
  new RegExp(
    String.raw`(?:,|\bthen|:) (?:then )?${list} becomes? (?:the )?(?:(?:sole|acting|successor|co) )*trustees?\b(?! of (?!(?:this|the|said) (?:trust|agreement)\b))`,
  ),
  new RegExp(
    String.raw`(?:,|\bthen|:) (?:then )?${maker} ${naming} ${list} (?:, )?(?:as|to|in)(?: \w+){0,6}? (?:co )?${office}\b`,
  ),
  new RegExp(
    String.raw`(?:,|\bthen|:) (?:then )?(?:the )?(?:\w+ )?(?:successor )?trustees? shall be ${list}(?= [.,;]|$)`,
  ),
  new RegExp(
    String.raw`(?:(?:,|\bthen|:) (?:then )?(?:the )?(?:\w+ ){0,2}?|\bthe )(?:office(?! of (?!(?:the )?(?:\w+ )?(?:co )?trustee))|trusteeship|vacancy)(?: \w+){0,4}? (?:pass to|devolve (?:up)?on|be filled by|be held by|be assumed by|go to) ${list}`,
  ),
]
/** Who follows someone in another office of the trust does not follow the trustee. */
const otherOffice =
  /\b(?:protectors?|advis[eo]rs?|agents?|executors?|executrix|representatives?|guardians?|directors?|managers?|presidents?|custodians?|committee)\b/
const anyTrustee = /\btrustee/
const denied = /\b(?:not|never|neither|nor|no event|no case|no circumstances)\b/
/** The one who follows is named before the vacancy: “Ben shall serve as Trustee if Ada ceases to serve”. */
const followingIf: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:[^@]{0,40}(?:,|that) )?${list} ${serving} (?:co )?trustees?\b[^@;]{0,40}? (?:if|upon|in the event|when|whenever|after|should)\b`,
  ),
  new RegExp(
    String.raw`^${maker} ${naming} ${list} (?:, )?(?:as|to)(?: \w+){0,4}? (?:co )?trustees?\b[^@;]{0,40}? (?:if|upon|in the event|when|whenever|after|should)\b`,
  ),
]
const succession: readonly RegExp[] = [
  new RegExp(
    String.raw`^${list} (?:shall|will|is (?:named|designated|appointed) to|are (?:named|designated|appointed) to) (?:then )?succeed (?:(?:@(?:\d+|x)@|him|her|me|them)(?= (?:, )?(?:as|in)(?: (?!business\b)\w+){0,4}? (?:co )?trustees?\b(?!'))|the (?:initial |original |then )?trustees?\b(?!'))`,
  ),
]
/** Someone is said to be the successor, whatever the vacancy: “Ben is appointed successor trustee”, “the successor to the trustee is Ben”. */
const isSuccessor = String.raw`(?:first |sole |next |immediate |only )?successor (?:co )?trustees?\b(?!'| of (?!(?:this|the|said|each) (?:trust|agreement)\b(?! @))| (?:to|under) )`
const successorsNamed: readonly RegExp[] = [
  new RegExp(
    `(?:^|[,;:] (?:and |then )?)${list} (?:(?:shall|will) (?:then )?(?:be|become|serve as|act as)|becomes?|is|are|serves as|acts as)(?: hereby)?(?: (?:appointed|named|designated|nominated))?(?: as| to be| to serve as| to act as)?(?: the| my| our)? ${isSuccessor}`,
  ),
  new RegExp(
    `^(?:[^@;]{0,40}, )?${maker} ${naming} ${list} (?:, )?(?:as|to be|to serve as|to act as)(?: the| my| our)? ${isSuccessor}`,
  ),
  new RegExp(
    String.raw`\bsuccessors? (?:to|of) (?:the |any |each )?(?:initial |original |first |then |acting |named )*(?:co )?trustees?(?: named above)? (?:shall be|will be|is|are) ${list}(?= [.,;]|$)`,
  ),
]
/** The sentence tells who is not, or need not be, a successor. */
const noSuccessor =
  /\b(?:not|never|neither|nor|former|formerly|unless|until|while|may|would|removed?|declin\w+|revoke\w*)\b/
const succeededBy = new RegExp(String.raw`\btrustees?\b[^@;]{0,60}\bsucceeded by ${list}`)
/** What is said of a successor, and not who it is: “notice to the successor Trustee shall be sent to …”, “the attorney for the successor Trustee is …”. */
const ofOthers = String.raw`\b(?:sent|given|paid|delivered|waived|notice|attorney|accountant|chosen|selected|acting|bond|protector|advis[eo]r)\b`
const besideSuccessor =
  /\b(?:(?:for|to|from|than|by|with|against|upon|if|when|no|any|every|each)|(?!names? |offices? |order |list |role |appointment |designation |nomination )\w+ of)(?: the| said| my| our)?(?: first| next| acting)?$|\bwho (?!shall\b|will\b|is to\b|are to\b)|\b(?:may|right|power|authority|entitled) |\bveto\b/
const inOrder: readonly RegExp[] = [
  new RegExp(
    String.raw`\bsuccessor (?:co )?trustees?\b(?!')(?:(?!${ofOthers})[^@;]){0,70}?(?::|\bare|\bis|\bbe|,) ${ordered}(?= [.,;]|$)`,
  ),
  new RegExp(
    String.raw`\bsucceed(?![^:]*\boffices? of (?!(?:the )?(?:\w+ )?(?:co )?trustee))\b[^@;]{0,30}\b(?:office|trustees?|trusteeship|place)\b[^@;]{0,50}?: ${ordered}(?= [.,;]|$)`,
  ),
  new RegExp(String.raw`\bfollowing\b[^@;]{0,60}\bsuccessor (?:co )?trustees?\b[^@;]{0,50}?: ${ordered}(?= [.,;]|$)`),
]

const guarding: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${naming} ${list} (?:, )?(?:as |to be |to serve as |to act as )?(?:the |sole |joint |co |legal |testamentary )*guardians?\b`,
  ),
  new RegExp(String.raw`(?:^|[,:;] )${list} (?:shall|will|is|are)(?: \w+){0,5}? guardians? of\b`),
  new RegExp(
    String.raw`\bguardians? of [^@;]{0,70}?(?:shall be|\bis\b|:|, (?:then )?i ${naming}|\bi ${naming}) ${list}`,
  ),
]
/** Those who are guarded. */
const wards = /\b(?:child|children|minors?|son|sons|daughter|daughters)\b/
/** Only who takes the place of a guardian is named, or none is. */
const noGuardian =
  /\b(?:alternate|alternative|successor|substitute|instead|stead|place|unable|unwilling|fails? to (?:serve|qualify|act)|ceas\w+|declin\w+|resign\w*|not (?:serve|qualify|act|appoint)|neither|never|ad litem|may|former|revoke\w*|delete\w*)\b/
/** The death of the other parent, without which no guardian is needed. */
const otherParent =
  /\b(?:husband|wife|spouse|parent|parents|we both|both of us|necessary|required|needed|minors?|under (?:the )?age|eighteen|at my death|upon my death)\b/

const executors = '(?:executors?|executrix|personal representatives?)'
const executing: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${maker} ${naming} ${list} (?:, )?(?:as|to be|to serve as|to act as)(?: \w+){0,3}? ${executors}\b`,
  ),
  new RegExp(String.raw`\b${maker} ${naming} as (?:the |my |sole |independent )*${executors}(?: \w+){0,5}? ${list}`),
]
const noExecutor =
  /\b(?:if|should|unless|in the event|in case|upon|when|event|alternate|alternative|successor|substitute|unable|unwilling|fails?|ceas\w+|declin\w+|neither|never|not|may|former|had|was|were)\b/

/** “, 12 Oak Lane, Rye, New York, 914-555-0107” after an agent's name: no other name of the records, and no word that changes what is said. */
const address = String.raw`(?: , whose (?:\w+ ){1,3}is| [,;(:]| of| residing)(?: (?!(?:and|or|but|if|unless|not|nor|as|shall|will|is|are|was|appoint|name|designate|except|only|place|instead|to|who|replacing|absence|after|deceased|acts?)\b|@\d)\S+){0,40}?`
const agents = String.raw`(?:(?:health|care|healthcare|medical|patient|primary|true|lawful|and|attorney in fact) )*(?:agents?|surrogate|advocate|proxy|representative|attorneys? in fact)\b(?!'| (?:payee|physician|shall|may)\b)`
/** “I, Ada, hereby appoint Ben, 12 Oak Lane, Rye, as my health care agent” */
const delegating = new RegExp(
  String.raw`\bi(?: (?:do|also|further|now))*(?: , (@(?:\d+|x)@)(?: (?!@\d)[^\s;]+){0,40}?)? ${naming}(?: :)?(?: name :)? (${person})(?:${address})?(?: [,;)])* as my ${agents}`,
)
/** Only who takes the place of an agent is named, or none is; or who was one. */
const noAgent =
  /\b(?:if|unless|should|upon|when|whenever|once|until|while|event|case|provided|subject|pending|later than|other than|unable|unwilling|alternate|successor|substitute|not|never|had|was|were|did|may|might|would|could|intend|plan|wish|want|ask\w*|request\w*|authoriz\w*|court|monitors?|no|failing|following|after|absence|alternative\w*|second|third|choice)\b/
/** A condition after the office, apart from that the one who appoints cannot decide. */
const onCondition =
  /\b(?:if|unless|should|upon|when|whenever|once|until|event|case|provided|subject|pending|later than|other than|after|following|absence|failing)\b(?! (?:(?:and|when|if|that|to|extent) )*(?:i|my)\b)/

const benefits: readonly RegExp[] = [
  new RegExp(
    String.raw`\bbeneficiar(?:y|ies)\b(?! (?:of|under) (?:the |any |each |said )?(?:\w+ )?(?:polic(?:y|ies)|plan|account|contract|annuity|will)\b)[^@;]{0,40}?(?:\bis|\bare|\bbe|\binclude|\bincludes|\bmeans?|:)(?: each of| all of| only)? ${list}`,
  ),
]
const noBenefit =
  /\b(?:if|unless|should|in the event|contingent|remote|deceased|not|never|former|other than|may|fails?)\b/

/** Someone who is listed alone in a line below “successor trustees in this order:”. */
const alone = new RegExp(`^${order}${person}(?: [,;](?: (?:and|then))?)?$`)
const listBegins =
  /\bsuccessor (?:co )?trustees?\b[^@]*(?::|\b(?:following order|order named|order listed|order of priority|the following)\b[^@]*)$/

const ordinary = setOf('a an the')

/**
 * Reads the roles of those clauses in which a role depends on that another person cannot serve, or in which those whom it is for are named
 * by no name: successor trustees, guardians of “my minor children”, and beneficiaries.
 */
export function clauseRoles(text: string, kind: InstrumentKind, household: FactHousehold): ClauseRole[] {
  const namesIn = createNameReader(household.people, household.entities)
  const found: ClauseRole[] = []
  let isListing = false
  // “The Investment Adviser is Ada. If she dies, Ben shall succeed to the office.”: the office is that of the sentence before.
  let isOtherOffice = false
  for (const { start, end } of sentencesOf(text)) {
    const tokens = namesIn(text, { start, end })
    const pattern = besideName.reduce((said, [beside, name]) => said.replace(beside, name), patternOf(tokens))
    const add = (is: ClauseRole['is'], said: string | undefined, before: string, by?: readonly string[]) => {
      for (const token of namesOf(said, tokens)) {
        const isBefore = namesOf(before, tokens).some(({ keys }) => keys.some((key) => token.keys.includes(key)))
        if (isBefore) continue
        const role = { is, who: token.keys, name: text.slice(token.start, token.end), start, end }
        found.push(by === undefined ? role : { ...role, by })
      }
    }
    if (kind === 'power') {
      const match = delegating.exec(pattern)
      if (match === null) continue
      const [said, by, agent = ''] = match
      const before = pattern.slice(0, match.index + said.lastIndexOf(agent))
      if (noAgent.test(before) || onCondition.test(pattern.slice(match.index + said.length))) continue
      const [maker] = namesOf(by, tokens)
      if (by === undefined || maker !== undefined) add('agent', agent, before, maker?.keys)
      continue
    }
    if (kind === 'will') {
      const place = guarding.map((each) => each.exec(pattern)).find((match) => match !== null)
      if (place && wards.test(pattern) && isGuardian(pattern)) add('guardian', place[1], '')
      const executor = executing.map((each) => each.exec(pattern)).find((match) => match !== null)
      if (executor && !noExecutor.test(pattern)) add('executor', executor[1], pattern.slice(0, executor.index))
      continue
    }
    if (isListing && alone.test(pattern)) {
      add('successor-trustee', pattern, '')
      continue
    }
    isListing = listBegins.test(pattern)
    const raw = text.slice(start, end).toLowerCase()
    if (otherOffice.test(raw)) isOtherOffice = true
    else if (anyTrustee.test(raw)) isOtherOffice = false
    const isOfTrustee = (said: string) => anyTrustee.test(said) || !isOtherOffice
    for (const part of pattern.split(' ; ')) {
      const begins = condition.exec(part)
      const rest = begins ? part.slice(begins.index) : ''
      const match = succeeding.map((each) => each.exec(rest)).find((each) => each !== null)
      if (match && vacancy.test(rest.slice(0, match.index)) && !denied.test(match[0]) && isOfTrustee(match[0]))
        add('successor-trustee', match[1], rest.slice(0, match.index))
    }
    for (const part of pattern.split(' ; ')) {
      const match = followingIf.map((each) => each.exec(part)).find((each) => each !== null)
      if (
        match &&
        vacancy.test(part.slice(match[0].length)) &&
        !/\b(?:not|never|neither|until|unless|while)\b/.test(part)
      )
        add('successor-trustee', match[1], part.slice(match[0].length))
    }
    if (!denied.test(pattern)) for (const each of succession) add('successor-trustee', each.exec(pattern)?.[1], '')
    if (!noSuccessor.test(pattern)) add('successor-trustee', succeededBy.exec(pattern)?.[1], '')
    if (!noSuccessor.test(pattern))
      for (const each of successorsNamed) {
        const match = each.exec(pattern)
        if (match) add('successor-trustee', match[1], '')
      }
    const listed = inOrder.map((each) => each.exec(pattern)).find((match) => match !== null)
    const beforeList = pattern.slice(0, listed?.index ?? 0).trim()
    if (
      listed &&
      isOfTrustee(listed[0]) &&
      !/\b(?:not|former|removed?|revoke\w*|delete\w*)\b/.test(beforeList) &&
      !/\b(?:other than|except)\b/.test(pattern.slice(0, listed.index + listed[0].length)) &&
      !besideSuccessor.test(beforeList)
    )
      add('successor-trustee', listed[1], pattern.slice(0, listed.index))
    for (const each of benefits) {
      const match = each.exec(pattern)
      if (match && !noBenefit.test(pattern)) add('beneficiary', match[1], '')
    }
  }
  return found
}

/** Whether a sentence names the guardian, and not who follows another one. */
const isGuardian = (pattern: string): boolean =>
  !noGuardian.test(pattern) &&
  (!/\b(?:if|should|in the event|in case|unless)\b/.test(pattern) || otherParent.test(pattern))

/** A sentence as words in small letters, with names as their number among its tokens: “i appoint @2@ as guardian”. */
function patternOf(tokens: readonly Token[]): string {
  return tokens
    .flatMap((token, at) => {
      if (token.is === 'word')
        return ordinary.has(token.word) && token.word !== 'the'
          ? []
          : [token.possessive ? `${token.word}'s` : token.word]
      if (token.is === 'mark') return [token.mark]
      return [`@${token.is === 'name' ? at : 'x'}@${token.possessive ? "'s" : ''}`]
    })
    .join(' ')
}

/** The people and entities of the records in a part of a pattern. */
const namesOf = (said: string | undefined, tokens: readonly Token[]): NameToken[] =>
  Array.from((said ?? '').matchAll(/@(\d+)@/g), ([, at]) => tokens[Number(at)]).flatMap((token) =>
    token?.is === 'name' ? [token] : [],
  )
