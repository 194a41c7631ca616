import { formatMoment } from '../../../shared/domain/dates.ts'
import { fieldName, sayValue } from '../../../shared/domain/field-words.ts'
import { formatUsd } from '../../../shared/domain/money.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { maxPackChanges } from '../../../shared/domain/pack.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import type { Json } from '../../../shared/lib/json.ts'
import { moneyColumns, writtenFields } from '../../../shared/records/resource-fields.ts'
import type { PackFacts } from '../../data/reads/pack.ts'
import { dayOf, RecordText, Table } from './parts.tsx'

/** Fields whose values are ids, or text that is internal or long: a pack only says that they changed. */
function isTold(field: string): boolean {
  if (field === 'id' || field.endsWith('_id')) return false
  const kind = writtenFields.get(field)?.kind
  return kind !== 'long-text' && kind !== 'link' && kind !== 'parts'
}

const longest = 160

function valueWords(field: string, value: Json): string {
  if (moneyColumns.has(field) && typeof value === 'number') return formatUsd(value)
  const words = sayValue(field, value) ?? 'nothing'
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

function fieldWords({ field, before, after }: ObservedChange['fields'][number]): string {
  if (!isTold(field)) return `${fieldName(field)} changed`
  return `${fieldName(field)}: ${valueWords(field, before)} → ${valueWords(field, after)}`
}

const kindWords = { added: 'Added', changed: 'Changed', gone: 'No longer in the service' } as const

type Props = Pick<PackFacts, 'changes' | 'entities'>

/** Changes at the service that this computer saw, newest first. The service does not say who made them. */
export function ChangesSection({ changes: { listed, more, since, met }, entities }: Props) {
  const names = new Map(entities.map(({ id, name }) => [id, name]))
  const nameOf = ({ resource, record_id, title }: ObservedChange) =>
    title || (resource === 'valuations' ? (names.get(record_id) ?? '') : '')
  return (
    <>
      <p className="quiet">
        Seen on this computer since {met ? 'the last meeting, ' : ''}
        {dayOf(since)}.
      </p>
      <Table caption="Changes" columns={[{ name: 'Seen' }, { name: 'Record' }, { name: 'What changed' }]}>
        {listed.map((change) => (
          <tr key={change.number}>
            <td className="date">{formatMoment(change.observed_at)}</td>
            <th scope="row">
              {resourceNames[change.resource].one} <RecordText>{nameOf(change)}</RecordText>
            </th>
            <td>
              {change.fields.length === 0 ? (
                kindWords[change.kind]
              ) : (
                <ul>
                  {change.fields.map((field) => (
                    <li key={field.field}>
                      <RecordText>{fieldWords(field)}</RecordText>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {more ? <p>There are older changes beyond these {maxPackChanges}.</p> : null}
    </>
  )
}
