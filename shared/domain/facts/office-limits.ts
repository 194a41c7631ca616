const officeWords =
  '(?:trustees?|executors?|executrix|(?:personal )?representatives?|administrators?|agents?|attorneys?[ -]in[ -]fact|proxy|surrogates?|guardians?)'
const anOffice = new RegExp(String.raw`\b${officeWords}\b`, 'gi')
const months = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const aDay = String.raw`(?:(?:the )?\d{1,2}(?:st|nd|rd|th)? day of )?(?:${months},? )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:of )?\d{4}\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}`
const ofPart =
  'farms?|ranch|house|home|cottage|residence|real (?:estate|property)|banking|polic(?:y|ies)|insurance|accounts?|business|company|shares|stock|land|sale|purchase|closing|transaction|collection'
const begins =
  '(?:beginning|commencing|starting|effective|as of|(?:from|on) and after|from|after)(?: (?:on|in|as of|at|from))?'
/** Words that limit an office to a part of the property, to a place, a purpose or a time. */
const limiting = new RegExp(
  [
    String.raw`(?<=\()[^()]{1,60} (?:only|solely|exclusively)(?=\))`,
    String.raw`(?:(?:but|and|then) )?(?:in|within|for|over|as to|during|from|with|on|at) [^,;]{1,80}? (?:only|solely|exclusively)\b(?! (?:with|as|in|for|to|over|of|while|during|until|on|if|so|from)\b)`,
    String.raw`(?:(?:but|and|then) )?(?<!\b(?:not|my|his|her|our|their|the) )(?:only|solely|exclusively)\b(?! (?:child|son|daughter|heir|surviving|remaining|living))`,
    String.raw`(?:special|ancillary|limited|temporary|interim|provisional|emergency) (?:co-?)?${officeWords}\b`,
    String.raw`for (?:the |a )?(?:sole|limited|single|specific|special|particular|following|only) purposes?\b`,
    String.raw`with (?:(?:sole|exclusive|limited|no|only) (?:authority|powers?|responsibility|discretion)|(?:authority|powers?) (?:only|limited))\b`,
    'limited to\\b|except (?:as to|for|in|with respect to)\\b|not (?:to include|including)\\b|to the extent of\\b|on (?:the )?condition\\b',
    String.raw`(?:with (?:respect|regard)|in (?:respect|regard|relation|connection)|insofar as (?:it|they) relates?|as|relating|pertaining) (?:to|with|of) (?!(?:all|any|each|every)\b(?![^,;]{0,40} (?:located|situated|outside)\b)|whi|who|such\b|the following\b|(?:the |my |this |said )?(?:trust|trust (?:estate|property)|estate|will)\b(?! of))`,
    String.raw`(?:for|over) (?:(?:the|my|our|his|her|their|its) )?(?:sale of |purchase of )?(?:${ofPart})\b(?![^,;]{0,40}\btrust\b)`,
    String.raw`(?:as regards|regarding|concerning) (?!all\b|any\b|whi|who|such\b|(?:the |my |this )?(?:trust|estate|will)\b(?! of))`,
    String.raw`(?:for|over|(?<=\b${officeWords} )of) (?:the|my|our|his|her|their) (?:\w+ ){0,2}?(?:property|assets|estate) (?:located |situated )?(?:in|within|outside) (?!which|this|my|accordance|any|(?:the )?(?:trust|event|case)\b)`,
    String.raw`(?<=\b${officeWords} )of (?:the|my|our) (?:${ofPart})\b(?![^,;]{0,40}\btrust\b)`,
    'for (?:nothing else|no other purpose)\\b',
    String.raw`for (?!all\b|any\b|such\b|every\b|health|medical|financial|property|personal|these\b|those\b)[\w-]+ (?:matters|affairs|transactions)\b`,
    `${begins} (?:${aDay})`,
    '(?:beginning|commencing|starting|effective) (?:on|in|at|when|with|from) (?!the date (?:of this|hereof|this)|signing|execution)',
    String.raw`(?:until|till|through|before|prior to) (?:${aDay})|until\b|pending\b`,
    String.raw`(?:for )?(?:so|as) long as\b|while\b(?![^,;]{0,40}\b(?:living|alive|lives?)\b)`,
    String.raw`during\b(?! (?:(?:the|my|our|his|her|their) )?(?:(?:joint|remaining) )?(?:(?:\w+['’]s) )?(?:life|lives|lifetimes?)\b)`,
    String.raw`for (?:an? |the |an initial )?(?:period|term) of\b|for (?:[\w-]+ )?(?:\(\d+\) )?(?:years|months|days)\b`,
  ].join('|'),
  'i',
)
/** “The ancillary Trustee is”, before the name. */
const limitedBefore = new RegExp(
  String.raw`\b(?:special|ancillary|limited|temporary|interim|provisional|emergency) (?:co-?)?${officeWords}\b(?=[^,;]{0,30}$)`,
  'i',
)
/** Where the words about an office end, and others about what its holder does begin. */
const officeEnds =
  /[;%$]|,? and (?:\p{Lu}[\p{L}.'’-]*,? ){1,6}(?:as|to be)\b|\b(?:shall|(?<!\b(?:this|my|said|last|the) )will|may|must|has|have|who|which|without|is|are|dated|(?:enter|execut|declar|establish|creat|agree|mak|made|sign|certif|acknowledg|accept|resign|retain|reserv|restat|amend|consent|grants?\b|convey|assign|transfer|h[eo]ld|pay)\w*)\b/u
const limitEnds =
  /;|, (?:and|but|or|then|to|I|we|my|the|he|she|they|who|each|as)\b|,? (?:shall|will) (?:serve|act|be|become)\b|\.?$/
const onlyBegins = new RegExp(String.raw`^${begins} (?!.*\b(?:to|through|until|ending)\b)`, 'i')

/**
 * The words of a sentence that limit the office of someone whom it names, at any place of the name, which a trust may have too; null without
 * any. A day on which the office begins is no limit if it had come when the paper was made.
 *
 * @param others - the names of those who have another office in the sentence
 */
export function limitIn(sentence: string, name: string, others: readonly string[], text: string): string | null {
  for (let at = name === '' ? -1 : sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + name.length)) {
    const limit = limitAt({ sentence, name, at }, others, text)
    if (limit !== null) return limit
  }
  return null
}

type NamePlace = { sentence: string; name: string; at: number }

function limitAt({ sentence, name, at }: NamePlace, others: readonly string[], text: string): string | null {
  const places = others.map((other) => ({ from: sentence.indexOf(other), to: sentence.indexOf(other) + other.length }))
  const before = Math.max(
    sentence.lastIndexOf(';', at) + 1,
    ...places.flatMap(({ from, to }) => (from < at ? [to] : [])),
  )
  const nameEnd = at + name.length
  const ownOffice = sentence.slice(nameEnd).search(anOffice)
  const next = Math.min(
    sentence.length,
    ...places.flatMap(({ from }) => (from > nameEnd && ownOffice >= 0 && nameEnd + ownOffice < from ? [from] : [])),
  )
  const after = sentence.slice(nameEnd, next)
  const [office] = after.matchAll(anOffice)
  const officeEnd = office === undefined ? 0 : office.index + office[0].length
  const end = after.slice(officeEnd).search(officeEnds)
  const leading = sentence.slice(before, sentence.lastIndexOf(',', at) + 1)
  const ofOffice = limitedBefore.exec(sentence.slice(before, at))
  if (ofOffice !== null) return ofOffice[0].toLowerCase()
  const parts = [
    { words: leading, own: leading, isLeading: true },
    { words: after, own: end < 0 ? after : after.slice(0, officeEnd + end), isLeading: false },
  ]
  for (const { words, own, isLeading } of parts) {
    const match = new RegExp(String.raw`\b(?:${limiting.source})`, 'i').exec(own)
    if (match === null || (isLeading && !/(?:^|[,.:)–—-])\s*$/.test(own.slice(0, match.index)))) continue
    const from = words.slice(match.index)
    const rest = from.slice(match[0].length)
    const limit = `${match[0]}${rest.slice(0, rest.search(limitEnds))}`
      .replace(/^([^()]*)\).*$/, '$1')
      .replace(/[\s,]+$/, '')
    if (!hasBegun(limit, text)) return isLeading ? limit.charAt(0).toLowerCase() + limit.slice(1) : limit
  }
  return null
}

/** Whether words like “effective June 1, 2011” are of a day that a text gives elsewhere too, or of a year before another one in it. */
function hasBegun(limit: string, text: string): boolean {
  const day = onlyBegins.test(limit) ? new RegExp(aDay, 'i').exec(limit)?.[0] : undefined
  if (day === undefined) return false
  const rest = text.replace(/\s+/g, ' ').split(day)
  const year = Number(/\d{4}/.exec(day)?.[0] ?? Number.NaN)
  const days = rest.join(' ').matchAll(new RegExp(String.raw`${months},? (?:\d{1,2}, )?(\d{4})\b`, 'gi'))
  return rest.length > 2 || Array.from(days).some(([, other]) => Number(other) > year)
}

const limitedTitle = /^[^.]{0,200}?\b((?:limited|special) (?:durable )?powers? of attorney)\b/i

/** “Limited power of attorney”, where a text begins with it: an agent of such a power has no other one, whatever their sentence says. */
export const limitedPowerIn = (text: string): string | null =>
  limitedTitle.exec(text)?.[1]?.replace(/\s+/g, ' ').toLowerCase() ?? null
