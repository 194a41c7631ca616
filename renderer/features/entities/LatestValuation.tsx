import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { Ago, LastChecked } from '../../components/Dates.tsx'
import { LongText } from '../../components/LongText.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { PendingNotice } from '../records/public.ts'
import { useFreshValuations, ValuationAssets } from '../valuations/public.ts'
import classes from './entities.module.css'

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
export function useLog(id: string, reason: string | null) {
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

/** What the service's last answer was, by its HTTP status; 0: it could not be read. */
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

/** When the service last answered for the valuation, and whether it has answered since. */
function Checked({ detail }: { detail: Detail }) {
  const { valuation_checked_at: at, valuation_unanswered: unanswered } = detail
  if (unanswered === null) return at === null ? <Quiet>Never checked</Quiet> : <LastChecked at={at} />
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
export function LatestValuation({ detail }: { detail: Detail }) {
  useFreshValuations('entity', detail.record.id)
  const { check, now } = useCheckNow(detail.record.id)
  const pending = detail.valuation?.pending ?? null
  // The notice at the top of the page is about the same writes.
  const isSaid = pending?.operations.every((id) => detail.pending?.operations.includes(id)) ?? true
  return (
    <Section
      title="Latest valuation"
      aside={
        <span className={classes.aside}>
          <Checked detail={detail} />
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
