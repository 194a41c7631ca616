import { isoTime } from '../../../shared/domain/days.ts'
import type { RuleException, RuleRecord } from '../../../shared/ipc/today.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { readRuleExceptions } from '../ledger/rule-exceptions.ts'
import type { InputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

type Given = InputOf<'today', 'exceptions'> & { record_id?: string }

/** The rules that the user does not apply to records, or to one, with the records' names; null for one that is gone. */
export function readExceptions(reader: Reader, given: Given): Omit<RuleException, 'rule'>[] {
  return readRuleExceptions(reader, given).map(({ rule_id, household_id, resource, record_id, reason, made_at }) => ({
    ...{ rule_id, household_id, reason },
    record: { resource, ...linkTo(reader, resource, record_id) },
    made_at: isoTime(made_at),
  }))
}

/** Records with their households; those that are gone are left out. */
export function readHouseholdsOf(
  { mirror }: Pick<Reader, 'mirror'>,
  { resource, ids }: { resource: RuleRecord['resource']; ids: readonly string[] },
): { id: string; household_id: string }[] {
  const household = resource === 'households' ? 'id' : 'household_id'
  return mirror
    .prepare<[string], { id: string; household_id: string }>(
      `SELECT id, ${household} AS household_id FROM ${tableOf(resource)} WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids))
}
