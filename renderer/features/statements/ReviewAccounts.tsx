import { Button, Checkbox, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import { readTypedTotal } from '../../../shared/statements/tie-out.ts'
import { enterEntry } from '../../components/line-keys.ts'
import { Section } from '../../components/Section.tsx'
import { CalendarDate, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { Amount } from './Amount.tsx'
import { EntitySelect, entityLabel } from './EntitySelect.tsx'
import classes from './statements.module.css'
import type { StatementActions } from './use-statements.tsx'

export type ReviewAccount = StatementReview['accounts'][number]

type RowLinkProps = {
  from: { file_id: string; row: number }
  /** The file's name, where links beside this one lead to other files; null where none does. */
  fileName?: string | null
}

/** A link to a row of a file. */
export function RowLink({ from: { file_id: id, row }, fileName = null }: RowLinkProps) {
  const connectionId = useConnection().id
  return (
    <Link to="/c/$connectionId/statements/$id" params={{ connectionId, id }} search={{ row }} className="anywhere">
      <span className="nowrap">Row {row}</span>
      {fileName === null ? null : (
        <>
          {' of '}
          <RecordText>{fileName}</RecordText>
        </>
      )}
    </Link>
  )
}

/** The rows of an account that its sum has, with the lines that the advisor counts. */
function rowsOf({ rows, lines }: ReviewAccount['tie']): string {
  const counted = lines.filter((line) => line.counted).length
  const more = counted === 0 ? '' : ` and ${countOf(counted, 'counted line', 'counted lines')}`
  return `${countOf(rows, 'row', 'rows')}${more}`
}

/** Where the file states no total: the one on the statement, typed beside the number of rows. */
function TotalField({ account, name, actions }: { account: ReviewAccount; name: string; actions: StatementActions }) {
  const { file_id, key, tie } = account
  const stated = tie.is_typed ? (tie.stated ?? '') : ''
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = () => {
    if (typed === null) return
    const { total, problem: found } = typed.trim() === '' ? { total: null, problem: null } : readTypedTotal(typed)
    setProblem(found)
    if (found !== null) return
    setTyped(null)
    if ((total ?? '') !== stated) actions.answer(file_id, { what: 'total', account: key, total })
  }
  return (
    <TextInput
      size="xs"
      label={`Total on the statement, for ${rowsOf(tie)}`}
      aria-label={`Total on the statement of ${name}`}
      placeholder="52,651.20"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? stated}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key: pressed }) => {
        if (pressed === 'Enter') keep()
        if (pressed === 'Escape') {
          setTyped(null)
          setProblem(null)
        }
      }}
    />
  )
}

/** An account’s rows against the stated total, to the cent. */
export function TieOut({
  account,
  name,
  actions,
}: {
  account: ReviewAccount
  name: string
  actions: StatementActions
}) {
  const { file_id, key, tie } = account
  const count = (row: number, counted: boolean) => {
    const rows = tie.lines.filter((line) => (line.row === row ? counted : line.counted)).map((line) => line.row)
    actions.answer(file_id, { what: 'lines', account: key, rows })
  }
  return (
    <div className={classes.tie}>
      <div className={classes.sums}>
        <span>
          {rowsOf(tie)}: <Amount value={tie.sum} />
        </span>
        {tie.stated === null ? null : (
          <span>
            {tie.is_typed ? 'Typed total' : 'Stated total'}: <Amount value={tie.stated} />
          </span>
        )}
        {tie.ties ? (
          <span className={classes.good}>Ties to the cent</span>
        ) : tie.difference === null ? null : (
          <span className="negative">
            Difference: <Amount value={tie.difference} />
          </span>
        )}
      </div>
      {tie.lines.map((line) => (
        <Checkbox
          key={line.row}
          size="xs"
          checked={line.counted}
          label={
            <>
              <RecordText>{line.name}</RecordText> <Amount value={line.value} /> is part of the total{' '}
              <Quiet>({line.why})</Quiet>
            </>
          }
          onChange={({ currentTarget }) => count(line.row, currentTarget.checked)}
        />
      ))}
      {tie.stated === null || tie.is_typed ? <TotalField {...{ account, name, actions }} /> : null}
    </div>
  )
}

/** The name of an account: its name, and its number. */
export const accountName = ({ name, number }: Pick<ReviewAccount, 'name' | 'number'>): string =>
  [name, number].filter((part) => part !== null && part !== '').join(' ') || 'Account without a number'

type LineProps = {
  account: ReviewAccount
  fileName: string
  actions: StatementActions
  /** True below its entity, which already says its warnings. */
  isInside?: boolean
}

