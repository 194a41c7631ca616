import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text. Its name says what; the tooltip says when it is done. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 1500 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : label}>
      <ActionIcon size={20} aria-label={label} onClick={() => clipboard.copy(text)}>
        <Icon size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
