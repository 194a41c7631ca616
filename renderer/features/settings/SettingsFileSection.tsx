import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxSettingsText } from '../../../shared/ipc/settings.ts'
import { Section } from '../../components/Section.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useApi } from '../../lib/api.ts'
import { ImportSettings } from './ImportSettings.tsx'
import { SettingRow } from './SettingRow.tsx'

function Export() {
  const api = useApi()
  const write = useMutation(
    api.settings.exportFile.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) toastFile('Exported to', file)
      },
    }),
  )
  return (
    <SettingRow
      title="Move your settings to another computer"
      hint="Your choices above, and your connections without their secrets and sign-ins. Saved views stay with their connection because their filters may name clients."
    >
      <Button variant="default" loading={write.isPending} onClick={() => write.mutate({})}>
        Export…
      </Button>
    </SettingRow>
  )
}

function Import() {
  const [text, setText] = useState<string | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const read = async (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > maxSettingsText)
    if (file.size <= maxSettingsText) setText(await file.text())
  }
  return (
    <>
      <SettingRow
        title="Import a settings file"
        hint="You see what would change before anything does. Existing connections stay unchanged."
      >
        <FileButton
          accept=".json,application/json"
          onChange={(file) => void read(file)}
          inputProps={{ 'aria-label': 'Settings file' }}
        >
          {(props) => (
            <Button {...props} variant="default">
              Import…
            </Button>
          )}
        </FileButton>
      </SettingRow>
      {tooLarge ? (
        <p role="alert" className="negative">
          This file is larger than {maxSettingsText / 1000} KB, so it is not a Steward settings file.
        </p>
      ) : null}
      {text === null ? null : <ImportSettings text={text} onClose={() => setText(null)} />}
    </>
  )
}

/** Exports and imports settings. */
export function SettingsFileSection() {
  return (
    <Section title="Settings file">
      <Export />
      <Import />
    </Section>
  )
}