/** One account: its entity, its tie-out, and what is open. */
export const AccountLine = memo(function AccountLine({ account, fileName, actions, isInside = false }: LineProps) {
  const connectionId = useConnection().id
  const {
    file_id,
    key,
    as_of,
    state,
    why,
    entity,
    proposals,
    problems,
    notes,
    warnings,
    can_take,
    proposed_custodian: custodian,
  } = account
  const name = accountName(account)
  const leaveOut = (left_out: boolean) => actions.answer(file_id, { what: 'leave-out', account: key, left_out })
  const map = (entity_id: string) => actions.answer(file_id, { what: 'entity', account: key, entity_id })
  const isOpen = state === 'ask' || state === 'blocked'
  return (
    <li className={classes.item} data-line tabIndex={-1} aria-label={name} onKeyDown={enterEntry}>
      <div className={`row ${classes.itemHead}`}>
        <strong className="anywhere">
          <RecordText>{name}</RecordText>
        </strong>
        {state === 'ask' ? <Tag accent>Which entity?</Tag> : null}
        {state === 'blocked' ? <Tag accent>Blocked</Tag> : null}
        <Quiet>
          <Link to="/c/$connectionId/statements/$id" params={{ connectionId, id: file_id }}>
            <RecordText>{fileName}</RecordText>
          </Link>
          {as_of === null ? null : (
            <>
              , <CalendarDate date={as_of} />
            </>
          )}
        </Quiet>
        <span className={classes.itemEnd}>
          {can_take ? (
            <Button variant="default" size="compact-sm" aria-label={`Take ${name}`} onClick={() => leaveOut(false)}>
              Take it after all
            </Button>
          ) : state === 'left-out' ? null : (
            <Button variant="default" size="compact-sm" aria-label={`Leave out ${name}`} onClick={() => leaveOut(true)}>
              Leave out
            </Button>
          )}
        </span>
      </div>
      <p className={classes.why}>{why}</p>
      {state === 'left-out' ? null : (
        <>
          <div data-entry>
            <EntitySelect label={`Entity of ${name}`} proposals={proposals} chosen={entity} onChoose={map} />
          </div>
          {state === 'ask' && custodian !== null ? (
            <div className={`row ${classes.proposed}`}>
              <Quiet>Proposed for the file:</Quiet>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${custodian} is the custodian of ${fileName}, for ${name}`}
                onClick={() => actions.answer(file_id, { what: 'custodian', name: custodian })}
              >
                <span>
                  The custodian is <RecordText>{custodian}</RecordText>
                </span>
              </Button>
            </div>
          ) : null}
          {state === 'ask' && proposals.length > 0 ? (
            <div className={`row ${classes.proposed}`}>
              <Quiet>Proposed:</Quiet>
              {proposals.slice(0, 3).map((one) => (
                <Button
                  key={one.id}
                  variant="default"
                  size="compact-sm"
                  aria-label={`${entityLabel(one)}, for ${name}`}
                  onClick={() => map(one.id)}
                >
                  <RecordText>{entityLabel(one)}</RecordText>
                </Button>
              ))}
            </div>
          ) : null}
          <TieOut {...{ account, name, actions }} />
          <Sentences problems={isOpen ? problems : []} warnings={isInside ? [] : warnings} notes={notes} />
        </>
      )}
    </li>
  )
})

type SentencesProps = {
  problems: readonly string[]
  warnings: StatementReview['entities'][number]['warnings']
  notes?: readonly string[]
}

/** Problems that keep something from being logged, then warnings. */
export function Sentences({ problems, warnings, notes = [] }: SentencesProps) {
  if (problems.length + warnings.length + notes.length === 0) return null
  return (
    <ul className={`plain-list ${classes.sentences}`}>
      {problems.map((text) => (
        <li key={text} className="negative">
          {text}
        </li>
      ))}
      {warnings.map(({ kind, text }) => (
        <li key={kind + text} className="warn">
          {text}
        </li>
      ))}
      {notes.map((text) => (
        <li key={text} className="quiet">
          {text}
        </li>
      ))}
    </ul>
  )
}

type Props = {
  title: string
  accounts: readonly ReviewAccount[]
  fileNames: Readonly<Record<string, string>>
  actions: StatementActions
}

/** Some accounts of the batch. */
export function ReviewAccounts({ title, accounts, fileNames, actions }: Props) {
  if (accounts.length === 0) return null
  return (
    <Section title={title} count={accounts.length}>
      <ul className={`plain-list ${classes.items}`} aria-label={title}>
        {accounts.map((account) => (
          <AccountLine
            key={`${account.file_id} ${account.key}`}
            account={account}
            fileName={fileNames[account.file_id] ?? 'a file'}
            actions={actions}
          />
        ))}
      </ul>
    </Section>
  )
}
