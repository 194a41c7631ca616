import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { assetClassId, assetClassName, type GivenAssetClass } from '../../../shared/ipc/asset-classes.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useConnection } from '../../lib/api.ts'
import classes from './asset-classes.module.css'
import { useClassChanges } from './use-asset-classes.ts'

type Props = {
  /** The text typed in the field that opened the dialog. */
  id?: string
  onClose: () => void
  onAdded?: (added: GivenAssetClass) => void
}

const issueOf = (result: { error?: { issues: { message: string }[] } | undefined }) => {
  const message = result.error?.issues[0]?.message
  return message === undefined ? null : `It ${message}.`
}

/** Adds a class that the directory does not know, by its id in another system and a name. */
export function AddClassDialog({ id: typed = '', onClose, onAdded }: Props) {
  const connectionId = useConnection().id
  const { add } = useClassChanges()
  const [id, setId] = useState(typed)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const parsedId = assetClassId.safeParse(id.trim())
  const parsedName = assetClassName.safeParse(name)
  const save = async () => {
    setTried(true)
    if (!parsedId.success || !parsedName.success) return
    const given = { id: parsedId.data, name: parsedName.data }
    await add.mutateAsync({ connectionId, ...given })
    onAdded?.(given)
    onClose()
  }
  const unusual = parsedId.success && !parsedId.data.startsWith('asset_class_')
  return (
    <FormDialog
      title="Add an asset class by ID"
      onClose={onClose}
      error={add.error}
      confirm={{ label: 'Add', isPending: add.isPending, onConfirm: () => void save().catch(() => {}) }}
    >
      <p className={classes.hint}>
        The service does not list its asset classes. Enter an ID that you know. The name is shown on this computer until
        the class appears in a valuation.
      </p>
      <TextInput
        label="ID"
        value={id}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setId(event.currentTarget.value)}
        error={tried ? issueOf(parsedId) : null}
        description={unusual ? 'Asset class IDs usually begin with asset_class_. Check this one.' : null}
      />
      <TextInput
        label="Name"
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried ? issueOf(parsedName) : null}
      />
    </FormDialog>
  )
}
