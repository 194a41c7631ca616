import { ActionIcon } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText, notCopied } from '../lib/copy-text.ts'
import { Hinted } from './Hinted.tsx'

const done = 'Copied'

/** Copies a text. The button's name says which one; a tooltip says whether it was copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const { start } = useTimeout(() => setSaid(null), 1500)
  const Icon = said === done ? IconCheck : IconCopy
  const copy = async () => {
    setSaid((await copyText(text)) ? done : notCopied)
    start()
  }
  return (
    <Hinted label={said ?? label}>
      <ActionIcon size={24} aria-label={label} onClick={() => void copy()}>
        <Icon size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Hinted>
  )
}
