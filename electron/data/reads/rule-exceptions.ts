import { isoTime } from '../../../shared/domain/days.ts'
import type { RuleException } from '../../../shared/ipc/today.ts'
import { readRuleExceptions } from '../ledger/rule-exceptions.ts'
import type { InputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

/** The rules that the user does not apply to records, with the records' names; null for one that is gone. */
export function readExceptions(reader: Reader, given: InputOf<'today', 'exceptions'>): Omit<RuleException, 'rule'>[] {
  return readRuleExceptions(reader, given).map(({ rule_id, household_id, resource, record_id, reason, made_at }) => ({
    ...{ rule_id, household_id, reason },
    record: { resource, ...linkTo(reader, resource, record_id) },
    made_at: isoTime(made_at),
  }))
}
