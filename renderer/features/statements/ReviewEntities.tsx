import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import { answerTo } from '../../../shared/tables/doubts.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { openByArrows } from '../../components/line-keys.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { TableQuestions } from '../../components/tables/TableQuestions.tsx'
import { Absent, CalendarDate, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { perCentWords } from '../../lib/amounts.ts'
import { useConnection } from '../../lib/api.ts'
import { Amount, centsOf } from './Amount.tsx'
import { AccountLine, type ReviewAccount, RowLink, Sentences } from './ReviewAccounts.tsx'
import classes from './statements.module.css'
import type { StatementActions } from './use-statements.tsx'

export type ReviewEntity = StatementReview['entities'][number]
type Asset = ReviewEntity['assets'][number]

const changeWords: Record<Asset['change'], string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  gone: 'Gone',
  carried: 'Carried over',
}

const negativeWords = { short: 'short position', margin: 'margin debit', cash: 'negative cash' } as const

/** A change in per cent, in words; null if a share says nothing. */
const percentOf = (percent: number | null, before: string | null, after: string | null): string | null =>
  before === null || after === null ? null : perCentWords(percent, centsOf(after) - centsOf(before))

function AssetName({ asset: { name, external_id, negative, before } }: { asset: Asset }) {
  const identifierBefore = before !== null && before.external_id !== external_id ? before.external_id : null
  return (
    <>
      <RecordText>{name}</RecordText>{' '}
      <Quiet>
        {external_id ?? ''}
        {identifierBefore === null ? null : ` (was ${identifierBefore})`}
        {negative === null ? null : ` ${negativeWords[negative]}`}
      </Quiet>
    </>
  )
}

type FileNames = Readonly<Record<string, string>>

/** `fileNames`: null where all rows are of one file. */
function AssetSource({ asset: { from, carried }, fileNames }: { asset: Asset; fileNames: FileNames | null }) {
  if (from !== null) return <RowLink from={from} fileName={fileNames?.[from.file_id] ?? null} />
  if (carried === null) return <Absent />
  return (
    <Quiet>
      {carried.account === null ? 'Kept' : `From ${carried.account}`}, <CalendarDate date={carried.as_of} />
    </Quiet>
  )
}

const columnsWith = (fileNames: FileNames | null): readonly GridColumn<Asset>[] => [
  {
    id: 'change',
    header: 'Change',
    width: 96,
    cell: ({ change }) => <span className="nowrap">{changeWords[change]}</span>,
  },
  { id: 'name', header: 'Asset', width: 200, cell: (asset) => <AssetName asset={asset} /> },
  {
    id: 'class',
    header: 'Asset class',
    width: 120,
    cell: ({ asset_class, change }) =>
      asset_class === null ? (
        change === 'gone' ? (
          <Absent />
        ) : (
          <span className="warn">Asked above</span>
        )
      ) : (
        <RecordText>{asset_class.name}</RecordText>
      ),
  },
  {
    id: 'before',
    header: 'Before',
    width: 120,
    align: 'end',
    cell: ({ before }) => <Amount value={before?.value ?? null} />,
  },
  { id: 'value', header: 'Value', width: 120, align: 'end', cell: ({ value }) => <Amount value={value} /> },
  {
    id: 'percent',
    header: '%',
    width: 72,
    align: 'end',
    cell: ({ percent, before, value, is_jump }) => {
      const words = percentOf(percent, before?.value ?? null, value)
      return words === null ? null : <span className={is_jump ? 'warn strong' : 'tabular'}>{words}</span>
    },
  },
  {
    id: 'from',
    header: 'Read from',
    width: fileNames === null ? 96 : 160,
    cell: (asset) => <AssetSource asset={asset} fileNames={fileNames} />,
  },
]

const columnsOfOneFile = columnsWith(null)

