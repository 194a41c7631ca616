import { ActionIcon } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { Hinted } from './Hinted.tsx'

/** Copies a text. The button's name says which one; a tooltip confirms the copy. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), 1500)
  const Icon = copied ? IconCheck : IconCopy
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    start()
  }
  return (
    <Hinted label={copied ? 'Copied' : label}>
      <ActionIcon size={24} aria-label={label} onClick={() => void copy()}>
        <Icon size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Hinted>
  )
}
