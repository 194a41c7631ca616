import { fold } from '../domain/fold.ts'
import type { KnownAsset, RowRef, SecurityQuestion } from './batch.ts'
import type { Identifier, StatementRow } from './statement.ts'

/** A row of a file or an asset, by what identifies it. */
type Listed = { name: string; identifiers: readonly Identifier[] }

/** An asset that a row may be. */
export type Target = Listed & { external_id: string | null; asset_class_id: string }

/** Kinds of identifiers that agencies give: they are never used again for another security, as symbols are. */
const agencies: readonly Identifier['kind'][] = ['cusip', 'isin', 'sedol']
const allKinds: readonly Identifier['kind'][] = [...agencies, 'symbol', 'custodian']

/** Identifiers as keys. An ISIN of the United States or Canada contains the CUSIP. */
function keysOf(identifiers: readonly Identifier[], kinds: readonly Identifier['kind'][]): string[] {
  const keys: string[] = []
  for (const { kind, value } of identifiers) {
    if (kinds.includes(kind)) keys.push(`${kind}:${value}`)
    if (kind === 'isin' && kinds.includes('cusip') && /^(?:US|CA)[0-9A-Z]{9}\d$/.test(value))
      keys.push(`cusip:${value.slice(2, 11)}`)
  }
  return keys
}

/** Keys by which an asset's external id is any of the identifiers. */
const externalKeys = (identifiers: readonly Identifier[]): string[] =>
  keysOf(identifiers, allKinds).map((key) => external(key.slice(key.indexOf(':') + 1)))

/**
 * The keys under which the asset class of a security is remembered: its identifiers, without those of the custodian, which two
 * custodians may give to two securities; without any, its name.
 */
export function securityKeys({ name, identifiers }: Listed): string[] {
  const keys = keysOf(identifiers, [...agencies, 'symbol'])
  return keys.length > 0 ? [...new Set(keys)] : [`name:${fold(name)}`]
}

/** Kinds of identifiers of which both have some, and no common one. */
export function differingKinds(one: readonly Identifier[], other: readonly Identifier[]): Identifier['kind'][] {
  return allKinds.filter((kind) => {
    const [a, b] = [keysOf(one, [kind]), keysOf(other, [kind])]
    return a.length > 0 && b.length > 0 && !a.some((key) => b.includes(key))
  })
}

const external = (value: string): string => `external:${value.trim().toUpperCase()}`

/** The evidence that a row and an asset are one, best first. A name is common only where no identifier differs. */
const passes: readonly { of: (row: Listed) => string[]; to: (target: Target) => string[]; isName?: true }[] = [
  { of: (row) => keysOf(row.identifiers, agencies), to: (target) => keysOf(target.identifiers, agencies) },
  {
    of: (row) => keysOf(row.identifiers, ['symbol', 'custodian']),
    to: (target) => keysOf(target.identifiers, ['symbol', 'custodian']),
  },
  {
    of: (row) => externalKeys(row.identifiers),
    to: ({ external_id }) => (external_id === null ? [] : [external(external_id)]),
  },
  { of: ({ name }) => [fold(name)], to: ({ name }) => [fold(name)], isName: true },
]

export type Matches = {
  /** Indexes of the assets by the indexes of the rows. */
  pairs: Map<number, number>
  /** Rows that may be several assets of different asset classes, with the indexes of these. */
  unclear: Map<number, number[]>
}

/**
 * Matches rows with the assets that they are: by any identifier, then by name. Of several assets with a common key the one with the
 * same name is taken, else they are taken in order, unless their asset classes differ and `chosen` does not say which one.
 *
 * @param chosen - index of the asset that the advisor chose for a row; -1 for none of them; null while it is open
 */
