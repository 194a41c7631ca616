import { Button, PasswordInput, Radio } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { FileChoice } from '../../components/FileChoice.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './statements.module.css'

type Imported = ContractOutputs['statements']['importAccounts']

/** The shortest passphrase of a file. */
const shortest = 8

/** Saves which account belongs to which entity as a file that is sealed with a passphrase. */
export function ExportAccountsDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const connectionId = useConnection().id
  const [passphrase, setPassphrase] = useState('')
  const accounts = useQuery(api.statements.accounts.queryOptions({ input: { connectionId } }))
  const known = accounts.data?.known
  const save = useMutation(
    api.statements.exportAccounts.mutationOptions({
      meta: { shown: true },
      onSuccess({ file }) {
        if (file === null) return
        toastFile('Saved as', file)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title="Export accounts"
      onClose={onClose}
      error={save.error ?? accounts.error}
      confirm={{
        label: 'Export…',
        isDisabled: !known || passphrase.length < shortest,
        isPending: save.isPending,
        onConfirm: () => save.mutate({ connectionId, passphrase }),
      }}
    >
      {known === undefined ? null : (
        <p>
          {known === 0
            ? 'No account is known on this computer yet.'
            : `Which entity each of ${countOf(known, 'account', 'accounts')} belongs to, for a colleague. It holds no values.`}
        </p>
      )}
      <PasswordInput
        label="Passphrase of the file"
        description={`At least ${shortest} characters. The numbers can only be read with it, so tell it to your colleague another way.`}
        autoComplete="off"
        data-autofocus
        value={passphrase}
        onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** The bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  return btoa(characters)
}

type Answer = 'mine' | 'file'

/** Takes the accounts of a colleague’s file, and asks about those that are known here for another entity. */
export function ImportAccountsDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const [file, setFile] = useState<File | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const [asked, setAsked] = useState<Imported | null>(null)
  const add = useMutation(
    api.statements.importAccounts.mutationOptions({
      meta: { shown: true },
      onSuccess(imported) {
        if (imported.conflicts.length > 0) return setAsked(imported)
        const { in_file, taken, kept } = imported
        notifications.show({
          title: `${countOf(taken, 'account', 'accounts')} taken`,
          message: `Of ${formatCount(in_file)} in the file, ${countOf(kept, 'account stays', 'accounts stay')} as known here.`,
        })
        onClose()
      },
      onSettled: () => queries.invalidateQueries({ queryKey: api.statements.key() }),
    }),
  )
  const importIt = async () => {
    if (file !== null) await add.mutateAsync({ connectionId, base64: await base64Of(file), passphrase, answers })
  }
  const confirm = { isPending: add.isPending, onConfirm: () => void importIt().catch(() => {}) }
  if (asked !== null)
    return (
      <FormDialog
        title="Which entity is right?"
        size="lg"
        onClose={onClose}
        error={add.error}
        cancel={{ label: 'Close' }}
        confirm={{
          ...confirm,
          label: 'Apply',
          isDisabled: asked.conflicts.some(({ id }) => answers[id] === undefined),
        }}
      >
        <Conflicts asked={asked} answers={answers} onAnswer={(given) => setAnswers({ ...answers, ...given })} />
      </FormDialog>
    )
  return (
    <FormDialog
      title="Import accounts"
      onClose={onClose}
      error={add.error}
      confirm={{ ...confirm, label: 'Import', isDisabled: file === null || passphrase === '' }}
    >
      <p>
        Which account belongs to which entity, from a colleague’s file. You are asked about each account that is known
        here for another entity.
      </p>
      <div className="row">
        <FileChoice label="File of accounts" accept=".json" onFile={setFile} data-autofocus>
          Choose the file…
        </FileChoice>
        {file === null ? <Quiet>No file chosen</Quiet> : <RecordText>{file.name}</RecordText>}
      </div>
      <PasswordInput
        label="Passphrase of the file"
        autoComplete="off"
        value={passphrase}
        onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
      />
    </FormDialog>
  )
}

type ConflictsProps = {
  asked: Imported
  answers: Readonly<Record<string, Answer>>
  onAnswer: (answers: Record<string, Answer>) => void
}

/** Accounts that are known here for another entity than in the file, each with both entities to choose from. */
function Conflicts({ asked, answers, onAnswer }: ConflictsProps) {
  const { conflicts, taken, kept, in_file } = asked
  const answerAll = (answer: Answer) => onAnswer(Object.fromEntries(conflicts.map(({ id }) => [id, answer])))
  const isMany = conflicts.length > 1
  return (
    <>
      <p>
        {`Of ${countOf(in_file, 'account', 'accounts')} in the file, ${countOf(taken, 'was', 'were')} taken, ${countOf(kept, 'stays', 'stay')} as known here, and ${countOf(asked.asked, 'is', 'are')} known here for another entity. Nothing of those changes until you choose.`}
        {asked.asked > conflicts.length ? ` These are the first ${conflicts.length}; the others follow.` : ''}
      </p>
      {isMany ? (
        <div className="row">
          <Button size="compact-sm" variant="default" onClick={() => answerAll('mine')}>
            Keep mine for all
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => answerAll('file')}>
            Take the file’s for all
          </Button>
        </div>
      ) : null}
      <ul aria-label="Accounts to decide" className={`plain-list ${classes.conflicts}`}>
        {conflicts.map(({ id, digits, name, mine, file }) => (
          <li key={id}>
            <Radio.Group
              label={
                <>
                  Account {digits} {name === null ? null : <RecordText>{name}</RecordText>}
                </>
              }
              value={answers[id] ?? null}
              onChange={(value) => onAnswer({ [id]: value === 'file' ? 'file' : 'mine' })}
            >
              <div className={classes.readings}>
                <Radio value="mine" label={`Keep mine: ${mine.map((one) => one.name).join(', ')}`} />
                <Radio value="file" label={`Take the file’s: ${file.name}`} />
              </div>
            </Radio.Group>
          </li>
        ))}
      </ul>
      <Quiet>
        If you take the file’s, assets that were read from the account before stay in the valuation of your entity until
        a valuation without them is logged.
      </Quiet>
    </>
  )
}
