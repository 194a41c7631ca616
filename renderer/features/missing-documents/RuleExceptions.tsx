import { Button, Radio, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { BulkInput } from '../../../shared/ipc/bulk.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { RuleException, RuleRecord } from '../../../shared/ipc/today.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
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

function ReasonField({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <TextInput
      label="Reason"
      data-autofocus
      maxLength={200}
      value={reason}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
  )
}

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
        The rule will not be applied to {name}. Its page and the household’s say so, with your reason. It is saved on
        this computer only.
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
      <ReasonField reason={reason} onReason={setReason} />
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

/** Rows of a list that are to be left out of a rule. */
export type LeftOutRows = {
  which: BulkInput['which']
  count: number
  /** Called when they are left out. */
  onSaved?: () => void
}

type LeaveOutProps = LeftOutRows & RuleName & { resource: RuleRecord['resource']; onClose: () => void }

/** Asks why a rule of Data quality does not apply to rows of a list. */
export function LeaveOutDialog({ rule_id, rule, resource, which, count, onSaved, onClose }: LeaveOutProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const [reason, setReason] = useState('')
  const one = { connectionId, rule_id, resource }
  const applyAgain = useMutation(api.today.setExceptions.mutationOptions())
  const save = useMutation(
    api.today.setExceptions.mutationOptions({
      meta: { shown: true },
      onSuccess: ({ changed, gone }) => {
        onClose()
        onSaved?.()
        const title = countOf(changed.length, 'record is left out of the rule', 'records are left out of the rule')
        const text =
          gone === 0 ? null : `${countOf(gone, 'record is', 'records are')} not in the offline copy any more.`
        toastUndo('rule-undo', { title, text }, () => {
          if (changed.length > 0) applyAgain.mutate({ ...one, which: { ids: changed }, reason: null })
        })
      },
    }),
  )
  const { one: record, many } = resourceNames[resource]
  return (
    <FormDialog
      title={count === 1 ? 'Not for this record' : 'Not for these records'}
      onClose={onClose}
      error={save.error}
      confirm={{
        label: 'Save',
        isPending: save.isPending,
        isDisabled: reason.trim() === '',
        onConfirm: () => save.mutate({ ...one, which, reason }),
      }}
    >
      <p>{rule}</p>
      <p>
        Data quality will not check {countOf(count, record.toLowerCase(), many.toLowerCase())} by this rule, and says so
        with your reason, as {count === 1 ? 'its page does' : 'their pages do'}. It is saved on this computer only.
      </p>
      <ReasonField reason={reason} onReason={setReason} />
    </FormDialog>
  )
}

type ExceptionProps = {
  exception: RuleException
  /** On the page of its record, which is not named again. */
  isHere?: boolean
}

function Exception({ exception, isHere = false }: ExceptionProps) {
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
      {rule}
      {isHere ? null : (
        <>
          {' '}
          <Quiet>for</Quiet>{' '}
          {name === null ? <Quiet>a record that is gone</Quiet> : <RecordLink {...{ resource, id, name }} />}
        </>
      )}
      : {reason} <Quiet>· {formatMoment(made_at)}</Quiet>{' '}
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

type ExceptionsProps = {
  householdId: string | null
  /** Of these rules only. */
  of?: readonly string[]
}

/** The rules that the user does not apply in a household, or in all (null); nothing without any. */
export function RuleExceptions({ householdId, of }: ExceptionsProps) {
  const connectionId = useConnection().id
  const presenting = usePresenting() !== null
  const query = useQuery({
    ...useApi().today.exceptions.queryOptions({ input: { connectionId, household_id: householdId } }),
    enabled: !presenting,
  })
  // There may be thousands of a whole firm.
  const [opened, setOpened] = useState(false)
  const all = query.data?.exceptions ?? []
  const exceptions = of === undefined ? all : all.filter(({ rule_id }) => of.includes(rule_id))
  // One record may be left out of several rules.
  const records = new Set(exceptions.map(({ record }) => record.id)).size
  if (query.isError && query.data === undefined)
    return <PartError what="Rules that are not applied here" onRetry={() => void query.refetch()} />
  if (presenting || exceptions.length === 0) return null
  return (
    <details className={classes.exceptions} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {householdId === null
          ? `${countOf(records, 'record is', 'records are')} left out of ${exceptions.length === 1 ? 'a rule' : 'rules'}`
          : `${countOf(exceptions.length, 'rule is not applied', 'rules are not applied')} here`}
      </summary>
      <ul>
        {opened
          ? exceptions.map((exception) => (
              <Exception key={`${exception.rule_id} ${exception.record.id}`} exception={exception} />
            ))
          : null}
      </ul>
    </details>
  )
}

type FoundRule = ContractOutputs['today']['rulesOf']['found'][number]

function Found({ rule, subject }: { rule: FoundRule; subject: RuleSubject }) {
  const connectionId = useConnection().id
  const { rule_id, rule: name, words, is_double } = rule
  return (
    <li>
      <span title={words}>{name}</span>{' '}
      {is_double ? (
        <Link to="/c/$connectionId/doubles" params={{ connectionId }}>
          See the pairs
        </Link>
      ) : null}{' '}
      <ExceptButton {...subject} rules={[{ rule_id, rule: name }]} />
    </li>
  )
}

/**
 * The rules of Data quality that find a record, and those of any kind that the user does not apply to it; nothing without any. A household's
 * brief has the latter.
 */
export function RecordRules({ subject }: { subject: RuleSubject }) {
  const connectionId = useConnection().id
  const presenting = usePresenting() !== null
  const { resource, id } = subject.record
  const query = useQuery({
    ...useApi().today.rulesOf.queryOptions({ input: { connectionId, resource, id } }),
    enabled: !presenting,
  })
  const { found = [], exceptions: all = [] } = query.data ?? {}
  const exceptions = resource === 'households' ? [] : all
  const isFailed = query.isError && query.data === undefined
  if (presenting || (!isFailed && found.length + exceptions.length === 0)) return null
  return (
    <Section title="Data quality" anchor="quality">
      {isFailed ? <PartError what="Data quality" onRetry={() => void query.refetch()} /> : null}
      {found.length === 0 ? null : (
        <ul className={classes.found} aria-label="Found by rules">
          {found.map((rule) => (
            <Found key={rule.rule_id} {...{ rule, subject }} />
          ))}
        </ul>
      )}
      {exceptions.length === 0 ? null : (
        <div className={classes.exceptions}>
          Not applied to this record:
          <ul aria-label="Rules not applied">
            {exceptions.map((exception) => (
              <Exception key={exception.rule_id} exception={exception} isHere />
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}
