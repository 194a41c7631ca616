import { resourceNames } from '../../shared/domain/names.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { MissingOfHousehold, RuleException, TodayAnswer, WhoseDocuments } from '../../shared/ipc/today.ts'
import { nameExpected, ruleSources, whyUnknown } from '../../shared/rules/expected-documents.ts'
import { type ReadRules, type Rule, type RuleFile, type RuleSetter, rulesInForce } from '../../shared/rules/rules.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { HouseholdChoice } from '../data/reads/asked-households.ts'
import { textCell } from '../exports/cell.ts'
import { csvText } from '../exports/csv-table.ts'
import { datedFileName } from '../exports/saved-files.ts'
import { idsOf } from './bulk.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'

export type RuleSources = {
  /** The rules of the firm's policy; null without them. */
  firmRules: () => RuleFile | null
  /** The rules of the user's own file; null without one. */
  ownRules: () => Promise<ReadRules | null>
}

type Options = {
  runtimes: Pick<Runtimes, 'get'>
  files: Pick<FileSaver, 'saveText'>
  rules: RuleSources
  publish: EventHub['publish']
  /** While a household is presented, only its lines are read. */
  presented: () => Presenting | null
}

type Chosen = {
  /** Those that are switched on. */
  rules: Rule[]
  all: { rule: Rule; by: RuleSetter; on: boolean; switchable: boolean }[]
  told: TodayAnswer['rules']
}

/** The rules that apply: see {@link rulesInForce}. The user can switch off each rule but the firm's. */
export async function chooseRules(
  { firmRules, ownRules }: RuleSources,
  store: Pick<ConnectionStore, 'read'>,
): Promise<Chosen> {
  const [own, off] = await Promise.all([ownRules(), store.read('rules.off', {})])
  const [policy, file] = [firmRules(), own?.file ?? null]
  const all = rulesInForce({ file, policy }).map(({ rule, by }) => {
    const switchable = by !== 'policy'
    return { rule, by, switchable, on: !(switchable && off.includes(rule.id)) }
  })
  const source = policy !== null ? 'policy' : file !== null ? 'file' : 'default'
  return {
    rules: all.filter(({ on }) => on).map(({ rule }) => rule),
    all,
    told: { source, problems: own?.issues ?? [] },
  }
}

