import type { IndividualRow } from '../../../shared/ipc/rows.ts'
import { Ago, CalendarDate } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { RecordLink } from '../RecordLink.tsx'
import { Absent, OptionalText, RecordText, Tag } from '../Values.tsx'

const roleNames = [
  ['is_primary', 'Primary'],
  ['is_grantor', 'Grantor'],
  ['is_trustee', 'Trustee'],
  ['is_beneficiary', 'Beneficiary'],
] as const

/** What a person may be chosen for. */
export function Roles({ row }: { row: Pick<IndividualRow, (typeof roleNames)[number][0]> }) {
  const roles = roleNames.filter(([flag]) => row[flag]).map(([, name]) => name)
  return roles.length > 0 ? roles.join(', ') : <Absent />
}

const person: GridColumn<IndividualRow> = {
  id: 'title',
  header: 'Name',
  width: 176,
  grow: 3,
  sortable: true,
  cell: (row) => (
    <>
      <RecordLink resource="individuals" id={row.id} name={row.title} />
      {row.is_deceased ? (
        <>
          {' '}
          <Tag>Deceased</Tag>
        </>
      ) : null}
    </>
  ),
}

const roles: GridColumn<IndividualRow> = {
  id: 'roles',
  header: 'Roles',
  width: 140,
  grow: 1,
  cell: (row) => <Roles row={row} />,
}

const birth: GridColumn<IndividualRow> = {
  id: 'date_of_birth',
  header: 'Born',
  width: 108,
  sortable: true,
  cell: (row) => (row.date_of_birth === null ? <Absent /> : <CalendarDate date={row.date_of_birth} />),
}

const email: GridColumn<IndividualRow> = {
  id: 'email',
  header: 'E-mail',
  width: 160,
  grow: 2,
  sortable: true,
  cell: (row) => <OptionalText text={row.email} />,
}

export const individualColumns: readonly GridColumn<IndividualRow>[] = [
  person,
  {
    id: 'household_name',
    header: 'Household',
    width: 152,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordText>{row.household_name ?? row.household_id}</RecordText>,
  },
  roles,
  birth,
  email,
  { id: 'city', header: 'City', width: 96, grow: 1, sortable: true, cell: (row) => <OptionalText text={row.city} /> },
  { id: 'state', header: 'State', width: 76, sortable: true, cell: (row) => <OptionalText text={row.state} /> },
  { id: 'updated_at', header: 'Updated', width: 116, sortable: true, cell: (row) => <Ago at={row.updated_at} /> },
]

/** People inside their household's page. */
export const peopleColumns: readonly GridColumn<IndividualRow>[] = [person, roles, birth, email]
