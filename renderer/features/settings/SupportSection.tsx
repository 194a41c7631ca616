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
        hint="Steward records what it did and what failed, without names, notes, amounts, addresses or secrets. At most five files of one megabyte, on this computer only."
      >
        {null}
      </SettingRow>
      <SettingRow
        title="Support bundle"
        hint="Versions, settings, figures about your connections and the last lines of the log, for your support contact. You see every file before you save it. Nothing is sent anywhere."
      >
        <Button variant="default" onClick={() => setOpen(true)}>
          Preview support bundle…
        </Button>
      </SettingRow>
      {open ? <BundleDialog onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}
