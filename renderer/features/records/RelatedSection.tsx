import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { RecordTable } from '../../components/RecordTable.tsx'
import { firstShown, Section } from '../../components/Section.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import type { Scope } from '../../lib/scope.ts'

type Props<Row> = {
  resource: Resource
  /** Default: the resource's name. */
  title?: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  /** The total, if `rows` holds only the first of them. */
  count?: number
  /** The filter that narrows the full list to these records. */
  scope: Scope
  /** The section's part of an address. */
  anchor?: string
  /** Action in the section's heading. */
  action?: ReactNode
  children?: ReactNode
}

/** The records of one resource that belong to the record on screen, with a link to the full list if there are more. */
export function RelatedSection<Row extends { id: string; pending: PendingMark | null }>(props: Props<Row>) {
  const { resource, columns, rows, scope, title = resourceNames[resource].many, anchor, action, children } = props
  const connection = useConnection()
  const count = props.count ?? rows.length
  return (
    <Section
      title={title}
      {...(anchor === undefined ? {} : { anchor })}
      count={count}
      of={resource}
      aside={
        <>
          {count > rows.length ? (
            <Link
              to={`/c/$connectionId/${resource}`}
              params={{ connectionId: connection.id }}
              search={scope}
              data-on-paper={firstShown(rows.length, count)}
            >
              Show all {formatCount(count)}
            </Link>
          ) : null}
          {action}
        </>
      }
    >
      {rows.length > 0 ? (
        <RecordTable
          label={title}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.id}
          markOf={(row) => row.pending}
        />
      ) : (
        <NoneOf resource={resource} rows>
          <Quiet>No {resourceNames[resource].many.toLowerCase()} yet.</Quiet>
        </NoneOf>
      )}
      {children}
    </Section>
  )
}
