import { Button, FileButton, Select } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { ErrorState } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { type Encoding, encodingNames, encodings } from './decode-file.ts'
import classes from './import.module.css'
import type { Delimiter, ImportFiles, ReadyFile } from './use-import-files.ts'

type Props = { part: ImportPart; files: ImportFiles; disabled: boolean }

const hints = {
  households: 'External ID, owner, notes. The service names households; a name here is only used to match people.',
  individuals: 'First and last name, and the household: its external ID, or its name.',
} as const

const delimiters: { value: Delimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
]

function Reading({ part, file, files, disabled }: Props & { file: ReadyFile }) {
  return (
    <div className={classes.reading}>
      <Select
        size="xs"
        label="Encoding"
        disabled={disabled}
        data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
        value={file.encoding}
        allowDeselect={false}
        onChange={(encoding) => encoding && files.setEncoding(part, encoding as Encoding)}
      />
      <Select
        size="xs"
        label="Delimiter"
        disabled={disabled}
        data={delimiters}
        value={file.shape.delimiter}
        allowDeselect={false}
        onChange={(delimiter) => delimiter && files.setDelimiter(part, delimiter as Delimiter)}
      />
    </div>
  )
}

/** Chooses or accepts one dropped file, with the options for reading it. */
export function FileSlot({ part, files, disabled }: Props) {
  const [over, setOver] = useState(false)
  const file = files.files[part]
  const { many } = resourceNames[part]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !disabled) void files.choose(part, dropped)
  }
  return (
    <section
      className={classes.slot}
      data-over={over || undefined}
      aria-label={`${many} file`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes.slotHead}>
        <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />
        <strong>{many}</strong>
        {file.step === 'none' ? null : <bdi className={classes.fileName}>{file.name}</bdi>}
        <span role="status">
          {file.step === 'reading' ? <Quiet>Reading…</Quiet> : null}
          {file.step === 'ready' ? <Quiet>{formatCount(file.shape.rows)} rows</Quiet> : null}
        </span>
        <div className={classes.slotActions}>
          <FileButton
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            onChange={(chosen) => chosen && void files.choose(part, chosen)}
            inputProps={{ 'aria-label': `${many} file` }}
          >
            {(props) => (
              <Button {...props} variant="default" disabled={disabled}>
                {file.step === 'none' ? 'Choose a CSV file…' : 'Choose another…'}
              </Button>
            )}
          </FileButton>
          {file.step === 'none' ? null : (
            <Button variant="subtle" color="gray" disabled={disabled} onClick={() => files.remove(part)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {file.step === 'none' ? <Quiet>{hints[part]} Or drop the file here.</Quiet> : null}
      {file.step === 'failed' ? <ErrorState error={file.error} /> : null}
      {file.step === 'ready' ? <Reading part={part} file={file} files={files} disabled={disabled} /> : null}
      {file.step === 'ready' && file.shape.problems.length > 0 ? (
        <ul className={classes.problems} aria-label="File warnings">
          {file.shape.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
