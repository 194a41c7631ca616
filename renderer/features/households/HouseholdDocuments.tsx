import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ruleSources } from '../../../shared/domain/missing-documents.ts'
import { documentTypeNames, nameOf } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { DocumentRow } from '../../../shared/ipc/rows.ts'
import { Ago } from '../../components/Dates.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { useIsUnread } from '../../components/sync-state.ts'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { Thumbnail } from '../files/public.ts'
import classes from './household-documents.module.css'

type Filed = ContractOutputs['today']['filed']

function Missing({ missing, source }: Pick<Filed, 'missing' | 'source'>) {
  if (missing.length === 0) return null
  const subjects = [...Map.groupBy(missing, ({ about }) => about?.id ?? '').entries()]
  return (
    <div className={classes.missing}>
      <h3 className={classes.kind}>Not on file here</h3>
      <ul aria-label="Not on file here">
        {subjects.map(([id, rules]) => {
          const about = rules[0]?.about ?? null
          return (
            <li key={id}>
              {rules.map(({ rule }) => rule).join(', ')}
              {about ? (
                <>
                  {' '}
                  <Quiet>for</Quiet> <RecordLink resource={about.resource} id={about.id} name={about.name} />
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
      <Quiet>{ruleSources[source]} The documents may exist elsewhere.</Quiet>
    </div>
  )
}

function Card({ row }: { row: DocumentRow }) {
  const about = row.entity_name ?? row.individual_name
  return (
    <li className={`line ${classes.card}`} data-mark={row.pending ?? undefined}>
      <Thumbnail id={row.id} type={row.type} />
      <div className="anywhere">
        <div className={classes.name}>
          <RecordLink resource="documents" id={row.id} name={row.title} /> <PendingMark mark={row.pending} />
        </div>
        {about === null ? null : (
          <div className="note">
            <RecordText>{about}</RecordText>
          </div>
        )}
        <div className="note">
          <Ago at={row.updated_at} />
        </div>
      </div>
    </li>
  )
}

/** Documents by kind, in the order of the counts; a kind is counted in full even if not all of its documents are shown. */
function byKind(rows: readonly DocumentRow[], kinds: Filed['kinds']) {
  const groups = Map.groupBy(rows, ({ type }) => type)
  const counts = new Map(kinds.map(({ type, count }) => [type, count]))
  const order = [...new Set([...counts.keys(), ...groups.keys()])]
  return order.map((type) => {
    const shown = groups.get(type) ?? []
    return { type, shown, count: Math.max(counts.get(type) ?? 0, shown.length) }
  })
}

type Props = {
  householdId: string
  /** The first documents of the household. */
  rows: readonly DocumentRow[]
  count: number
  action: ReactNode
  children: ReactNode
}

/** A household's documents by kind, as pictures where the file is on this computer, and the kinds that rules find missing. */
export function HouseholdDocuments({ householdId, rows, count, action, children }: Props) {
  const connectionId = useConnection().id
  const scope = { household_id: householdId }
  const input = { connectionId, household_id: householdId }
  const isUnread = useIsUnread('documents')
  const filed = useQuery(useApi().today.filed.queryOptions({ input })).data
  return (
    <Section
      title="Documents"
      anchor="documents"
      count={count}
      of="documents"
      aside={
        <>
          {count > 0 ? (
            <Link to="/c/$connectionId/documents" params={{ connectionId }} search={scope}>
              Show all {formatCount(count)}
            </Link>
          ) : null}
          {action}
        </>
      }
    >
      {rows.length === 0 ? (
        <NoneOf resource="documents" rows>
          <Quiet>None.</Quiet>
        </NoneOf>
      ) : null}
      <div className={classes.kinds}>
        {byKind(rows, filed?.kinds ?? []).map(({ type, shown, count: ofKind }) => (
          <div key={type}>
            <h3 className={classes.kind}>
              {nameOf(documentTypeNames, type)} <span>{formatCount(ofKind)}</span>
            </h3>
            <ul className={`plain-list ${classes.cards}`} aria-label={nameOf(documentTypeNames, type)}>
              {shown.map((row) => (
                <Card key={row.id} row={row} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {children}
      {filed && !isUnread ? <Missing {...filed} /> : null}
    </Section>
  )
}
