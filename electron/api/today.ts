import { type DocumentRule, defaultDocumentRules } from '../../shared/domain/document-rules.ts'
import { ruleIdOf, ruleSources } from '../../shared/domain/missing-documents.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import type { MissingOfHousehold, TodayAnswer, WhoseDocuments } from '../../shared/ipc/today.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { HouseholdChoice } from '../data/reads/asked-households.ts'
import { textCell } from '../exports/cell.ts'
import { csvText } from '../exports/csv-table.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { OwnRules } from '../settings/document-rules-file.ts'
import { idsOf } from './bulk.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'

export type RuleSources = {
  /** The rules of the firm's policy; null without them. */
  firmRules: () => readonly DocumentRule[] | null
  /** The rules of the user's own file. */
  ownRules: () => Promise<OwnRules>
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
  rules: readonly DocumentRule[]
  all: readonly DocumentRule[]
  told: TodayAnswer['rules']
}

/**
 * The firm's rules come before the user's file, and that before the defaults. A file with a problem is reported and not applied. The user can
 * switch off each rule but the firm's.
 */
export async function chooseRules(
  { firmRules, ownRules }: RuleSources,
  store: Pick<ConnectionStore, 'read'>,
): Promise<Chosen> {
  const firm = firmRules()
  if (firm !== null) return { rules: firm, all: firm, told: { source: 'policy', problems: [] } }
  const [own, off] = await Promise.all([ownRules(), store.read('rules.off', {})])
  const isOn = (rule: DocumentRule) => !off.includes(ruleIdOf(rule))
  if (own !== null && 'rules' in own) {
    return { rules: own.rules.filter(isOn), all: own.rules, told: { source: 'file', problems: [] } }
  }
  const told = { source: 'default', problems: own?.issues ?? [] } as const
  return { rules: defaultDocumentRules.filter(isOn), all: defaultDocumentRules, told }
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
      const { missing, ...answer } = await store.read('today.get', { ...of, rules })
      const counted = new Map(missing.rules.map((rule) => [rule.id, rule]))
      const switches = all.map((rule) => {
        const id = ruleIdOf(rule)
        return { documents: 0, households: 0, ...counted.get(id), id, name: rule.name, on: rules.includes(rule) }
      })
      return { ...answer, missing: { ...missing, rules: switches }, rules: told }
    }),
    filed: inConnection(async ({ store }, { household_id }) => {
      const { rules, told } = await chooseRules(sources, store)
      const of = { owner_id: null, household_ids: [household_id] }
      const [filed, { total: to_review }] = await Promise.all([
        store.read('today.filed', { household_id, rules }),
        store.read('documentSummaries.toReview', { ...of, id: '' }),
      ])
      return { ...filed, source: told.source, to_review }
    }),
    dates: inConnection(({ store }, { household_id }) => store.read('today.dates', { household_id })),
    missing: inConnection(async ({ store }, { of, rule_id, limit }) => {
      const { rules, told } = await chooseRules(sources, store)
      const applied = rule_id === null ? rules : rules.filter((rule) => ruleIdOf(rule) === rule_id)
      const found = await store.read('today.missing', { ...(await choiceOf(store, of)), rules: applied, limit })
      return { ...found, rules: applied.map(({ name }) => name), source: told.source, as_of: await asOf(store) }
    }),
    exportMissing: inConnection(async ({ store }, { of }, { name: connectionName }) => {
      const { rules, told } = await chooseRules(sources, store)
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
    setRule: inConnection(async ({ store }, rule, { id: connectionId }) => {
      await store.writeLedger('rules.set', rule)
      publish({ type: 'kept', connectionId, what: 'rules' })
    }),
  }
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

type Found = { rules: readonly DocumentRule[]; source: TodayAnswer['rules']['source']; as_of: string | null }

/** One line for each document that is possibly missing. */
function missingAsCsv(lines: readonly MissingOfHousehold[], { rules, source, as_of }: Found): Promise<string> {
  const rows = lines.flatMap(({ household, missing }) =>
    missing.map(({ rule, about }) => [
      textCell(household.name),
      textCell(resourceNames[about?.resource ?? 'households'].one),
      textCell(about?.name ?? household.name),
      textCell(rule),
    ]),
  )
  const about = [
    { name: 'Possibly missing', value: textCell('Not on file in Steward. The documents may exist elsewhere.') },
    { name: 'Rules', value: textCell(`${ruleSources[source]}: ${rules.map(({ name }) => name).join(', ')}`) },
    {
      name: 'As of',
      value: as_of === null ? textCell('Not all records were read yet') : ({ kind: 'time', text: as_of } as const),
    },
  ]
  return csvText(['Household', 'Of', 'Name', 'Possibly missing'], rows, about)
}
