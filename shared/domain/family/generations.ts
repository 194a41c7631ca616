import { type FamilyLink, withoutLoops } from './family-links.ts'

/** People of one generation. `from` and `to` are years of birth; null if no date of birth is known. */
export type Generation<Person> = { from: number | null; to: number | null; people: Person[] }

/** Years between two births from which on the younger person belongs to the next generation. */
const generationGap = 15

type Born = { id: string; is_primary: boolean; date_of_birth: string | null }

function yearOf({ date_of_birth: born }: Born): number | null {
  const year = Number(born?.slice(0, 4))
  return born && Number.isInteger(year) ? year : null
}

/** The generation of each person with a date of birth, from 0 for the oldest, by the years between births. */
function byBirth(people: readonly Born[]): Map<string, number> {
  const dated = people
    .flatMap((person) => {
      const year = yearOf(person)
      return year === null ? [] : [{ id: person.id, year }]
    })
    .toSorted((one, other) => one.year - other.year)
  const found = new Map<string, number>()
  let at = 0
  let last: number | null = null
  for (const { id, year } of dated) {
    if (last !== null && year - last >= generationGap) at += 1
    last = year
    found.set(id, at)
  }
  return found
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** People who belong into one generation because they are, or were, a couple; `of` names the group of each. */
type Groups = { of: (id: string) => string; parents: Map<string, Set<string>>; children: Map<string, Set<string>> }

/** A couple is in one generation, unless one is an ancestor of the other. */
function groupsOf(ids: readonly string[], links: readonly FamilyLink[]): Groups {
  const leader = new Map(ids.map((id) => [id, id]))
  const of = (id: string): string => {
    const up = leader.get(id) ?? id
    return up === id ? id : of(up)
  }
  const parentLinks = links.filter(({ role }) => role === 'Parent')
  const edges = () => {
    const parents = new Map<string, Set<string>>()
    const children = new Map<string, Set<string>>()
    const note = (map: Map<string, Set<string>>, key: string, value: string) =>
      map.set(key, (map.get(key) ?? new Set()).add(value))
    for (const { from, to } of parentLinks) {
      note(children, of(from), of(to))
      note(parents, of(to), of(from))
    }
    return { parents, children }
  }
  const reaches = (from: string, to: string, { children }: ReturnType<typeof edges>) => {
    const seen = new Set<string>()
    const waiting = [from]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === to) return true
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(children.get(next) ?? []))
    }
    return false
  }
  for (const { from, to, role } of links) {
    if (role === 'Parent') continue
    const [one, other] = [of(from), of(to)]
    const known = edges()
    if (!reaches(one, other, known) && !reaches(other, one, known)) leader.set(other, one)
  }
  return { of, ...edges() }
}

/** The level of each group: below all of its parents, and ancestors without parents of their own just above their children. */
function levelsOf(groups: ReadonlySet<string>, { parents, children }: Groups): Map<string, number> {
  const levels = new Map<string, number>()
  const level = (group: string): number => {
    const known = levels.get(group)
    if (known !== undefined) return known
    const found = Math.max(0, ...[...(parents.get(group) ?? [])].map((parent) => level(parent) + 1))
    levels.set(group, found)
    return found
  }
  for (const group of groups) level(group)
  for (const group of groups) {
    const below = [...(children.get(group) ?? [])].map((child) => levels.get(child) ?? 0)
    if (below.length > 0 && !parents.has(group)) levels.set(group, Math.min(...below) - 1)
  }
  return levels
}

/** Sets of people who are connected by links. */
function componentsOf(ids: readonly string[], links: readonly FamilyLink[]): string[][] {
  const beside = new Map<string, string[]>()
  for (const { from, to } of links) {
    push(beside, from, to)
    push(beside, to, from)
  }
  const seen = new Set<string>()
  return ids.flatMap((id) => {
    if (seen.has(id)) return []
    const members: string[] = []
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      members.push(next)
      waiting.push(...(beside.get(next) ?? []))
    }
    return [members]
  })
}

/** The number that occurs most often, of several the smallest; 0 for none. */
function mostCommon(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }))
  return counts.toSorted((one, other) => other.count - one.count || one.value - other.value)[0]?.value ?? 0
}

