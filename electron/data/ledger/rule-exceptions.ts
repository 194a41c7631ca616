import type { RuleRecord } from '../../../shared/ipc/today.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** A rule that the user does not apply to a record; `made_at` in ms since the epoch. */
export type RuleException = {
  rule_id: string
  household_id: string
  resource: RuleRecord['resource']
  record_id: string
  reason: string
  made_at: number
}

const columns = 'rule AS rule_id, household_id, resource, record_id, reason, made_at FROM rule_exception'

type Which = { household_id: string | null; record_id?: string | undefined }

/** The rules that the user does not apply to records of a household, or of all (null), or to one record, the oldest first. */
export const readRuleExceptions = (
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_id, record_id }: Which,
): RuleException[] =>
  ledger
    .prepare<[{ household_id: string | null; record_id: string | null }], RuleException>(
      `SELECT ${columns} WHERE (@household_id IS NULL OR household_id = @household_id)
         AND (@record_id IS NULL OR record_id = @record_id) ORDER BY made_at, rule, record_id`,
    )
    .all({ household_id, record_id: record_id ?? null })

type AppliedTo = (ruleId: string, recordId: string) => boolean

/** Whether a rule applies to a record, by its id; false where the user said that it does not. */
export function prepareApplies({ ledger }: Pick<ReadableStores, 'ledger'>): AppliedTo {
  const excepted = new Set(
    ledger.prepare<[], string>("SELECT rule || ' ' || record_id FROM rule_exception").pluck().all(),
  )
  return (ruleId, recordId) => !excepted.has(`${ruleId} ${recordId}`)
}

/** The ids of the records to which at least one of some rules is not applied, as JSON, for filters of lists. */
export function prepareLeftOut({ ledger }: Pick<ReadableStores, 'ledger'>): (rules: readonly string[]) => string {
  const ids = ledger
    .prepare<[string], string>(
      `SELECT DISTINCT record_id FROM rule_exception WHERE rule IN (SELECT value FROM json_each(?)) ORDER BY record_id`,
    )
    .pluck()
  return (rules) => JSON.stringify(ids.all(JSON.stringify(rules)))
}

type SetException = { rule_id: string; household_id: string; record: RuleRecord; reason: string | null }

/** Remembers why a rule does not apply to a record; without a reason it applies again. */
export function setRuleException(
  ledger: WritableDatabase,
  { rule_id, household_id, record, reason }: SetException,
  now: number,
): void {
  if (reason === null) {
    ledger.prepare('DELETE FROM rule_exception WHERE rule = ? AND record_id = ?').run(rule_id, record.id)
    return
  }
  ledger
    .prepare(
      `INSERT OR REPLACE INTO rule_exception (rule, record_id, resource, household_id, reason, made_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(rule_id, record.id, record.resource, household_id, reason, now)
}

type SetExceptions = {
  rule_id: string
  resource: RuleRecord['resource']
  records: readonly { id: string; household_id: string }[]
  reason: string | null
}

/**
 * Does {@link setRuleException} for many records. One that is left out already keeps its reason. Returns the ids of those for which the rule
 * changed.
 */
export function setRuleExceptions(
  ledger: WritableDatabase,
  { rule_id, resource, records, reason }: SetExceptions,
  now: number,
): string[] {
  const excepted = ledger.prepare<[string, string], 1>('SELECT 1 FROM rule_exception WHERE rule = ? AND record_id = ?')
  const changing = records.filter(({ id }) => (excepted.get(rule_id, id) === undefined) === (reason !== null))
  for (const { id, household_id } of changing)
    setRuleException(ledger, { rule_id, household_id, record: { resource, id }, reason }, now)
  return changing.map(({ id }) => id)
}