export function matchHoldings<Row extends Listed>(
  rows: readonly Row[],
  targets: readonly Target[],
  chosen: (row: Row) => number | null = () => null,
): Matches {
  const pairs = new Map<number, number>()
  const unclear = new Map<number, number[]>()
  const taken = new Set<number>()
  const names = targets.map(({ name }) => fold(name))
  const pair = (row: number, target: number) => {
    pairs.set(row, target)
    taken.add(target)
  }
  for (const { of, to, isName } of passes) {
    const byKey = placesBy(targets, (target, at) => (taken.has(at) ? [] : to(target)))
    const candidates = rows.map((row, at) => {
      if (pairs.has(at) || unclear.has(at)) return []
      const found = [...new Set(of(row).flatMap((key) => byKey.get(key) ?? []))]
      return isName ? found.filter((to) => !differs(row, targets[to])) : found
    })
    const isFree = (target: number) => !taken.has(target)
    for (const [at, row] of rows.entries()) {
      const own = fold(row.name)
      const named = candidates[at]?.find((to) => isFree(to) && names[to] === own)
      if (named !== undefined) pair(at, named)
    }
    for (const [at, row] of rows.entries()) {
      const free = pairs.has(at) ? [] : (candidates[at]?.filter(isFree) ?? [])
      const [next] = free
      if (next === undefined) continue
      if (new Set(free.map((to) => targets[to]?.asset_class_id)).size === 1) pair(at, next)
      else {
        const choice = chosen(row)
        if (choice !== null && free.includes(choice)) pair(at, choice)
        else if (choice !== -1) unclear.set(at, free)
      }
    }
  }
  return { pairs, unclear }
}

/** The indexes of values by their keys. */
export function placesBy<One>(
  all: readonly One[],
  keys: (one: One, at: number) => readonly string[],
): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, one] of all.entries()) {
    for (const key of keys(one, at)) {
      const found = places.get(key)
      if (found) found.push(at)
      else places.set(key, [at])
    }
  }
  return places
}

const differs = (row: Listed, target: Listed | undefined): boolean =>
  target === undefined || differingKinds(row.identifiers, target.identifiers).length > 0

/** Cash and money funds, which accounts of different clients have in common. */
const isCash = ({ name, identifiers }: Listed): boolean =>
  /\b(?:cash|money market|sweep|margin|deposits?)\b/i.test(name) ||
  identifiers.some(({ kind, value }) => kind === 'symbol' && /^[A-Z]{3}XX$/.test(value))

/** True if more than half of the holdings of both sides are the same, without cash, and there is at least one. */
export function holdingsAgree(rows: readonly StatementRow[], assets: readonly KnownAsset[]): boolean {
  const found = distinct(rows.filter((row) => !isCash(row)))
  const targets = assets.map(({ display_name: name, external_id, identifiers }): Target => {
    return { name, external_id, identifiers, asset_class_id: '' }
  })
  const before = distinct(targets.filter((target) => !isCash(target)))
  const { pairs } = matchHoldings(found, before)
  return pairs.size * 2 > Math.max(found.length, before.length)
}

/**
 * Finds those of the records whose holdings agree with an account's rows, as {@link holdingsAgree} says. Only records with something in
 * common with more than half of the holdings are compared.
 */
export function indexHoldings<Known extends { assets: readonly KnownAsset[] }>(
  records: readonly Known[],
): (rows: readonly StatementRow[]) => Set<Known> {
  const byKey = placesBy(records, ({ assets }) => [
    ...new Set(
      assets.flatMap(({ display_name, external_id, identifiers }) => [
        ...keysOf(identifiers, allKinds),
        ...(external_id === null ? [] : [external(external_id)]),
        `name:${fold(display_name)}`,
      ]),
    ),
  ])
  return (rows) => {
    const found = distinct(rows.filter((row) => !isCash(row)))
    const common = new Map<number, number>()
    for (const { name, identifiers } of found) {
      const keys = [...keysOf(identifiers, allKinds), ...externalKeys(identifiers), `name:${fold(name)}`]
      const places = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
      for (const place of places) common.set(place, (common.get(place) ?? 0) + 1)
    }
    const near = [...common].flatMap(([place, count]) => (count * 2 > found.length ? (records[place] ?? []) : []))
    return new Set(near.filter(({ assets }) => holdingsAgree(rows, assets)))
  }
}

