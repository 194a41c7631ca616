import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { draftKey, useDrafts } from '../../components/forms/drafts.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import classes from '../../components/states.module.css'
import { useSyncStatus } from '../../components/sync-state.ts'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { isGone } from '../../lib/present-error.ts'
import { goneWords } from './gone-words.ts'
import own from './records.module.css'

type NamedLink = { id: string; name: string | null }

/** A record as its page last read it, for the notice that it is gone. */
type LastRead = {
  record: Readonly<Record<string, unknown>>
  title?: string
  household?: NamedLink | null
  entity?: NamedLink | null
}

type GoneRecordProps = { resource: Resource; id: string; last: LastRead; error: Error | null }

/** The page of a record that is no longer in the offline copy. It offers no actions, but unsaved input can be copied. */
function GoneRecord(props: GoneRecordProps) {
  return isLocalId(props.id) ? <GoneLocal {...props} /> : <Gone {...props} />
}

/** A record created here also loses its local id once it is sent. Its page then moves to the service's id. */
function GoneLocal(props: GoneRecordProps) {
  const connectionId = useConnection().id
  const { data, isFetchedAfterMount } = useQuery({
    ...useApi().outbox.serverIdOf.queryOptions({ input: { connectionId, record_id: props.id } }),
    refetchOnMount: 'always',
  })
  if (!isFetchedAfterMount || (data?.server_id ?? null) !== null) return <PageSkeleton label="Loading the record" />
  return <Gone {...props} />
}

function Gone({ resource, id, last, error }: GoneRecordProps) {
  const { id: connectionId } = useConnection()
  const lastCompleteAt = useSyncStatus()?.resources.find((progress) => progress.resource === resource)?.lastCompleteAt
  const isListRead = lastCompleteAt !== null && lastCompleteAt !== undefined
  const words = goneWords({ resource, id, isListRead })
  if (words === null) return <ErrorState screen error={error} />
  const { one, many } = resourceNames[resource]
  const name = nameOf(last)
  const around = last.entity ? { resource: 'entities' as const, ...last.entity } : householdOf(last)
  return (
    <Page
      title={words.title}
      kind={one}
      crumbs={[{ label: many, to: `/c/$connectionId/${resource}`, params: { connectionId } }]}
    >
      <div className={classes.state} role="alert" data-code="record/not-found">
        {name.trim() === '' ? null : (
          <p className={classes.title}>
            <RecordText>{name}</RecordText>
          </p>
        )}
        <p>{words.cause}</p>
        <p className={classes.hint}>{words.nextStep}</p>
        <div className={classes.actions}>
          {around === null ? null : <RecordLink {...around} />}
          <Link to={`/c/$connectionId/${resource}`} params={{ connectionId }}>
            All {many.toLowerCase()}
          </Link>
          <Link to="/c/$connectionId/activity" params={{ connectionId }}>
            Activity
          </Link>
        </div>
      </div>
      <Typed id={id} />
    </Page>
  )
}

const nameOf = ({ title, record: { display_name, name } }: LastRead): string =>
  [title, display_name, name].find((text) => typeof text === 'string') ?? ''

const householdOf = ({ household }: LastRead) => (household ? { resource: 'households' as const, ...household } : null)

/** Unsaved input about the record, so that the user need not type it again. */
function Typed({ id }: { id: string }) {
  const connectionId = useConnection().id
  const drafts = useDrafts((state) => state.drafts)
  const names = [id, `new:individuals/${id}`, `new:valuations/${id}`]
  const texts = names.flatMap((name) => {
    const draft = drafts[draftKey(connectionId, name)]
    return draft?.dirty && draft.values ? typedTexts(draft.values, draft.base) : []
  })
  if (texts.length === 0) return null
  const whole = texts.map(([field, text]) => `${field}: ${text}`).join('\n')
  return (
    <Section title="Your unsaved text" aside={<CopyButton text={whole} label="Copy your unsaved text" />}>
      <pre className={own.typed}>{whole}</pre>
    </Section>
  )
}

/** The fields that differ from the record, as text. Amounts and rows of assets are shown as typed. */
function typedTexts(values: JsonFields, base: JsonFields | null): [field: string, text: string][] {
  return Object.entries(values).flatMap(([field, value]): [string, string][] => {
    const before = base?.[field] ?? (typeof value === 'boolean' ? false : '')
    if (value === null || value === before) return []
    if (typeof value === 'boolean') return [[fieldName(field), value ? 'Yes' : 'No']]
    return [[fieldName(field), typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}

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