/** The rules of one kind. */
export const ofKind = <Kind extends Rule['kind']>(rules: readonly Rule[], kind: Kind) =>
  rules.filter((rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind)

/** The rules that derive dates. */
export const dateRulesIn = (rules: readonly Rule[]) => [...ofKind(rules, 'date'), ...ofKind(rules, 'yearly')]

/** The rules that derive dates, of those that apply. */
export async function dateRulesOf(sources: RuleSources, store: Pick<ConnectionStore, 'read'>) {
  return dateRulesIn((await chooseRules(sources, store)).rules)
}

/** The work that is due today; the reading thread does the work. */
export function createTodayUseCases({
  runtimes,
  files,
  rules: sources,
  publish,
  presented,
}: Options): UseCases['today'] {
  const inConnection = withConnection(runtimes)
  return {
    get: inConnection(async ({ store }, { owner_id }) => {
      const { rules, all, told } = await chooseRules(sources, store)
      const household = presented()
      const of = household === null ? { owner_id } : { owner_id: null, household_ids: [household.household_id ?? ''] }
      const documentRules = ofKind(rules, 'document')
      const {
        missing: { is_behind, ...missing },
        ...answer
      } = await store.read('today.get', { ...of, rules: documentRules })
      // The store reports its own errors; what is not kept is counted by each read.
      if (is_behind) store.keepMissing({ rules: documentRules }).catch(() => {})
      const counted = new Map(missing.rules.map((rule) => [rule.id, rule]))
      const none = { documents: 0, households: 0, unknown: 0 }
      const switches = all.flatMap(({ rule: { id, name, kind }, on, switchable }) =>
        kind === 'document' ? [{ ...none, ...counted.get(id), id, name, on, switchable }] : [],
      )
      return { ...answer, missing: { ...missing, rules: switches }, rules: told }
    }),
    filed: inConnection(async ({ store }, { household_id }) => {
      const { rules, told } = await chooseRules(sources, store)
      const of = { owner_id: null, household_ids: [household_id] }
      const [filed, { total: to_review }] = await Promise.all([
        store.read('today.filed', { household_id, rules: ofKind(rules, 'document') }),
        store.read('documentSummaries.toReview', { ...of, id: '' }),
      ])
      return { ...filed, source: told.source, to_review }
    }),
    dates: inConnection(async ({ store }, { household_id }) => {
      return store.read('today.dates', { household_id, rules: await dateRulesOf(sources, store) })
    }),
    missing: inConnection(async ({ store }, { of, rule_id, limit }) => {
      const { rules, told } = await chooseRules(sources, store)
      const applied = ofKind(rules, 'document').filter(({ id }) => rule_id === null || id === rule_id)
      const found = await store.read('today.missing', { ...(await choiceOf(store, of)), rules: applied, limit })
      return { ...found, rules: applied.map(({ name }) => name), source: told.source, as_of: await asOf(store) }
    }),
    exportMissing: inConnection(async ({ store }, { of }, { name: connectionName }) => {
      const { rules: chosen, told } = await chooseRules(sources, store)
      const rules = ofKind(chosen, 'document')
      const limit = Number.MAX_SAFE_INTEGER
      const { lines } = await store.read('today.missing', { ...(await choiceOf(store, of)), rules, limit })
      const suggestedName = datedFileName('Possibly missing documents', {
        connectionName,
        now: new Date(),
        extension: 'csv',
      })
      const text = await missingAsCsv(lines, { rules, source: told.source, as_of: await asOf(store) })
      return { file: await files.saveText({ procedure: 'today.exportMissing', suggestedName, text }) }
    }),
    rules: inConnection(async ({ store }) => {
      const { all, told } = await chooseRules(sources, store)
      const rules = all.map(({ rule, ...state }) => {
        const { id, kind, name, words = '', source = '' } = rule
        return { id, kind, name, words, source, list: kind === 'quality' ? rule.list : null, ...state }
      })
      return { ...told, rules }
    }),
    quality: inConnection(async ({ store }) => {
      const { rules } = await chooseRules(sources, store)
      const checks: ContractOutputs['today']['quality']['checks'] = []
      // One read for each rule: other reads have their turn in between.
      for (const rule of ofKind(rules, 'quality')) checks.push(await store.read('today.quality', { rule }))
      return { checks }
    }),
    exceptions: inConnection(async ({ store }, given) => ({ exceptions: await exceptionsOf(sources, store, given) })),
    rulesOf: inConnection(async ({ store }, record) => {
      const chosen = await chooseRules(sources, store)
      const rules = ofKind(chosen.rules, 'quality').filter(({ list }) => list === record.resource)
      const [found, exceptions] = await Promise.all([
        store.read('rules.found', { ...record, rules }),
        store.read('rules.exceptions', { household_id: null, record_id: record.id }),
      ])
      return { found, exceptions: withNames(chosen, exceptions) }
    }),
    setException: inConnection(async ({ store }, exception, { id: connectionId }) => {
      await store.writeLedger('rules.setException', exception)
      publish({ type: 'kept', connectionId, what: 'rules' })
    }),
    setExceptions: inConnection(async ({ store }, { resource, which, rule_id, reason }, { id: connectionId }) => {
      const ids = await idsOf(store, { resource, which })
      // A rule applies again to a record that is gone, too.
      const records =
        reason === null
          ? ids.map((id) => ({ id, household_id: '' }))
          : await store.read('rules.householdsOf', { resource, ids })
      const changed = await store.writeLedger('rules.setExceptions', { rule_id, resource, records, reason })
      publish({ type: 'kept', connectionId, what: 'rules' })
      return { changed, gone: ids.length - records.length }
    }),
    setRule: inConnection(async ({ store }, rule, { id: connectionId }) => {
      await store.writeLedger('rules.set', rule)
      publish({ type: 'kept', connectionId, what: 'rules' })
    }),
  }
}

/** The rules that the user does not apply to records of a household, or of all, with the rules' names. */
async function exceptionsOf(
  sources: RuleSources,
  store: Pick<ConnectionStore, 'read'>,
  given: { household_id: string | null },
): Promise<RuleException[]> {
  const [chosen, found] = await Promise.all([chooseRules(sources, store), store.read('rules.exceptions', given)])
  return withNames(chosen, found)
}

/** Adds the names of the rules; a rule that was removed is called by its id. */
function withNames({ all }: Pick<Chosen, 'all'>, found: readonly Omit<RuleException, 'rule'>[]): RuleException[] {
  const names = new Map(all.map(({ rule }) => [rule.id, rule.name]))
  return found.map((one) => ({ ...one, rule: names.get(one.rule_id) ?? one.rule_id }))
}

async function choiceOf(store: ConnectionStore, of: WhoseDocuments): Promise<HouseholdChoice> {
  if ('owner_id' in of) return of
  return { owner_id: null, household_ids: await idsOf(store, { resource: 'households', which: of.which }) }
}

/** When the records that rules look at were last read completely; null if some were not yet. */
async function asOf(store: ConnectionStore): Promise<string | null> {
  const at = await store.lastComplete()
  const times = [at.individuals, at.entities, at.documents].filter((time) => time !== null && time !== undefined)
  return times.length === 3 ? (times.toSorted()[0] ?? null) : null
}

type Found = { rules: readonly Rule[]; source: TodayAnswer['rules']['source']; as_of: string | null }

/** One line for each document that is possibly missing, or not known to be on file. */
function missingAsCsv(lines: readonly MissingOfHousehold[], { rules, source, as_of }: Found): Promise<string> {
  const rows = lines.flatMap(({ household, missing }) =>
    missing.flatMap(({ about, state, years, rule }) =>
      (years.length === 0 ? [[]] : years.map((year) => [year])).map((one) => [
        textCell(household.name),
        textCell(resourceNames[about?.resource ?? 'households'].one),
        textCell(about?.name ?? household.name),
        textCell(nameExpected({ rule, years: one })),
        textCell(state === 'unknown' ? 'Not known' : 'Possibly missing'),
      ]),
    ),
  )
  const about = [
    { name: 'Possibly missing', value: textCell('Not on file in Steward. The documents may exist elsewhere.') },
    { name: 'Not known', value: textCell(whyUnknown) },
    { name: 'Rules', value: textCell(`${ruleSources[source]}: ${rules.map(({ name }) => name).join(', ')}`) },
    {
      name: 'As of',
      value: as_of === null ? textCell('Not all records were read yet') : ({ kind: 'time', text: as_of } as const),
    },
  ]
  return csvText(['Household', 'Of', 'Name', 'Document', 'State'], rows, about)
}
