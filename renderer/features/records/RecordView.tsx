import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { isGone } from '../../lib/present-error.ts'
import { GoneRecord, type LastRead } from './GoneRecord.tsx'

type Props<Data> = {
  /** The record's kind, and its id as in the address. */
  resource: Resource
  id: string
  query: UseQueryResult<Data, Error>
  children: (data: Data) => ReactNode
}

/** A record's page, as far as it has been read. If the record is deleted while its page is open, the page says so. */
export function RecordView<Data extends LastRead>({ resource, id, query, children }: Props<Data>) {
  if (query.data !== undefined && isGone(query.error)) {
    return <GoneRecord key={id} resource={resource} id={id} last={query.data} error={query.error} />
  }
  return (
    <QueryView query={query} label={resourceNames[resource].one.toLowerCase()}>
      {children}
    </QueryView>
  )
}