/** The generation of each person who has one: by family where there is a link, else by birth. */
function rowsOf(people: readonly Born[], links: readonly FamilyLink[]): Map<string, number> {
  const born = byBirth(people)
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]))
  const ids = people.filter(({ id }) => linked.has(id)).map(({ id }) => id)
  const groups = groupsOf(ids, links)
  const levels = levelsOf(new Set(ids.map(groups.of)), groups)
  const rows = new Map([...born].filter(([id]) => !linked.has(id)))
  for (const members of componentsOf(ids, links)) {
    const level = (id: string) => levels.get(groups.of(id)) ?? 0
    // Where births would put most of the family.
    const offset = mostCommon(
      members.flatMap((id) => {
        const row = born.get(id)
        return row === undefined ? [] : [row - level(id)]
      }),
    )
    for (const id of members) rows.set(id, level(id) + offset)
  }
  return rows
}

/** The members of a couple, or of several marriages, in a row: each as near to the others as it can be. */
function couplesOf(ids: readonly string[], links: readonly FamilyLink[], rank: (id: string) => number): string[][] {
  const own = new Set(ids)
  const couples = links.filter(({ from, to, role }) => role !== 'Parent' && own.has(from) && own.has(to))
  return componentsOf(ids, couples).map((members) => {
    const beside = (id: string) => couples.filter(({ from, to }) => from === id || to === id)
    const isEnd = (id: string) => new Set(beside(id).flatMap(({ from, to }) => [from, to])).size <= 2
    const isFormer = (id: string) => beside(id).every(({ role }) => role === 'Former spouse')
    const first = (one: string, other: string) =>
      Number(isEnd(other)) - Number(isEnd(one)) ||
      Number(isFormer(other)) - Number(isFormer(one)) ||
      rank(one) - rank(other)
    const order = new Set<string>()
    const walk = (id: string) => {
      if (order.has(id)) return
      order.add(id)
      const next = beside(id).map(({ from, to }) => (from === id ? to : from))
      for (const other of next.toSorted((a, b) => rank(a) - rank(b))) walk(other)
    }
    for (const id of members.toSorted(first)) walk(id)
    return [...order]
  })
}

/**
 * A row from left to right: people in the order of `ids`, who are in the order of their rank, couples beside each other, children in the
 * order of their parents.
 */
function inRow(
  ids: readonly string[],
  links: readonly FamilyLink[],
  { rank, placed }: { rank: (id: string) => number; placed: ReadonlyMap<string, number> },
): string[] {
  const units = couplesOf(ids, links, rank).map((members) => {
    const parents = links.flatMap(({ from, to, role }) => {
      const place = role === 'Parent' && members.includes(to) ? placed.get(from) : undefined
      return place === undefined ? [] : [place]
    })
    return { members, below: parents.length > 0 ? Math.min(...parents) : null }
  })
  const children = units.filter(({ below }) => below !== null).toSorted((a, b) => (a.below ?? 0) - (b.below ?? 0))
  return units.flatMap(({ members, below }) => (below === null ? members : (children.shift()?.members ?? [])))
}

/**
 * Divides people into generations, the oldest first. Family links count before dates of birth: parents are above their children, and
 * couples beside each other, as far as the links agree; a link that makes someone their own ancestor is ignored. People without a link
 * are placed by date of birth, and those without either come last. Within a generation primaries come first, then the older.
 */
export function generationsOf<Person extends Born>(
  people: readonly Person[],
  family: readonly FamilyLink[] = [],
): Generation<Person>[] {
  const byId = new Map(people.map((person) => [person.id, person]))
  const links = withoutLoops(family.filter(({ from, to }) => from !== to && byId.has(from) && byId.has(to)))
  const ranked = people.toSorted(
    (one, other) =>
      Number(other.is_primary) - Number(one.is_primary) ||
      compareText(one.date_of_birth ?? '9999', other.date_of_birth ?? '9999'),
  )
  const ranks = new Map(ranked.map(({ id }, at) => [id, at]))
  const rows = rowsOf(people, links)
  const last = Number.POSITIVE_INFINITY
  const byRow = Map.groupBy(ranked, ({ id }) => rows.get(id) ?? last)
  const placed = new Map<string, number>()
  return [...byRow.keys()]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((row) => {
      const ids = (byRow.get(row) ?? []).map(({ id }) => id)
      const order = inRow(ids, links, { rank: (id) => ranks.get(id) ?? 0, placed })
      for (const id of order) placed.set(id, placed.size)
      const members = order.flatMap((id) => byId.get(id) ?? [])
      const years = members.flatMap((person) => yearOf(person) ?? [])
      return {
        from: years.length === 0 ? null : Math.min(...years),
        to: years.length === 0 ? null : Math.max(...years),
        people: members,
      }
    })
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
