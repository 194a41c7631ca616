import { Button, FileButton, Group, Modal, Textarea } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { readAssetClassFile } from '../../../shared/domain/asset-class-file.ts'
import { ErrorState } from '../../components/States.tsx'
import { useConnection } from '../../lib/connection.ts'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import classes from './asset-classes.module.css'
import { useAssetClasses, useClassChanges } from './use-asset-classes.ts'

const mostBytes = 4 * 1024 * 1024

type ReadFile = ReturnType<typeof readAssetClassFile>

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'class' : 'classes'}`

/** The new classes in the file, or the error in it. */
function Verdict({ parsed, known }: { parsed: ReadFile; known: ReadonlySet<string> }) {
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
  const added = parsed.classes.filter(({ id }) => !known.has(id)).length
  return (
    <div role="status">
      <p>
        {counted(parsed.classes.length)}: {added === 0 ? 'none' : added.toLocaleString('en-US')} new.
      </p>
      {parsed.service === service ? null : (
        <p className={classes.warning}>
          These classes are from another service, <bdi>{parsed.service.slice(0, 200)}</bdi>. Their IDs are probably
          unknown here.
        </p>
      )}
    </div>
  )
}

/** Imports a colleague's directory, pasted, dropped or chosen as a file: all of it or nothing. */
export function ImportClassesDialog({ onClose }: { onClose: () => void }) {
  const connectionId = useConnection().id
  const known = new Set((useAssetClasses().data ?? []).map(({ id }) => id))
  const { addAll } = useClassChanges()
  useReturnFocus()
  const [text, setText] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const parsed = text.trim() === '' ? null : readAssetClassFile(text)
  const take = async (file: File | null | undefined) => {
    if (!file) return
    setTooLarge(file.size > mostBytes)
    if (file.size <= mostBytes) setText(await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  const result = addAll.data
  return (
    <Modal opened onClose={onClose} title="Import asset classes" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p className={classes.hint}>
          A file that a colleague exported from this screen with “Export…”. Classes you already have keep their names.
          Nothing is sent to the service.
        </p>
        <Textarea
          label="Paste the file’s text, or drop the file here"
          value={text}
          rows={8}
          data-autofocus
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          onDrop={drop}
          onDragOver={(event) => event.preventDefault()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {tooLarge ? <p role="alert">This file is larger than 4 MB, so it is not an asset class directory.</p> : null}
        {parsed ? <Verdict parsed={parsed} known={known} /> : null}
        {addAll.error ? <ErrorState error={presentError(addAll.error)} /> : null}
        {result ? (
          <p role="status">
            Added {counted(result.added)}; {result.known.toLocaleString('en-US')} already known.
          </p>
        ) : null}
        <Group justify="space-between" mt="md">
          <FileButton
            accept=".json,application/json"
            onChange={(file) => void take(file)}
            inputProps={{ 'aria-label': 'Asset class directory' }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileImport size={14} stroke={1.75} aria-hidden="true" />}
              >
                Choose a file…
              </Button>
            )}
          </FileButton>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {result ? 'Close' : 'Cancel'}
            </Button>
            <Button
              disabled={parsed === null || 'problems' in parsed}
              loading={addAll.isPending}
              onClick={() => {
                if (parsed && !('problems' in parsed)) addAll.mutate({ connectionId, classes: parsed.classes })
              }}
            >
              Import
            </Button>
          </Group>
        </Group>
      </div>
    </Modal>
  )
}
