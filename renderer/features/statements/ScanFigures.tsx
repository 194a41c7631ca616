import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import type { ScanFigureShown, StatementFile } from '../../../shared/ipc/statement-files.ts'
import { figureKey } from '../../../shared/statements/scan-figures.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { PagePicture } from '../files/public.ts'
import classes from './statements.module.css'

type Figure = ScanFigureShown

const kindWords: Record<Figure['of'], string> = {
  name: 'Name',
  identifier: 'Identifier',
  quantity: 'Quantity',
  price: 'Price',
  value: 'Value',
  total: 'Printed total',
  date: 'Date',
  account: 'Account',
  header: 'Name of the column of values',
  number: 'Text',
}

function labelOf({ of, column }: Figure): string {
  const word = kindWords[of]
  if (column === '') return word
  return column.toLowerCase().includes(word.toLowerCase()) ? column : `${word}, ${column}`
}

/** A text whose place decides what it is: it is confirmed, and not corrected. */
const isFixed = ({ of, row }: Figure) => of === 'header' || row === 0

type Entry = { figure: Figure; text: string; isConfirmed: boolean; isTyped: boolean }

/** The figures as they are, with what is being typed and what is being saved. */
function useFigures(fileId: string, figures: readonly Figure[]) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState<Readonly<Record<string, string>>>({})
  const { mutateAsync } = useMutation(
    api.statements.answer.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.statements.key() }),
    }),
  )
  const entryOf = (figure: Figure): Entry => {
    const key = figureKey(figure)
    const text = typed[key] ?? saving[key] ?? figure.text
    const isTyped = text !== (saving[key] ?? figure.text)
    return { figure, text, isTyped, isConfirmed: !isTyped && (figure.is_confirmed || saving[key] !== undefined) }
  }
  const without = (record: Readonly<Record<string, string>>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
  return {
    entries: figures.map(entryOf),
    type: (figure: Figure, text: string) => setTyped((now) => ({ ...now, [figureKey(figure)]: text })),
    leave: (figure: Figure) => setTyped((now) => without(now, [figureKey(figure)])),
    /** Saves figures of one row as they are shown. A failure has its own toast. */
    confirm(entries: readonly Entry[]) {
      const wanted = entries.filter(({ isConfirmed, text }) => !isConfirmed && text.trim() !== '')
      const [first] = wanted
      if (first === undefined) return
      const keys = wanted.map(({ figure }) => figureKey(figure))
      setSaving((now) => ({
        ...now,
        ...Object.fromEntries(wanted.map(({ text }, at) => [keys[at] ?? '', text.trim()])),
      }))
      setTyped((now) => without(now, keys))
      const change = {
        what: 'figures' as const,
        row: first.figure.row,
        figures: wanted.map(({ figure: { cell, read }, text }) => ({ cell, read, text: text.trim() })),
      }
      const done = () => setSaving((now) => without(now, keys))
      void mutateAsync({ connectionId, id: fileId, change }).then(done, done)
    },
    takeBack: ({ row, cell, read }: Figure) =>
      void mutateAsync({
        ...{ connectionId, id: fileId },
        change: { what: 'figures', row, figures: [{ cell, read, text: null }] },
      }).catch(() => {}),
  }
}

type FieldProps = {
  entry: Entry
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onTakeBack: () => void
}

