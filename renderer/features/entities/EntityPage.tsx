import { Button, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { figureAge } from '../../../shared/domain/figure-age.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { entityKindNames, entityStageNames, inEstateStatusNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { EntityAvatar } from '../../components/Avatar.tsx'
import { ChangeSince, Figure } from '../../components/Figure.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { baseOf } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { LongText } from '../../components/LongText.tsx'
import { Money } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { Ago, CalendarDate, EnumName, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useEditReason } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { useNow } from '../../lib/use-now.ts'
import { RecordDates } from '../dates/public.ts'
import { RecordRoles } from '../estate-map/public.ts'
import { AddDocuments } from '../intake/public.ts'
import { RecordRules } from '../missing-documents/public.ts'
import {
  entityFileColumns,
  PendingNotice,
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
} from '../records/public.ts'
import { useFreshValuations, ValuationAssets } from '../valuations/public.ts'
import classes from './entities.module.css'
import { ObservedHistory } from './ObservedHistory.tsx'
import { Titling } from './Titling.tsx'

type Dependents = ContractOutputs['outbox']['entityDependents']

/** The most documents that are listed by name. */
const mostNamed = 8

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The records that are deleted with an entity, as far as this computer knows them. */
function EntityDependents({ query }: { query: UseQueryResult<Dependents, Error> }) {
  if (!query.data)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Quiet>Looking for related records…</Quiet>
    )
  const { valuation, documents, summaries } = query.data
  const rest = documents.length - mostNamed
  return (
    <div>
      <p>Also deleted, as far as this computer knows:</p>
      <ul className={classes.dependents} aria-label="Also deleted">
        <li>{valuation ? 'its valuations' : 'no valuation known here'}</li>
        <li>
          {documents.length === 0 ? 'no document' : many(documents.length, 'document', 'documents')}
          {documents.length === 0 ? null : (
            <ul>
              {documents.slice(0, mostNamed).map(({ id, title }) => (
                <li key={id}>
                  <RecordText>{title}</RecordText>
                </li>
              ))}
              {rest > 0 ? <li>and {rest.toLocaleString('en-US')} more</li> : null}
            </ul>
          )}
        </li>
        <li>{summaries === 0 ? 'no document summary' : many(summaries, 'document summary', 'document summaries')}</li>
      </ul>
    </div>
  )
}

type Props = {
  record: { id: string; display_name: string } & Readonly<Record<string, unknown>>
  householdId: string
  onClose: () => void
}

const isChanged = (error: unknown) => presentError(error).code === 'outbox/changed-elsewhere'

/**
 * Confirms the deletion of an entity and all its related data by having its name typed. The request is sent at once and never
 * goes through the outbox: an irreversible deletion must not run later on its own.
 */
function DeleteEntityDialog({ record, householdId, onClose }: Props) {
  const { id, display_name: name } = record
  // The page behind the dialog may change while it is open.
  const [opened] = useState(record)
  const api = useApi()
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const dependents = useQuery(api.outbox.entityDependents.queryOptions({ input: { connectionId, id } }))
  const offline = useQuery(api.sync.status.queryOptions({ input: { connectionId } })).data?.reachable === 'offline'
  const remove = useMutation(
    api.outbox.deleteEntity.mutationOptions({
      meta: { shown: true },
      onError: (error) => {
        if (isChanged(error)) setTyped('')
      },
      onSuccess: async () => {
        onClose()
        const params = { connectionId, id: householdId }
        await navigate({ to: '/c/$connectionId/households/$id', params, replace: true })
      },
    }),
  )
  // The user was told that it is another version, and types the name again.
  const isTold = remove.error !== null && isChanged(remove.error)
  // The stored name may have leading or trailing spaces, which are invisible.
  const matches = typed.trim() === name.trim()
  return (
    <FormDialog
      title="Delete this entity?"
      onClose={onClose}
      cancel={{ label: 'Keep it' }}
      error={remove.error}
      confirm={{
        label: 'Delete permanently',
        isDangerous: true,
        isDisabled: !matches || dependents.isPending,
        isPending: remove.isPending,
        onConfirm: () => remove.mutate({ connectionId, id, typed: name, seen: baseOf(isTold ? record : opened) }),
      }}
    >
      <p>
        The service removes{' '}
        <strong>
          <RecordText>{name}</RecordText>
        </strong>{' '}
        and all its related data immediately. This cannot be undone.
      </p>
      <EntityDependents query={dependents} />
      <TextInput
        label="Type the entity’s name to confirm"
        description={<RecordText>{name}</RecordText>}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {offline ? (
        <p role="alert" className="negative">
          The service cannot be reached. Deleting an entity needs it. Try again when you are online.
        </p>
      ) : null}
    </FormDialog>
  )
}

