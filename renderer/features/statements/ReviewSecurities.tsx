import { Button } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import { enterEntry } from '../../components/line-keys.ts'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { AddClassDialog, ClassField, useAssetClasses } from '../asset-classes/public.ts'
import { RowLink } from './ReviewAccounts.tsx'
import classes from './statements.module.css'
import type { StatementActions } from './use-statements.tsx'

type Security = StatementReview['securities'][number]

type LineProps = {
  security: Security
  fileNames: Readonly<Record<string, string>>
  known: readonly KnownAssetClass[] | undefined
  onChoose: (keys: readonly string[], id: string) => void
  onAdd: (keys: readonly string[], typed: string) => void
}

const mostRows = 3

function SecurityLine({ security, fileNames, known, onChoose, onAdd }: LineProps) {
  const { keys, name, identifiers, kind, rows, answers } = security
  const areOfSeveral = new Set(rows.map(({ file_id }) => file_id)).size > 1
  const words = [...identifiers.map(({ value }) => value), ...(kind === null ? [] : [kind])].join(' · ')
  return (
    <li className={classes.security} data-line tabIndex={-1} aria-label={name} onKeyDown={enterEntry}>
      <span className="anywhere">
        <RecordText>{name}</RecordText> <Quiet>{words}</Quiet>
        {answers.length > 1 ? (
          <span className="warn">
            {' '}
            Given before as {answers.map((one) => one.name).join(' and as ')}. Which is right?
          </span>
        ) : null}
      </span>
      <span className={classes.securityRows}>
        {rows.slice(0, mostRows).map((from) => (
          <RowLink
            key={`${from.file_id} ${from.row}`}
            from={from}
            fileName={areOfSeveral ? (fileNames[from.file_id] ?? null) : null}
          />
        ))}
        {rows.length > mostRows ? <Quiet>and {rows.length - mostRows} more</Quiet> : null}
      </span>
      <div data-entry>
        <ClassField
          label={`Asset class of ${name}`}
          known={known}
          chosen={null}
          text=""
          error={null}
          inputClass={classes.classInput}
          onChoose={({ id }) => onChoose(keys, id)}
          onText={() => {}}
          onAdd={(typed) => onAdd(keys, typed)}
        />
      </div>
    </li>
  )
}

type Props = Pick<LineProps, 'fileNames'> & { securities: readonly Security[]; actions: StatementActions }

const noClasses: readonly KnownAssetClass[] = []

/** Securities whose asset class is asked for, once for all accounts. */
export function ReviewSecurities({ securities, fileNames, actions }: Props) {
  const { data, isError } = useAssetClasses(undefined, { part: 'The asset classes' })
  const known = data ?? (isError ? noClasses : undefined)
  const [adding, setAdding] = useState<{ keys: readonly string[]; typed: string } | null>(null)
  const [last, setLast] = useState<{ kind: string; id: string } | null>(null)
  if (securities.length === 0) return null
  const choose = (keys: readonly string[], id: string) => {
    const kind = securities.find((one) => one.keys === keys)?.kind ?? null
    setLast(kind === null ? null : { kind, id })
    actions.setClass(keys, id)
  }
  const alike =
    last === null ? [] : securities.filter(({ kind, answers }) => kind === last.kind && answers.length === 0)
  const lastName = known?.find(({ id }) => id === last?.id)?.name ?? last?.id
  return (
    <Section title="Asset classes" count={securities.length}>
      <p className={classes.about}>Each security is asked once, for all accounts, and remembered on this computer.</p>
      {last !== null && alike.length > 0 ? (
        <p className={classes.about}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              actions.setClass(
                alike.flatMap(({ keys }) => keys),
                last.id,
              )
              setLast(null)
            }}
          >
            {lastName} also for {countOf(alike.length, 'other', 'others')} of the kind “{last.kind}”
          </Button>
        </p>
      ) : null}
      <ul className={`plain-list ${classes.items}`} aria-label="Asset classes">
        {securities.map((security) => (
          <SecurityLine
            key={security.keys[0]}
            security={security}
            fileNames={fileNames}
            known={known}
            onChoose={choose}
            onAdd={(keys, typed) => setAdding({ keys, typed })}
          />
        ))}
      </ul>
      {adding !== null && securities.some(({ keys }) => keys[0] === adding.keys[0]) ? (
        <AddClassDialog
          id={adding.typed}
          onClose={() => setAdding(null)}
          onAdded={({ id }) => choose(adding.keys, id)}
        />
      ) : null}
    </Section>
  )
}
