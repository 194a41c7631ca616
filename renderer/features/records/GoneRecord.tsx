import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { draftKey, useDrafts } from '../../components/forms/drafts.ts'
import { Page } from '../../components/Page.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import classes from '../../components/states.module.css'
import { useSyncStatus } from '../../components/sync-state.ts'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { goneWords } from './gone-words.ts'
import own from './records.module.css'

type NamedLink = { id: string; name: string | null }

/** A record as its page last read it, for the notice that it is gone. */
export type LastRead = {
  record: Readonly<Record<string, unknown>>
  title?: string
  household?: NamedLink | null
  entity?: NamedLink | null
}

type Props = { resource: Resource; id: string; last: LastRead; error: Error | null }

/** The page of a record that is no longer in the offline copy. It offers no actions, but unsaved input can be copied. */
export function GoneRecord(props: Props) {
  return isLocalId(props.id) ? <GoneLocal {...props} /> : <Gone {...props} />
}

/** A record created here also loses its local id once it is sent. Its page then moves to the service's id. */
function GoneLocal(props: Props) {
  const connectionId = useConnection().id
  const { data, isFetchedAfterMount } = useQuery({
    ...useApi().outbox.serverIdOf.queryOptions({ input: { connectionId, record_id: props.id } }),
    refetchOnMount: 'always',
  })
  if (!isFetchedAfterMount || (data?.server_id ?? null) !== null) return <PageSkeleton label="Loading the record" />
  return <Gone {...props} />
}

function Gone({ resource, id, last, error }: Props) {
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
