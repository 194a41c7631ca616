import { type ChangeOutcome, changeOutcomes, outcomeNames } from '../../../shared/domain/activity.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { type Operation, operationActions } from '../../../shared/domain/operation.ts'
import { operationResources } from '../../../shared/domain/operation-rules.ts'
import { Choice } from '../../components/filters/Choice.tsx'
import { FilterRow } from '../../components/filters/FilterRow.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { isNarrowed, type useActivitySearch } from './activity-search.ts'

const actionNames: Readonly<Record<Operation['action'], string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
}

/** Search as you type, and filters by kind of change, state and record type. */
export function ActivityFilters({ asked, change, clear }: ReturnType<typeof useActivitySearch>) {
  return (
    <FilterRow label="Activity" narrowed={isNarrowed(asked)} onClear={clear}>
      <SearchField label="Search by name or field" text={asked.text} onSearch={(text) => change({ text })} />
      <Choice
        label="Kind of change"
        all="All kinds"
        values={operationActions}
        nameOf={(action) => actionNames[action]}
        value={asked.action}
        onChange={(action) => change({ action })}
      />
      <Choice<ChangeOutcome>
        label="State"
        all="All states"
        values={changeOutcomes}
        nameOf={(outcome) => outcomeNames[outcome]}
        value={asked.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <Choice
        label="Record type"
        all="All records"
        values={operationResources}
        nameOf={(resource) => resourceNames[resource].many}
        value={asked.resource}
        onChange={(resource) => change({ resource })}
      />
    </FilterRow>
  )
}
