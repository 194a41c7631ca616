import { type DocumentRule, defaultDocumentRules } from '../../shared/domain/document-rules.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import type { TodayAnswer } from '../../shared/ipc/today.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { OwnRules } from '../settings/document-rules-file.ts'
import type { UseCases } from './core.ts'

export type RuleSources = {
  /** The rules of the firm's policy; null without them. */
  firmRules: () => readonly DocumentRule[] | null
  /** The rules of the user's own file. */
  ownRules: () => Promise<OwnRules>
}

type Sources = RuleSources & {
  /** While a household is presented, only its lines are read. */
  presented: () => Presenting | null
}

type Chosen = { rules: readonly DocumentRule[]; told: TodayAnswer['rules'] }

/** The firm's rules come before the user's file, and that before the defaults. A file with a problem is reported and not applied. */
export async function chooseRules({ firmRules, ownRules }: RuleSources): Promise<Chosen> {
  const firm = firmRules()
  if (firm !== null) return { rules: firm, told: { source: 'policy', problems: [] } }
  const own = await ownRules()
  if (own !== null && 'rules' in own) return { rules: own.rules, told: { source: 'file', problems: [] } }
  return { rules: defaultDocumentRules, told: { source: 'default', problems: own?.issues ?? [] } }
}

/** The work that is due today; the reading thread does the work. */
export function createTodayUseCases(runtimes: Pick<Runtimes, 'get'>, sources: Sources): UseCases['today'] {
  const inConnection = withConnection(runtimes)
  return {
    get: inConnection(async ({ store }, { owner_id }) => {
      const { rules, told } = await chooseRules(sources)
      const presented = sources.presented()
      const of = presented === null ? { owner_id } : { owner_id: null, household_id: presented.household_id ?? '' }
      return { ...(await store.read('today.get', { ...of, rules })), rules: told }
    }),
    filed: inConnection(async ({ store }, { household_id }) => {
      const { rules, told } = await chooseRules(sources)
      return { ...(await store.read('today.filed', { household_id, rules })), source: told.source }
    }),
  }
}
