import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconFileImport, IconSearch } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import {
  type AssetClassTable,
  readAssetClassFile,
  readAssetClassTable,
} from '../../../shared/domain/asset-class-file.ts'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { maxImportBytes } from '../../../shared/ipc/imports.ts'
import { decode } from '../../../shared/tables/decode.ts'
import { type Answers, answerTo } from '../../../shared/tables/doubts.ts'
import { type Sheet, splitText } from '../../../shared/tables/split.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { SetAsideRows } from '../../components/tables/SetAsideRows.tsx'
import { TableQuestions } from '../../components/tables/TableQuestions.tsx'
import { Ago, Quiet, RecordId, RecordText, Tag } from '../../components/Values.tsx'
import { useClient, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { type HeldFiles, sendFile } from '../../lib/send-file.ts'
import { AddClassDialog } from './AddClassDialog.tsx'
import classes from './asset-classes.module.css'
import { matchingClasses, useAssetClasses, useClassChanges } from './use-asset-classes.ts'

const mostBytes = 4 * 1024 * 1024

type ReadFile = ReturnType<typeof readAssetClassFile>

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'class' : 'classes'}`

/** The new classes in the file, or the error in it. */
function Verdict({ parsed, known }: { parsed: ReadFile; known: ReadonlySet<string> | null }) {
  const { base_url: service } = useConnection()
  if ('problems' in parsed) {
    return (
      <div role="alert">
        <ul className={classes.problems}>
          {parsed.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    )
  }
  const added = known && parsed.classes.filter(({ id }) => !known.has(id)).length
  return (
    <div role="status">
      <p>
        {counted(parsed.classes.length)}
        {added === null ? null : `: ${added === 0 ? 'none' : added.toLocaleString('en-US')} new`}.
      </p>
      {parsed.service === service ? null : (
        <p className={`warn-box ${classes.warning}`}>
          These classes are from another service, <bdi>{parsed.service.slice(0, 200)}</bdi>. Their IDs are probably
          unknown here.
        </p>
      )}
    </div>
  )
}

/** Rows of a table: how many are classes, refused and left out, and the questions about it. */
function TableVerdict({
  table,
  known,
  answers,
  onAnswer,
}: {
  table: AssetClassTable
  known: ReadonlySet<string> | null
  answers: Answers
  onAnswer: (id: string, answer: string) => void
}) {
  const { classes: given, questions, refused, leftOut, waiting, problem } = table
  const added = known && given.filter(({ id }) => !known.has(id)).length
  return (
    <>
      <TableQuestions questions={questions} answers={answers} onAnswer={onAnswer} />
      {problem === null ? (
        <div role="status">
          <p>
            {counted(given.length)}
            {added === null ? null : `, ${added.toLocaleString('en-US')} of them new`};{' '}
            {refused.length.toLocaleString('en-US')} rows refused, {leftOut.length.toLocaleString('en-US')} left out
            {waiting.length === 0 ? '' : `, ${waiting.length.toLocaleString('en-US')} waiting for an answer`}.
          </p>
          <p className={`warn-box ${classes.warning}`}>
            A table does not say which service its IDs belong to: check that it is this one.
          </p>
        </div>
      ) : (
        <p role="alert">{problem}</p>
      )}
      <SetAsideRows refused={refused} leftOut={leftOut} waiting={waiting} />
    </>
  )
}

/** A workbook that the main process holds, as it was read. */
type Book = { held: HeldFiles; read: ContractOutputs['imports']['readWorkbook'] }

const sheetOf = ({ read: { rows } }: Book): Sheet => ({
  rows: rows.map((row) => ({ ...row, types: [] })),
  ...{ refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] },
})

/** A text as a directory or as a table. */
function readText(text: string, answers: Answers): ReadFile | AssetClassTable | null {
  if (text.trim() === '') return null
  if (/^\ufeff?\s*[[{]/.test(text)) return readAssetClassFile(text)
  return readAssetClassTable(splitText(text, { chosen: null, pasted: text.includes('\t') }), answers)
}

/** Imports a colleague's directory, or a table of IDs and names, pasted, dropped or chosen as a file. */
function ImportClassesDialog({ onClose }: { onClose: () => void }) {
  const connectionId = useConnection().id
  const client = useClient()
  const { data: classesHere } = useAssetClasses()
  // Which classes are new is not said before the known ones are read.
  const known = classesHere ? new Set(classesHere.map(({ id }) => id)) : null
  const { addAll } = useClassChanges()
  const [text, setText] = useState('')
  const [book, setBook] = useState<Book | null>(null)
  const [answers, setAnswers] = useState<Answers>({})
  const [failed, setFailed] = useState<PresentedError | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ofText = book === null ? readText(text, answers) : null
  const read = book === null ? null : readAssetClassTable(sheetOf(book), answers)
  const table =
    read && book
      ? {
          ...read,
          questions: [...book.read.questions, ...read.questions],
          leftOut: [...book.read.left_out, ...read.leftOut],
          isReady: read.isReady && book.read.questions.every((question) => answerTo(question, answers) !== null),
        }
      : ofText && 'questions' in ofText
        ? ofText
        : null
  const parsed = ofText && !('questions' in ofText) ? ofText : null
  const given = table ? (table.isReady ? table.classes : null) : parsed && 'classes' in parsed ? parsed.classes : null
  const held = book?.held
  useEffect(() => (held ? () => void client.imports.drop(held).catch(() => {}) : undefined), [client, held])
  const openBook = async (files: HeldFiles, sheet: string | null, chosen: Answers) => {
    setFailed(null)
    setAnswers(chosen)
    await client.imports
      .readWorkbook({ ...files, sheet, answers: { ...chosen } })
      .then((result) => setBook({ held: files, read: result }))
      .catch((thrown: unknown) => setFailed(presentError(thrown)))
  }
  const latest = useRef(0)
  /** Reads a workbook, unless another file or text was given in the meantime. */
  const sendBook = async (bytes: Uint8Array) => {
    const now = latest.current
    let files: HeldFiles | null = null
    try {
      const { import_id } = await client.imports.begin({ connectionId })
      files = { connectionId, import_id }
      await sendFile(client, files, 'asset_classes', bytes)
      const result = await client.imports.readWorkbook({ ...files, sheet: null, answers: {} })
      if (now !== latest.current) throw new Error('Another file was chosen.')
      setBook({ held: files, read: result })
    } catch (thrown) {
      if (files) void client.imports.drop(files).catch(() => {})
      if (now === latest.current) setFailed(presentError(thrown))
    }
  }
  const start = (next: string) => {
    latest.current += 1
    setText(next)
    setBook(null)
    setAnswers({})
    setFailed(null)
    setProblem(null)
  }
  const take = async (file: File | null | undefined) => {
    if (!file) return
    start('')
    const now = latest.current
    const content = await file
      .slice(0, mostBytes + 1)
      .arrayBuffer()
      .catch(() => null)
    if (now !== latest.current) return
    if (content === null) return setProblem(notReadable)
    const bytes = new Uint8Array(content)
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    if (isZip && file.size > maxImportBytes)
      setProblem('This workbook is larger than 80 MB. Copy its sheet of asset classes into a workbook of its own.')
    else if (isZip) {
      const whole = await file.arrayBuffer().catch(() => null)
      if (whole === null) setProblem(notReadable)
      else await sendBook(new Uint8Array(whole))
    } else if (bytes.length > mostBytes)
      setProblem('This file is larger than 4 MB, so it is not an asset class directory.')
    else setText(decode(bytes).text)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  const answer = (id: string, value: string) => {
    const chosen = { ...answers, [id]: value }
    // An answer about the workbook itself changes which rows there are.
    if (book?.read.questions.some((question) => question.id === id)) void openBook(book.held, book.read.sheet, chosen)
    else setAnswers(chosen)
  }
  const result = addAll.data
  return (
    <FormDialog
      title="Import asset classes"
      size="lg"
      onClose={onClose}
      cancel={{ label: result ? 'Close' : 'Cancel' }}
      error={addAll.error}
      confirm={{
        label: 'Import',
        isDisabled: given === null,
        isPending: addAll.isPending,
        onConfirm: () => {
          if (given) addAll.mutate({ connectionId, classes: given })
        },
      }}
      beside={
        <FileChoice
          label="Asset class directory"
          accept=".json,.csv,.tsv,.txt,.xlsx,application/json,text/csv"
          onFile={(file) => void take(file)}
          leftSection={<IconFileImport size={14} stroke={1.75} aria-hidden="true" />}
        >
          Choose a file…
        </FileChoice>
      }
    >
      <p className={classes.hint}>
        A file that a colleague exported from this screen with “Export…”, or a table with the columns ID and Name:
        cells, CSV or an Excel workbook. Classes you already have keep their names. Nothing is sent to the service.
      </p>
      <Textarea
        label="Paste the file’s text or cells, or drop the file here"
        value={text}
        rows={8}
        data-autofocus
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
        onChange={(event) => start(event.currentTarget.value)}
      />
      {problem === null ? null : <p role="alert">{problem}</p>}
      <ErrorState error={failed} />
      {book && book.read.sheets.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Sheet"
          data={book.read.sheets}
          value={book.read.sheet}
          onChange={({ currentTarget }) => void openBook(book.held, currentTarget.value, {})}
        />
      ) : null}
      {book && book.read.problems.length > 0 ? (
        <p className={`warn-box ${classes.warning}`}>{book.read.problems.join(' ')}</p>
      ) : null}
      {table ? <TableVerdict table={table} known={known} answers={answers} onAnswer={answer} /> : null}
      {parsed ? <Verdict parsed={parsed} known={known} /> : null}
      {result ? (
        <p role="status">
          Added {counted(result.added)}; {result.known.toLocaleString('en-US')} already known.
        </p>
      ) : null}
    </FormDialog>
  )
}

/** Maximum number of rows shown; a search finds the others. */
const mostShown = 500

const seenOf = ({ uses }: KnownAssetClass) => (uses === 0 ? <Quiet>Not seen yet</Quiet> : uses.toLocaleString('en-US'))

function columnsOf(onForget: (id: string) => void, withOwn: boolean): GridColumn<KnownAssetClass>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      cell: (each) => (
        <span className={`inline ${classes.name}`}>
          <RecordText>{each.name}</RecordText>
          {withOwn && each.own ? <Tag accent>Of this entity</Tag> : null}
        </span>
      ),
    },
    { id: 'id', header: 'ID', width: 260, cell: (each) => <RecordId id={each.id} of={`${each.name}’s`} /> },
    { id: 'uses', header: 'Valuations with it', width: 160, align: 'end', cell: seenOf },
    {
      id: 'seen',
      header: 'Last seen',
      width: 140,
      cell: ({ last_seen }) => (last_seen === null ? <Quiet>—</Quiet> : <Ago at={last_seen} />),
    },
    {
      id: 'added',
      header: 'Source',
      width: 200,
      cell: (each) =>
        each.added ? (
          <span className={`inline ${classes.name}`}>
            Added manually
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Remove ${each.name}`}
              onClick={() => onForget(each.id)}
            >
              Remove
            </Button>
          </span>
        ) : (
          <span className={classes.source}>Valuations</span>
        ),
    },
  ]
}