type Detail = ContractOutputs['entities']['get']
type Valuation = NonNullable<Detail['valuation']>['record']

function useCheckNow(id: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const queries = useQueryClient()
  const input = { connectionId, id }
  const check = useMutation(
    api.entities.refreshValuation.mutationOptions({
      meta: { shown: true },
      onSettled: () => queries.invalidateQueries({ queryKey: api.entities.get.queryKey({ input }) }),
    }),
  )
  return { check, now: () => check.mutate(input) }
}

/**
 * Opens the composer, by button and by command.
 *
 * @param reason - why no valuation can be logged; null if one can
 */
function useLog(id: string, reason: string | null) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const log = () => void navigate({ to: '/c/$connectionId/entities/$id/valuation/new', params: { connectionId, id } })
  useCommand('valuation.log', reason === null ? log : null)
  return log
}

function Shown({ valuation }: { valuation: Valuation }) {
  return (
    <>
      {valuation.description ? (
        <div className={classes.description}>
          <LongText text={valuation.description} />
        </div>
      ) : null}
      <ValuationAssets valuation={valuation} />
    </>
  )
}

/** The service's last answer, by its HTTP status; 0: it could not be read. */
function answerWords(status: number): string {
  if (status === 0) return 'The answer could not be read.'
  if (status === 404 || status === 410) return 'The service answered “not found”.'
  if (status < 300) return 'The service answered without a valuation.'
  return `The service refused to answer (HTTP ${status}).`
}

function absenceOf({ valuation_checked_at: at, valuation_unanswered: unanswered }: Detail): string {
  if (unanswered !== null) return `No valuation known yet. ${answerWords(unanswered.status)}`
  if (at === null) return 'No valuation known yet: the service has not been asked.'
  return 'Not valued: the service has no valuation for this entity.'
}

/** The valuation is asked for by itself, so it is checked at another time than the record. */
function ValueChecked({ at }: { at: string }) {
  return (
    <Quiet>
      Value checked <Ago at={at} />
    </Quiet>
  )
}

/** When the service last answered for the valuation, and whether it has answered since. */
function Checked({ detail }: { detail: Detail }) {
  const { valuation_checked_at: at, valuation_unanswered: unanswered } = detail
  if (unanswered === null) return at === null ? <Quiet>Value never checked</Quiet> : <ValueChecked at={at} />
  return (
    <span title={answerWords(unanswered.status)}>
      {at === null ? (
        <Quiet>Not answered yet</Quiet>
      ) : (
        <Quiet>
          Not answered since <Ago at={at} />
        </Quiet>
      )}
    </span>
  )
}

/** The latest valuation, the only one that the service returns, with a button to fetch it now. */
function LatestValuation({ detail }: { detail: Detail }) {
  useFreshValuations('entity', detail.record.id)
  const isClientView = usePresenting() !== null
  const { check, now } = useCheckNow(detail.record.id)
  const pending = detail.valuation?.pending ?? null
  // The notice at the top of the page is about the same writes.
  const isSaid = pending?.operations.every((id) => detail.pending?.operations.includes(id)) ?? true
  return (
    <Section
      title="Latest valuation"
      aside={
        <span className={`line ${classes.aside}`}>
          {isClientView ? null : <Checked detail={detail} />}
          <Button
            variant="default"
            loading={check.isPending}
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden="true" />}
            onClick={now}
          >
            Check now
          </Button>
        </span>
      }
    >
      <ErrorState error={check.error} onRetry={now} />
      {isSaid ? null : <PendingNotice pending={pending} />}
      {detail.valuation ? <Shown valuation={detail.valuation.record} /> : <Quiet>{absenceOf(detail)}</Quiet>}
    </Section>
  )
}

