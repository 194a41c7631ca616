import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../components/Section.tsx'
import { BundleDialog } from './BundleDialog.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Steward's logs, and how to share them with support. */
export function SupportSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section title="Logs and support">
      <SettingRow
        title="Log"
        hint="Steward notes what it did and what failed, never who or what it was about: no names, notes, amounts, addresses or secrets. Five files of a megabyte at most, on this computer alone."
      >
        {null}
      </SettingRow>
      <SettingRow
        title="Support bundle"
        hint="Versions, settings, figures about your connections and the last lines of the log, for whoever helps you. You see every file of it before you save it. Nothing is sent anywhere."
      >
        <Button variant="default" onClick={() => setOpen(true)}>
          Look at a support bundle…
        </Button>
      </SettingRow>
      {open ? <BundleDialog onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}