/** `12 new, 3 changed, 1 gone, 4 carried over`. */
function countWords({ new: added, changed, same, gone, carried }: ReviewEntity['counts']): string {
  const parts: [number, string][] = [
    [added, 'new'],
    [changed, 'changed'],
    [same, 'the same'],
    [gone, 'gone'],
    [carried, 'carried over'],
  ]
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count.toLocaleString('en-US')} ${words}`] : [])).join(', ')
}

/** Why it cannot be approved here and now; null if it can. */
function approveReason({ state, questions, problems }: ReviewEntity, reason: string | null): string | null {
  if (state === 'blocked')
    return questions.length > 0 ? 'Answer its questions first.' : (problems[0] ?? 'Answer what is asked above first.')
  return reason
}

function State({ entity: { state, operation_id }, isOpen }: { entity: ReviewEntity; isOpen: boolean }) {
  const connectionId = useConnection().id
  if (state === 'at-once') return <Tag>Ties</Tag>
  if (state === 'looked-at') return <Tag accent>Look at it</Tag>
  if (state === 'blocked') return <Tag accent>{isOpen ? 'Asks' : 'Blocked'}</Tag>
  return (
    <>
      <Tag accent>Reopened</Tag>
      {operation_id === null ? null : (
        <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId: operation_id }}>
          The one that waits
        </Link>
      )}
    </>
  )
}

type LineProps = {
  entity: ReviewEntity
  accounts: readonly ReviewAccount[]
  answers: Record<string, string>
  fileNames: FileNames
  actions: StatementActions
  /** Why nothing can be approved; null if something can. */
  reason: string | null
  /** True if a sentence above all entities says that their accounts are read for the first time. */
  areAllFirst: boolean
}

/** The valuation of one entity: its totals in one line, then each asset with the row that it comes from. */
function EntityLine({ entity: shown, accounts, answers, fileNames, actions, reason, areAllFirst }: LineProps) {
  const { entity, as_of, before, total, percent, counts, assets, questions, warnings, problems, state } = shown
  const [opened, setOpened] = useState(state === 'reopened' || questions.length > 0)
  // Until its questions are answered, its assets and their total would be a guess.
  const isOpen = questions.some((question) => answerTo(question, answers) === null)
  const areOfSeveral = new Set(assets.flatMap(({ from }) => from?.file_id ?? [])).size > 1
  const change = percentOf(percent, before?.total ?? null, total)
  const why = approveReason(shown, reason)
  const Chevron = opened ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.item} data-entity={entity.id}>
      <div className={`row ${classes.itemHead}`}>
        <button
          type="button"
          className={`line plain-button ${classes.opener}`}
          data-line
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          onKeyDown={openByArrows(setOpened)}
        >
          <Chevron size={14} stroke={1.75} aria-hidden="true" />
          <strong className="anywhere">
            <RecordText>{entity.name}</RecordText>
          </strong>
        </button>
        <State entity={shown} isOpen={isOpen} />
        <Quiet>
          <RecordText>{entity.household.name}</RecordText>
          {as_of === null ? ', date asked' : null}
          {as_of === null ? null : (
            <>
              , as of <CalendarDate date={as_of} />
            </>
          )}
        </Quiet>
        <span className={`row ${classes.itemEnd}`}>
          <span className={classes.totals}>
            {before !== null ? (
              <Quiet>
                <Amount value={before.total} /> on <CalendarDate date={before.effective_date} />
              </Quiet>
            ) : state === 'blocked' ? null : (
              <Quiet>First valuation</Quiet>
            )}
            {before === null && state === 'blocked' ? null : <span aria-hidden="true">→</span>}
            {isOpen ? (
              <span className="warn">Open until its questions are answered</span>
            ) : (
              <strong>
                <Amount value={total} />
              </strong>
            )}
            {change === null || isOpen ? null : <span className="tabular">{change}</span>}
          </span>
          <ReasonedButton
            reason={why}
            size="compact-sm"
            variant={why === null && state === 'looked-at' ? 'default' : 'light'}
            aria-label={`Approve ${entity.name}`}
            data-approve
            onClick={() => actions.approve([shown])}
          >
            Approve
          </ReasonedButton>
        </span>
      </div>
      {isOpen ? null : <p className={classes.why}>{countWords(counts)}</p>}
      <Sentences problems={problems} warnings={warnings.filter(({ kind }) => !(areAllFirst && kind === 'first'))} />
      {opened ? (
        <div className={classes.details}>
          <TableQuestions questions={questions} answers={answers} onAnswer={actions.answerReview} />
          <ul className={`plain-list ${classes.items}`} aria-label={`Accounts of ${entity.name}`}>
            {accounts.map((account) => (
              <AccountLine
                key={`${account.file_id} ${account.key}`}
                account={account}
                fileName={fileNames[account.file_id] ?? 'a file'}
                actions={actions}
                isInside
              />
            ))}
          </ul>
          {isOpen ? null : (
            <RecordTable
              label={`Assets of ${entity.name}`}
              columns={areOfSeveral ? columnsWith(fileNames) : columnsOfOneFile}
              rows={assets}
              keyOf={({ change: kind, name, from, external_id }) =>
                `${kind} ${from?.file_id ?? ''} ${from?.row ?? ''} ${name} ${external_id ?? ''}`
              }
              markOf={({ change: kind }) => (kind === 'gone' ? 'deleted' : null)}
            />
          )}
          <p className={classes.why}>
            <RecordLink resource="entities" id={entity.id} name={`Open ${entity.name}`} />
          </p>
        </div>
      ) : null}
    </li>
  )
}

type Props = Omit<LineProps, 'entity' | 'accounts' | 'areAllFirst'> & {
  entities: readonly ReviewEntity[]
  accounts: readonly ReviewAccount[]
}

const order: readonly ReviewEntity['state'][] = ['reopened', 'blocked', 'looked-at', 'at-once']

/** Entities that need a look first. Once shown, each keeps its place: an answer must not move the lines under the pointer. */
function useInOrder(entities: readonly ReviewEntity[]): ReviewEntity[] {
  const [places, setPlaces] = useState<readonly string[]>([])
  const added = entities
    .filter(({ entity }) => !places.includes(entity.id))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const placed = entities
    .filter(({ entity }) => places.includes(entity.id))
    .toSorted((one, other) => places.indexOf(one.entity.id) - places.indexOf(other.entity.id))
  // A next batch is sorted by itself.
  if (added.length > 0) setPlaces([...(placed.length === 0 ? [] : places), ...added.map(({ entity }) => entity.id)])
  return [...placed, ...added]
}

/** Valuations that approval would save; those that need a look come first. */
export function ReviewEntities({ entities, accounts, reason, actions, ...others }: Props) {
  const sorted = useInOrder(entities)
  if (entities.length === 0) return null
  const areAllFirst =
    entities.length > 1 && entities.every(({ warnings }) => warnings.some(({ kind }) => kind === 'first'))
  const atOnce = entities.filter(({ state }) => state === 'at-once')
  const why =
    reason ??
    (atOnce.length === 0
      ? 'None of them ties and is mapped as before, without jumps and without assets that are gone.'
      : null)
  return (
    <Section
      title="Valuations"
      count={entities.length}
      aside={
        <ReasonedButton
          reason={why}
          variant={why === null ? 'filled' : 'default'}
          loading={actions.isApproving}
          onClick={() => actions.approve(atOnce)}
        >
          {atOnce.length === 0 ? 'Approve all' : `Approve all ${atOnce.length} that tie`}
        </ReasonedButton>
      }
    >
      <p className={classes.about}>
        “Approve all” takes those that tie, are mapped as before, have no jump over 25% and no asset gone. Each of the
        others is approved by itself; none holds another one up.
      </p>
      {areAllFirst ? <p className="warn">An account is read for each of these entities for the first time.</p> : null}
      <ul className={`plain-list ${classes.items}`} aria-label="Valuations">
        {sorted.map((entity) => (
          <EntityLine
            key={entity.entity.id}
            entity={entity}
            accounts={accounts.filter(({ file_id, key }) =>
              entity.accounts.some((one) => one.file_id === file_id && one.key === key),
            )}
            {...{ reason, actions, areAllFirst, ...others }}
          />
        ))}
      </ul>
    </Section>
  )
}
