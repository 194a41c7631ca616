import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxLogoBytes, type PackFirm } from '../../../shared/ipc/packs.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import { ErrorState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import classes from './packs.module.css'

/** The bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const logoAddress = (logo: string) => `data:image/${logo.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${logo}`

type Props = {
  /** Its name is on covers while the firm has no other. */
  connection: { id: string; name: string }
  label: string
}

/** The firm's name and logo on the cover of meeting packs. They are stored in the encrypted ledger of the connection. */
export function FirmSettings({ connection: { id: connectionId, name: usual }, label }: Props) {
  const api = useApi()
  const firm = useQuery(api.packs.firm.queryOptions({ input: { connectionId } })).data
  return firm === undefined ? null : <Form {...{ connectionId, label, usual, firm }} />
}

type FormProps = { connectionId: string; label: string; usual: string; firm: PackFirm }

function Form({ connectionId, label, usual, firm }: FormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState(firm.name)
  const [shown, setShown] = useState(firm.name)
  const [problem, setProblem] = useState<string | null>(null)
  if (shown !== firm.name) {
    setShown(firm.name)
    // The user’s typing stays when another window saves.
    if (name === shown) setName(firm.name)
  }
  const saving = useMutation(
    api.packs.setFirm.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.packs.firm.key() }),
    }),
  )
  const save = (change: Partial<PackFirm>) =>
    saving.mutate({ connectionId, firm: { ...firm, name: name.trim(), ...change } })
  const take = async (file: File) => {
    if (file.size > maxLogoBytes) return setProblem(`Choose a PNG or JPEG of at most ${maxLogoBytes / 1024} kB.`)
    const logo = await base64Of(file).catch(() => null)
    setProblem(logo === null ? notReadable : null)
    if (logo !== null) save({ logo })
  }
  return (
    <div className={classes.form}>
      <div className={`wrap ${classes.templates}`}>
        <TextInput
          label={label}
          maxLength={120}
          placeholder={usual}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={() => (name.trim() === firm.name ? undefined : save({}))}
        />
        <FileChoice label="Logo file" accept="image/png,image/jpeg" onFile={(file) => void take(file)}>
          {firm.logo === null ? 'Choose logo…' : 'Change logo…'}
        </FileChoice>
        {firm.logo === null ? null : (
          <Button variant="subtle" color="gray" onClick={() => save({ logo: null })}>
            Remove logo
          </Button>
        )}
      </div>
      {firm.logo === null ? null : <img className={classes.logo} src={logoAddress(firm.logo)} alt="Logo" />}
      {problem === null ? null : <p role="alert">{problem}</p>}
      <ErrorState error={saving.error} />
    </div>
  )
}
