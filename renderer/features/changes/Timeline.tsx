import { type Icon, IconBuildingBank, IconCash, IconFileText, IconNotes } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { perCentOf } from '../../../shared/domain/per-cent.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { DayList } from '../../components/DayList.tsx'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Money } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { amountsAreHidden, perCentWords } from '../../lib/amounts.ts'
import { useConnection } from '../../lib/api.ts'
import { useRecordName } from '../../lib/record-name.ts'
import { kindNames, saySeen } from './change-words.ts'
import classes from './changes.module.css'
import { type AssetChange, valuationChange } from './valuation-change.ts'

/** Assets shown of a valuation; its entity's page has all of them. */
const mostAssets = 6

function Amounts({ before, after }: { before: bigint; after: bigint }) {
  const words = perCentWords(perCentOf(before, after - before), after - before)
  return (
    <>
      <del className="quiet">
        <Money cents={before} />
      </del>
      <span aria-hidden="true"> → </span>
      <Money cents={after} />
      {words === null ? null : <Quiet> {words}</Quiet>}
    </>
  )
}

function Asset({ asset: { name, before, after, was, assetClass } }: { asset: AssetChange }) {
  return (
    <>
      {before === null && after !== null ? (
        <>
          Added, <Money cents={after} />
        </>
      ) : null}
      {after === null && before !== null ? (
        <>
          Gone, was <Money cents={before} />
        </>
      ) : null}
      {before !== null && after !== null && before !== after ? <Amounts before={before} after={after} /> : null}
      {was !== null && was.name !== name ? (
        <div>
          <Quiet>
            Was called <RecordText>{was.name}</RecordText>
          </Quiet>
        </div>
      ) : null}
      {was !== null && was.assetClass !== assetClass ? (
        <div>
          <Quiet>
            <RecordText>{was.assetClass}</RecordText> → <RecordText>{assetClass}</RecordText>
          </Quiet>
        </div>
      ) : null}
    </>
  )
}