export type EntityDetail = ContractOutputs['entities']['get']

/** The entity's total, its date and the change since the value observed before. */
function EntityHoldings({ detail: { record, valuation } }: { detail: EntityDetail }) {
  const input = { connectionId: useConnection().id, entity_id: record.id }
  const observations = useQuery(useApi().valuations.observed.queryOptions({ input })).data?.observations ?? []
  const today = localToday(new Date(useNow()))
  if (!valuation) return null
  const { directly_held_asset_value: usd, total_value: total, effective_date: date } = valuation.record
  const before = observations.find(({ effective_date: earlier }) => earlier < date)
  // Beside the date, an age is said only if it needs attention.
  const isMarked = figureAge(date, today).old || date > today
  return (
    <Figure
      label="Directly held"
      cents={sumCents([usd])}
      beside={
        before === undefined ? null : (
          <ChangeSince from={before.directly_held_asset_value} to={usd} date={before.effective_date} />
        )
      }
    >
      <li>
        <Quiet>
          Valued <CalendarDate date={date} />
        </Quiet>
      </li>
      {isMarked ? (
        <li>
          <FigureAge date={date} />
        </li>
      ) : null}
      {total === usd ? null : (
        <li>
          <Quiet>
            Total value, may include subsidiaries: <Money usd={total} />
          </Quiet>
        </li>
      )}
    </Figure>
  )
}

function Entity({ detail }: { detail: EntityDetail }) {
  const { record, household } = detail
  const reason = useEditReason(detail)
  const log = useLog(record.id, reason)
  return (
    <RecordPage
      resource="entities"
      detail={detail}
      title={record.display_name}
      avatar={<EntityAvatar kind={record.kind} size={40} />}
      subtitle={
        <>
          <span>
            <EnumName names={entityKindNames} value={record.kind} />
          </span>
          <span>
            <EnumName names={entityStageNames} value={record.stage} />
          </span>
          <span>
            <EnumName names={inEstateStatusNames} value={record.in_estate_status} />
          </span>
          <span>
            <RecordLink resource="households" id={household.id} name={household.name} />
          </span>
        </>
      }
      primary={
        <ReasonedButton reason={reason} onClick={log} variant="filled">
          Log valuation
        </ReasonedButton>
      }
      edit={{
        reason,
        remove: (close) => <DeleteEntityDialog record={record} householdId={household.id} onClose={close} />,
      }}
    >
      <EntityHoldings detail={detail} />
      <LatestValuation detail={detail} />
      <RecordRoles node={{ resource: 'entities', id: record.id }} householdId={household.id} />
      <RecordDates
        record={{ resource: 'entities', id: record.id }}
        name={record.display_name}
        householdId={household.id}
      />
      <Titling entity={{ id: record.id, name: record.display_name, kind: record.kind }} />
      <ObservedHistory entityId={record.id} />
      <RecordRules
        subject={{
          record: { resource: 'entities', id: record.id },
          ...{ name: record.display_name, householdId: household.id },
        }}
      />
      <RelatedSection
        resource="documents"
        columns={entityFileColumns(detail.documents)}
        rows={detail.documents}
        scope={{ entity_id: record.id }}
        action={
          <AddDocuments
            owner={{ household_id: household.id, entity_id: record.id, individual_id: null }}
            to={record.display_name}
            reason={reason}
          />
        }
      />
      <RecordDetails
        record={record}
        resource="entities"
        fields={recordFields({ fields: entityFields, names: ['external_id'], record, special: {} })}
      />
      <Quiet>The service has no way to change an entity’s name, kind, stage or estate status.</Quiet>
    </RecordPage>
  )
}

/** All data of one entity, starting with its latest valuation. */
export function EntityPage() {
  return <RecordView resource="entities">{(detail) => <Entity key={detail.record.id} detail={detail} />}</RecordView>
}