function Field({ entry: { figure, text, isConfirmed, isTyped }, onType, onKeyDown, onFocus, onTakeBack }: FieldProps) {
  const state = isConfirmed ? 'Confirmed' : isTyped ? 'Typed: press Enter' : 'Not confirmed'
  return (
    <div className={classes.figure}>
      <TextInput
        className={classes.figureInput}
        size="xs"
        label={labelOf(figure)}
        description={
          <>
            <span className={isConfirmed ? classes.good : 'warn'}>{state}</span>
            {figure.is_sure || isConfirmed ? null : <span> · hard to read</span>}
            {figure.read === text ? null : (
              <span>
                {' '}
                · read as <RecordText>{figure.read}</RecordText>
              </span>
            )}
          </>
        }
        inputWrapperOrder={['label', 'input', 'description']}
        value={text}
        readOnly={isFixed(figure)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-figure={figureKey(figure)}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      />
      {figure.is_confirmed && isConfirmed ? (
        <Button variant="subtle" size="compact-xs" aria-label={`Take back ${labelOf(figure)}`} onClick={onTakeBack}>
          Take back
        </Button>
      ) : null}
    </div>
  )
}

/** The page with the place of a figure marked; words where that place is not known. */
function Picture({
  figure,
  file,
  stagedId,
  onDrawn,
}: {
  figure: Figure
  file: StatementFile
  stagedId: string
  onDrawn: (page: number) => void
}) {
  const { place } = figure
  if (place === null)
    return (
      <p className={classes.about}>The place of this text was not found. Look for it on the paper or in the file.</p>
    )
  return (
    <PagePicture
      file={{ kind: 'staged', id: stagedId }}
      page={place.page}
      mark={place.mark}
      onDrawn={onDrawn}
      label={`${labelOf(figure)} on page ${place.page} of ${file.file_name}, its place marked`}
    />
  )
}

type Props = { file: StatementFile; stagedId: string | null }

function Steps({ file, stagedId, figures }: Props & { figures: readonly Figure[] }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const { entries, type, leave, confirm, takeBack } = useFigures(file.id, figures)
  const rows = [...new Set(figures.map(({ row }) => row))]
  const openIn = (row: number) => entries.filter(({ figure, isConfirmed }) => figure.row === row && !isConfirmed)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => openIn(row).length > 0),
    ),
  )
  const [seen, setSeen] = useState<string | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  /** The page whose picture is shown: nothing is confirmed without it. */
  const [drawn, onDrawn] = useState<number | null>(null)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted === null) return
    const input = root.current?.querySelector<HTMLInputElement>(`[data-figure="${wanted}"]`)
    input?.focus()
    input?.select()
    setWanted(null)
  }, [wanted])
  const done = entries.filter(({ isConfirmed }) => isConfirmed).length
  const row = rows[Math.min(at, rows.length - 1)]
  const own = entries.filter(({ figure }) => figure.row === row)
  const current = own.find(({ figure }) => figureKey(figure) === seen) ?? own[0]
  if (row === undefined || current === undefined) return null

  const { place } = current.figure
  const isSeen = place === null || place.page === drawn
  const show = (to: number, entry: Entry | undefined) => {
    setAt(to)
    const key = entry ? figureKey(entry.figure) : null
    setSeen(key)
    setWanted(key)
  }
  const go = (to: number) =>
    show(
      to,
      entries.find(({ figure }) => figure.row === rows[to]),
    )
  /** The next figure that is not confirmed, behind this one or else from the beginning. */
  const goOn = (confirmed: readonly Entry[]) => {
    const last = entries.indexOf(confirmed.at(-1) ?? current)
    const left = (entry: Entry) => !entry.isConfirmed && !confirmed.includes(entry)
    const next = entries.slice(last + 1).find(left) ?? entries.find(left)
    if (next) show(rows.indexOf(next.figure.row), next)
  }
  const confirmSeen = (entries: readonly Entry[]) => {
    if (!isSeen) return
    confirm(entries)
    goOn(entries)
  }
  const onKeyDown = (entry: Entry) => (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      confirmSeen(event.shiftKey ? own : [entry])
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      if (entry.isTyped) leave(entry.figure)
      else void navigate({ to: '/c/$connectionId/statements', params: { connectionId } })
    }
  }
  const open = openIn(row).length
  return (
    <div ref={root}>
      <div className={`row ${classes.figuresHead}`}>
        <output className="tabular">
          {done} of {countOf(entries.length, 'figure and name', 'figures and names')} confirmed
        </output>
        <progress max={entries.length} value={done} aria-label="Confirmed" />
      </div>
      <div className={classes.figurePage}>
        {stagedId === null ? null : <Picture figure={current.figure} {...{ file, stagedId, onDrawn }} />}
      </div>
      <fieldset className={classes.figureRow}>
        <legend>
          {row === 0 ? 'Texts without a place' : `Row ${row}`}
          {place === null ? null : ` on page ${place.page}`}{' '}
          <Quiet>
            {at + 1} of {countOf(rows.length, 'row', 'rows')}
          </Quiet>
        </legend>
        <div className={classes.figures}>
          {own.map((entry) => (
            <Field
              key={figureKey(entry.figure)}
              entry={entry}
              onType={(text) => type(entry.figure, text)}
              onKeyDown={onKeyDown(entry)}
              onFocus={() => setSeen(figureKey(entry.figure))}
              onTakeBack={() => takeBack(entry.figure)}
            />
          ))}
        </div>
      </fieldset>
      <div className={`row ${classes.pager}`}>
        <Button size="xs" disabled={open === 0 || !isSeen} onClick={() => confirmSeen(own)}>
          Confirm row
        </Button>
        <Button variant="default" size="xs" disabled={at === 0} onClick={() => go(at - 1)}>
          Previous row
        </Button>
        <Button variant="default" size="xs" disabled={at >= rows.length - 1} onClick={() => go(at + 1)}>
          Next row
        </Button>
      </div>
    </div>
  )
}

/** Every figure of a scan beside its place on the page: none counts before the user confirmed it. */
export function ScanFigures({ file, stagedId }: Props) {
  const connectionId = useConnection().id
  const query = useQuery(useApi().statements.figures.queryOptions({ input: { connectionId, id: file.id } }))
  const isWhole = file.scan?.is === 'read' && file.scan.confirmed === file.scan.count
  const [opened, setOpened] = useState(!isWhole)
  return (
    <Section
      title="Figures of the scan"
      aside={
        isWhole ? (
          <Button variant="default" size="compact-sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'Close' : 'Show them'}
          </Button>
        ) : null
      }
    >
      <p className={classes.about}>
        {isWhole
          ? 'Every figure of this scan is confirmed. Its accounts are on the review.'
          : 'These texts were read from pictures, and may be wrong. Enter confirms one, typing corrects it, Shift + Enter confirms the row, Esc leaves. Nothing of the file counts before all are confirmed.'}
      </p>
      {opened ? (
        <QueryView query={query} label="the figures of this scan">
          {({ figures }) => <Steps file={file} stagedId={stagedId} figures={figures} />}
        </QueryView>
      ) : null}
    </Section>
  )
}
