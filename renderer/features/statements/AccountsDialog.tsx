import { PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { FileChoice } from '../../components/FileChoice.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** The shortest passphrase of a file. */
const shortest = 8

/** Saves which account belongs to which entity as a file that is sealed with a passphrase. */
export function ExportAccountsDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const connectionId = useConnection().id
  const [passphrase, setPassphrase] = useState('')
  const known = useQuery(api.statements.accounts.queryOptions({ input: { connectionId } })).data?.known ?? 0
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
      error={save.error}
      confirm={{
        label: 'Export…',
        isDisabled: known === 0 || passphrase.length < shortest,
        isPending: save.isPending,
        onConfirm: () => save.mutate({ connectionId, passphrase }),
      }}
    >
      <p>
        {known === 0
          ? 'No account is known on this computer yet.'
          : `Which entity each of ${countOf(known, 'account', 'accounts')} belongs to, for a colleague. It holds no values.`}
      </p>
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

/** Adds the accounts of a colleague’s file. Those that are known here already stay. */
export function ImportAccountsDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const [file, setFile] = useState<File | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const add = useMutation(
    api.statements.importAccounts.mutationOptions({
      meta: { shown: true },
      onSuccess({ added, known }) {
        notifications.show({
          title: `${countOf(added, 'account', 'accounts')} added`,
          message: `${countOf(known, 'account is', 'accounts are')} known on this computer.`,
        })
        onClose()
      },
      onSettled: () => queries.invalidateQueries({ queryKey: api.statements.key() }),
    }),
  )
  const importIt = async () => {
    if (file !== null) await add.mutateAsync({ connectionId, base64: await base64Of(file), passphrase })
  }
  return (
    <FormDialog
      title="Import accounts"
      onClose={onClose}
      error={add.error}
      confirm={{
        label: 'Import',
        isDisabled: file === null || passphrase === '',
        isPending: add.isPending,
        onConfirm: () => void importIt().catch(() => {}),
      }}
    >
      <p>Which account belongs to which entity, from a colleague’s file. Accounts that are known here already stay.</p>
      <div className="row">
        <FileChoice label="File of accounts" accept=".json" onFile={setFile}>
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