/** One of each security: the same one twice in an account proves no more than once. */
function distinct<One extends Listed>(all: readonly One[]): One[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const keys = securityKeys(one)
    const isNew = !keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

/**
 * Keys by which the asset class of a security is known. A number of the custodian's own proves nothing without the name: another custodian may
 * give it to another security.
 */
const classKeys = ({ name, identifiers }: Listed): string[] => [
  ...externalKeys(identifiers.filter(({ kind }) => kind !== 'custodian')),
  ...identifiers.flatMap(({ kind, value }) => (kind === 'custodian' ? [numbered(value, name)] : [])),
]

const numbered = (value: string, name: string): string => `numbered:${value.trim().toUpperCase()}:${fold(name)}`

/** A row whose asset class is needed. */
export type Unclassified = Listed & { ref: RowRef; kind: string | null }

type ClassSources = {
  /** Asset classes that the advisor gave, by the keys of securities. */
  securities: ReadonlyMap<string, string>
  /** The firm's table from the custodian's kind of security to an asset class. */
  kinds: Readonly<Record<string, string>>
  /** Assets of current valuations. */
  seen: readonly Target[]
}

/**
 * The asset class of each row: given for one of its identifiers before, else of an asset with one of them, else by the firm's table; else
 * it is asked once for each security. Two classes for one security are asked as well. Null for a row whose class is asked.
 */
export function classify(
  rows: readonly Unclassified[],
  { securities, kinds, seen }: ClassSources,
): { classes: (string | null)[]; questions: SecurityQuestion[] } {
  const ofKind = new Map(Object.entries(kinds).map(([kind, id]) => [fold(kind), id]))
  const ofSeen = new Map<string, Set<string>>()
  for (const target of seen) {
    const { external_id: id, name } = target
    const own = [...classKeys(target), ...(id === null ? [] : [external(id), numbered(id, name)])]
    for (const key of own.length > 0 ? own : [`name:${fold(name)}`])
      ofSeen.set(key, (ofSeen.get(key) ?? new Set()).add(target.asset_class_id))
  }
  const classes: (string | null)[] = rows.map(() => null)
  const questions: SecurityQuestion[] = []
  for (const { members, keys } of groupSecurities(rows)) {
    const group = members.flatMap((at) => rows[at] ?? [])
    const values = group.flatMap(classKeys)
    const given = new Set(keys.flatMap((key) => securities.get(key) ?? []))
    const found = new Set([...values, ...keys].flatMap((key) => [...(ofSeen.get(key) ?? [])]))
    const fromKind = new Set(group.flatMap(({ kind }) => (kind === null ? [] : (ofKind.get(fold(kind)) ?? []))))
    const deciding = [given, found, fromKind].find(({ size }) => size > 0) ?? new Set<string>()
    const [only] = deciding
    if (only !== undefined && deciding.size === 1) {
      for (const at of members) classes[at] = only
      continue
    }
    const [first] = group
    if (!first) continue
    const identifiers = new Map(group.flatMap((row) => row.identifiers.map((one) => [`${one.kind}:${one.value}`, one])))
    questions.push({
      keys,
      name: first.name,
      identifiers: [...identifiers.values()],
      kind: group.find(({ kind }) => kind !== null)?.kind ?? null,
      rows: group.map(({ ref }) => ref),
      answers: [...deciding],
    })
  }
  return { classes, questions }
}

/**
 * Rows of the same security: with a common identifier of an agency, then with a common symbol. A symbol that belongs to two securities
 * joins nothing, and is no key of these.
 */
function groupSecurities(rows: readonly Listed[]): { members: number[]; keys: string[] }[] {
  const parents = rows.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root] ?? root
    parents[at] = root
    return root
  }
  const joinAll = (members: readonly number[]) => {
    for (const at of members) parents[rootOf(at)] = rootOf(members[0] ?? at)
  }
  const isSymbol = (key: string) => key.startsWith('symbol:')
  const byKey = placesBy(rows, securityKeys)
  for (const [key, members] of byKey) if (!isSymbol(key)) joinAll(members)
  const unclear = new Set<string>()
  for (const [key, members] of byKey) {
    if (!isSymbol(key)) continue
    const isNumbered = (at: number) => keysOf(rows[at]?.identifiers ?? [], agencies).length > 0
    const numbered = members.filter(isNumbered)
    const isOne = agencies.every((kind) => {
      const roots = numbered.filter((at) => keysOf(rows[at]?.identifiers ?? [], [kind]).length > 0).map(rootOf)
      return new Set(roots).size <= 1
    })
    if (isOne) joinAll(members)
    else {
      unclear.add(key)
      joinAll(members.filter((at) => !isNumbered(at)))
    }
  }
  const groups = Map.groupBy(rows.keys(), rootOf)
  return [...groups.values()].map((members) => {
    const all = new Set(members.flatMap((at) => securityKeys(rows[at] ?? { name: '', identifiers: [] })))
    const isUsed = (key: string) => !unclear.has(key) || [...all].every((one) => one === key)
    return { members, keys: [...all].filter(isUsed) }
  })
}
