import { Checkbox, Select, TextInput } from '@mantine/core'
import { changeKinds } from '../../../shared/domain/changes.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { resources } from '../../../shared/service/resource.ts'
import { Choice } from '../../components/filters/Choice.tsx'
import { FilterRow } from '../../components/filters/FilterRow.tsx'
import { useNow } from '../../lib/use-now.ts'
import { kindNames } from './change-words.ts'
import classes from './changes.module.css'
import { dateBefore, fieldsOf, isNarrowed, sinceDays, type useChangesSearch } from './changes-search.ts'

const sinceNames: Readonly<Record<string, string>> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

type Search = ReturnType<typeof useChangesSearch>

function Since({ asked: { since }, change }: Pick<Search, 'asked' | 'change'>) {
  const now = useNow()
  const isDate = since !== undefined && !Object.hasOwn(sinceDays, since)
  return (
    <>
      <Select
        className={classes.choice}
        aria-label="Seen since"
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(sinceNames).map(([value, label]) => ({ value, label })),
          { value: 'date', label: 'Since a date…' },
        ]}
        value={isDate ? 'date' : (since ?? '')}
        onChange={(chosen) =>
          change({ since: chosen === 'date' ? dateBefore(now, 14) : chosen === '' ? undefined : (chosen ?? undefined) })
        }
      />
      {isDate ? (
        <TextInput
          className={classes.date}
          aria-label="Date"
          type="date"
          max={dateBefore(now, 0)}
          defaultValue={since}
          onChange={(event) => {
            // An incomplete date has no value; the last complete one stays.
            if (event.currentTarget.value !== '') change({ since: event.currentTarget.value })
          }}
        />
      ) : null}
    </>
  )
}

/** Filters by kind of record, kind of change, field and time. */
export function ChangesFilters({ asked, change, clear }: Search) {
  const fields = fieldsOf(asked.resource)
  return (
    <FilterRow label="Changes" narrowed={isNarrowed(asked)} onClear={clear}>
      <Choice
        label="Record type"
        all="All records"
        values={resources}
        nameOf={(resource) => resourceNames[resource].many}
        value={asked.resource}
        onChange={(resource) =>
          change({
            resource,
            field: asked.field !== undefined && fieldsOf(resource).has(asked.field) ? asked.field : undefined,
          })
        }
      />
      <Choice
        label="Kind of change"
        all="All kinds"
        values={changeKinds}
        nameOf={(kind) => kindNames[kind]}
        value={asked.kind}
        onChange={(kind) => change({ kind })}
      />
      <Choice
        label="Field"
        all="All fields"
        values={[...fields.keys()]}
        nameOf={(field) => fields.get(field) ?? field}
        value={asked.field}
        onChange={(field) => change({ field })}
      />
      <Since asked={asked} change={change} />
      <Checkbox
        label="Without my own changes"
        checked={asked.others}
        onChange={(event) => change({ others: event.currentTarget.checked })}
      />
    </FilterRow>
  )
}
