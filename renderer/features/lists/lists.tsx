import { type RouteComponent, useNavigate } from '@tanstack/react-router'
import type { Resource } from '../../../shared/service/resource.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { HouseholdPeek } from '../households/public.ts'
import { AddToSomeone } from '../intake/public.ts'
import {
  documentColumns,
  documentSummaryColumns,
  entityColumns,
  householdColumns,
  individualColumns,
  rowSummaries,
  userColumns,
  valuationColumns,
} from '../records/public.ts'
import { listScreen } from './ResourceGrid.tsx'

type GoToProps = { to: '/c/$connectionId/households/new' | '/c/$connectionId/import'; label: string }

function GoTo({ to, label }: GoToProps) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  return (
    <ReasonedButton reason={useReadOnlyReason()} onClick={() => void navigate({ to, params: { connectionId } })}>
      {label}
    </ReasonedButton>
  )
}

/** The screen of each resource's list. */
export const lists: { readonly [R in Resource]: RouteComponent } = {
  households: listScreen({
    resource: 'households',
    list: (api) => api.households.list,
    columns: householdColumns,
    summary: (row) => (
      <>
        {rowSummaries.households(row)}
        <HouseholdPeek id={row.id} />
      </>
    ),
    actions: (
      <>
        <GoTo to="/c/$connectionId/import" label="Import…" />
        <GoTo to="/c/$connectionId/households/new" label="New household" />
      </>
    ),
  }),
  individuals: listScreen({
    resource: 'individuals',
    list: (api) => api.individuals.list,
    columns: individualColumns,
    summary: rowSummaries.individuals,
  }),
  entities: listScreen({
    resource: 'entities',
    list: (api) => api.entities.list,
    columns: entityColumns,
    summary: rowSummaries.entities,
  }),
  valuations: listScreen({
    resource: 'valuations',
    list: (api) => api.valuations.list,
    columns: valuationColumns,
    summary: rowSummaries.valuations,
  }),
  documents: listScreen({
    resource: 'documents',
    list: (api) => api.documents.list,
    columns: documentColumns,
    summary: rowSummaries.documents,
    actions: <AddToSomeone />,
  }),
  'document-summaries': listScreen({
    resource: 'document-summaries',
    list: (api) => api.documentSummaries.list,
    columns: documentSummaryColumns,
    summary: rowSummaries['document-summaries'],
  }),
  users: listScreen({
    resource: 'users',
    list: (api) => api.users.list,
    columns: userColumns,
    summary: rowSummaries.users,
  }),
}