function Shown({
  all,
  text,
  entityId,
}: {
  all: readonly KnownAssetClass[]
  text: string
  entityId: string | undefined
}) {
  const connectionId = useConnection().id
  const { forget } = useClassChanges()
  const found = matchingClasses(all, text)
  if (all.length === 0) {
    return (
      <EmptyState
        title="No asset classes yet"
        hint="They are collected from synced valuations. Add one by ID, or import a colleague’s directory."
      />
    )
  }
  if (found.length === 0)
    return <EmptyState title="No matching asset class" hint="Try a shorter search, or add it by ID." />
  return (
    <>
      <ErrorState error={forget.error} />
      <RecordTable
        label="Asset classes"
        columns={columnsOf((id) => forget.mutate({ connectionId, id }), entityId !== undefined)}
        rows={found.slice(0, mostShown)}
        keyOf={({ id }) => id}
      />
      {found.length > mostShown ? (
        <p className={classes.hint}>{(found.length - mostShown).toLocaleString('en-US')} more: search to see them.</p>
      ) : null}
    </>
  )
}

function ExportButton() {
  const connectionId = useConnection().id
  const { exportFile } = useClassChanges()
  const file = exportFile.data?.file
  const problem = exportFile.error ? presentError(exportFile.error) : null
  const forbidden = useForbidden('assetClasses.exportFile')
  return (
    <>
      <ReasonedButton
        reason={forbidden}
        loading={exportFile.isPending}
        onClick={() => exportFile.mutate({ connectionId })}
      >
        Export…
      </ReasonedButton>
      <span role={problem ? 'alert' : 'status'} className={`inline ${classes.said}`}>
        {problem ? `${problem.cause} ${problem.nextStep}` : null}
        {file && !problem ? (
          <>
            Exported to <bdi>{file.name}</bdi>.
            <ShowInFolder handle={file.handle} variant="subtle" size="compact-xs" />
          </>
        ) : null}
      </span>
    </>
  )
}

/** Every asset class known on this computer, with actions to search, add, import and export. */
export function Directory({ entityId }: { entityId?: string }) {
  const query = useAssetClasses(entityId)
  const [text, setText] = useState('')
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <div className={`row ${classes.bar}`}>
        <TextInput
          aria-label="Search asset classes"
          placeholder="Name or ID"
          value={text}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setDialog('add')}>
          Add by ID…
        </Button>
        <Button variant="default" onClick={() => setDialog('import')}>
          Import…
        </Button>
        <ExportButton />
      </div>
      <QueryView query={query} label="asset classes">
        {(all) => <Shown all={all} text={text} entityId={entityId} />}
      </QueryView>
      {dialog === 'add' ? (
        <AddClassDialog id={/^asset_class_\S+$/.test(text.trim()) ? text.trim() : ''} onClose={close} />
      ) : null}
      {dialog === 'import' ? <ImportClassesDialog onClose={close} /> : null}
    </>
  )
}