/** A changed valuation: its total, its assets one by one, then its other fields. */
function ValuationDifference({ fields }: { fields: ObservedChange['fields'] }) {
  const { total, assets, others } = valuationChange(fields, !amountsAreHidden())
  const more = assets.length - mostAssets
  return (
    <>
      {total || assets.length > 0 ? (
        <dl className={classes.figures}>
          {total ? (
            <div>
              <dt>Directly held</dt>
              <dd>
                <Amounts {...total} />
              </dd>
            </div>
          ) : null}
          {assets.slice(0, mostAssets).map((asset, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: assets of one valuation can be equal
            <div key={at}>
              <dt>
                <RecordText>{asset.name}</RecordText>
              </dt>
              <dd>
                <Asset asset={asset} />
              </dd>
            </div>
          ))}
          {more > 0 ? (
            <div>
              <dt>And</dt>
              <dd>{more === 1 ? '1 more asset' : `${formatCount(more)} more assets`}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <ChangeList changes={others} />
    </>
  )
}

const icons: Readonly<Partial<Record<Resource, Icon>>> = {
  entities: IconBuildingBank,
  valuations: IconCash,
  documents: IconFileText,
  'document-summaries': IconNotes,
}

function Picture({ change: { resource, record_id, title } }: { change: ObservedChange }) {
  const Face = icons[resource]
  if (!Face) return <PersonAvatar id={record_id} name={title} />
  return (
    <span className={classes.icon} aria-hidden="true">
      <Face size={14} stroke={1.75} />
    </span>
  )
}

/** The record's name, which leads to its page unless it is gone. */
function Name({ resource, id, name, gone }: { resource: Resource; id: string; name: string; gone: boolean }) {
  const connectionId = useConnection().id
  const text = <RecordText>{name.trim() || resourceNames[resource].one}</RecordText>
  if (gone)
    return (
      // Reached with the arrow keys only: there is nothing to open.
      <span className={classes.name} data-line tabIndex={-1}>
        {text}
      </span>
    )
  return (
    <Link to={`/c/$connectionId/${resource}/$id`} params={{ connectionId, id }} className={classes.name} data-line>
      {text}
    </Link>
  )
}

/** A valuation goes by its entity. */
function EntityName({ id }: { id: string }) {
  const name = useRecordName('entities', id)
  return <Name resource="entities" id={id} name={name ?? ''} gone={false} />
}

/** Says that this computer made the change; leads to what became of it. */
function Own({ operationId }: { operationId: string | null }) {
  const connectionId = useConnection().id
  if (operationId === null) return <Tag>Your change</Tag>
  return (
    <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId }} className={classes.own}>
      Your change
    </Link>
  )
}

function Fields({ change: { resource, fields, own } }: { change: ObservedChange }) {
  if (resource === 'valuations') return <ValuationDifference fields={fields} />
  const mine = new Map(fields.map(({ field, operation_id }) => [field, operation_id]))
  return (
    <ChangeList
      changes={fields}
      aside={({ field }) => {
        const id = mine.get(field) ?? null
        return own || id === null ? null : <Own operationId={id} />
      }}
    />
  )
}

type ChangeItemProps = {
  change: ObservedChange
  /** Names the household, where changes of several are shown. */
  household: boolean
}

/** One change: whose, what before and after, and when it was seen. The service does not say who made it. */
const ChangeItem = memo(function ChangeItem({ change, household }: ChangeItemProps) {
  const { resource, record_id, title, kind, own, fields } = change
  const of = household && resource !== 'households' ? change.household : null
  const operationId =
    change.operation_id ?? fields.find(({ operation_id }) => operation_id !== null)?.operation_id ?? null
  return (
    <li className={classes.change} data-kind={kind}>
      <Picture change={change} />
      <div className={classes.told}>
        <div className={`wrap ${classes.lead}`}>
          {resource === 'valuations' ? (
            <EntityName id={record_id} />
          ) : (
            <Name resource={resource} id={record_id} name={title} gone={kind === 'gone'} />
          )}
          <Quiet>{resourceNames[resource].one}</Quiet>
          {kind === 'changed' ? null : <Tag accent={kind === 'added'}>{kindNames[kind]}</Tag>}
          {of !== null && of.name !== '' ? (
            <Quiet>
              in <RecordLink resource="households" id={of.id} name={of.name} />
            </Quiet>
          ) : null}
          {own ? <Own operationId={operationId} /> : null}
        </div>
        <Fields change={change} />
        <div className={classes.seen}>{saySeen(change)}</div>
      </div>
    </li>
  )
})

/** One change in a line: whose, and which fields. */
export function ChangeLine({ change: { resource, record_id, title, kind, fields } }: { change: ObservedChange }) {
  const isValued = resource === 'valuations'
  const fieldNames = fields.map(({ field }) => fieldName(field)).join(', ')
  return (
    <li>
      {isValued ? (
        <EntityName id={record_id} />
      ) : (
        <Name resource={resource} id={record_id} name={title} gone={kind === 'gone'} />
      )}{' '}
      <Quiet>{kind !== 'changed' ? kindNames[kind] : isValued ? 'New valuation' : fieldNames}</Quiet>
    </li>
  )
}

type Props = {
  /** Newest first. */
  changes: readonly ObservedChange[]
  /** Names the household of each change. */
  household?: boolean
  /** The heading level of the days. */
  level: 2 | 3
}

const seenAt = ({ observed_at }: ObservedChange) => observed_at
const numberOf = ({ number }: ObservedChange) => number

/** Changes by the day on which they were seen. */
export function Timeline({ changes, household = false, level }: Props) {
  return (
    <DayList items={changes} momentOf={seenAt} keyOf={numberOf} level={level}>
      {(change) => <ChangeItem key={change.number} change={change} household={household} />}
    </DayList>
  )
}
