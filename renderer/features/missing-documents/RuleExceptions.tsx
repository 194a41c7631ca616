import { Button, Radio, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import type { RuleException, RuleRecord } from '../../../shared/ipc/today.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { PartError } from '../../components/States.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import classes from './missing-documents.module.css'

type RuleName = { rule_id: string; rule: string }

/** The record that rules are about, with its household; `name` as its page shows it. */
export type RuleSubject = { record: RuleRecord; name: string; householdId: string }

type Props = RuleSubject & { rules: readonly RuleName[] }

function ExceptionDialog({ record, name, householdId, rules, onClose }: Props & { onClose: () => void }) {
  const api = useApi()
  const connectionId = useConnection().id
  const [chosen, setChosen] = useState(rules.length === 1 ? (rules[0]?.rule_id ?? '') : '')
  const [reason, setReason] = useState('')
  const one = { connectionId, rule_id: chosen, household_id: householdId, record }
  const applyAgain = useMutation(api.today.setException.mutationOptions())
  const save = useMutation(
    api.today.setException.mutationOptions({
      meta: { shown: true },
      onSuccess: () => {
        onClose()
        toastUndo('rule-undo', { title: 'Not applied to this record' }, () =>
          applyAgain.mutate({ ...one, reason: null }),
        )
      },
    }),
  )
  return (
    <FormDialog
      title="Not for this record"
      onClose={onClose}
      error={save.error}
      confirm={{
        label: 'Save',
        isPending: save.isPending,
        isDisabled: chosen === '' || reason.trim() === '',
        onConfirm: () => save.mutate({ ...one, reason }),
      }}
    >
      <p>
        The rule will not be applied to {name}. The household’s page says so, with your reason. It is saved on this
        computer only.
      </p>
      {rules.length === 1 ? (
        <p>{rules[0]?.rule}</p>
      ) : (
        <Radio.Group label="Rule" value={chosen} onChange={setChosen}>
          <div className="column">
            {rules.map(({ rule_id, rule }) => (
              <Radio key={rule_id} value={rule_id} label={rule} />
            ))}
          </div>
        </Radio.Group>
      )}
      <TextInput
        label="Reason"
        data-autofocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Says that one of these rules does not apply to a record, with a reason. Nothing where that is not allowed. */
export function ExceptButton(props: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const forbidden = useForbidden('today.setException')
  const presenting = usePresenting() !== null
  if (forbidden !== null || presenting) return null
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-label={`Not for this record: ${props.name}`} onClick={open}>
        Not for this record…
      </Button>
      {opened ? <ExceptionDialog {...props} onClose={close} /> : null}
    </>
  )
}

function Exception({ exception }: { exception: RuleException }) {
  const api = useApi()
  const connectionId = useConnection().id
  const set = useMutation(api.today.setException.mutationOptions())
  const { rule_id, rule, household_id, record, reason, made_at } = exception
  const { resource, id, name } = record
  const one = { connectionId, rule_id, household_id, record: { resource, id } }
  const applyAgain = () =>
    set.mutate(
      { ...one, reason: null },
      { onSuccess: () => toastUndo('rule-undo', { title: 'Applied again' }, () => set.mutate({ ...one, reason })) },
    )
  return (
    <li>
      {rule} <Quiet>for</Quiet>{' '}
      {name === null ? <Quiet>a record that is gone</Quiet> : <RecordLink resource={resource} id={id} name={name} />}:{' '}
      {reason} <Quiet>{formatMoment(made_at)}</Quiet>{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Apply again: ${rule}, ${name ?? 'a record that is gone'}`}
        loading={set.isPending}
        onClick={applyAgain}
      >
        Apply again
      </Button>
    </li>
  )
}

/** The rules that the user does not apply in a household, or in all (null); nothing without any. */
export function RuleExceptions({ householdId }: { householdId: string | null }) {
  const connectionId = useConnection().id
  const presenting = usePresenting() !== null
  const query = useQuery({
    ...useApi().today.exceptions.queryOptions({ input: { connectionId, household_id: householdId } }),
    enabled: !presenting,
  })
  const exceptions = query.data?.exceptions ?? []
  if (query.isError && query.data === undefined)
    return <PartError what="Rules that are not applied here" onRetry={() => void query.refetch()} />
  if (presenting || exceptions.length === 0) return null
  return (
    <details className={classes.exceptions}>
      <summary>{countOf(exceptions.length, 'rule is not applied', 'rules are not applied')} here</summary>
      <ul>
        {exceptions.map((exception) => (
          <Exception key={`${exception.rule_id} ${exception.record.id}`} exception={exception} />
        ))}
      </ul>
    </details>
  )
}
