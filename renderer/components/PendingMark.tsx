import { IconAlertCircle, IconCirclePlus, IconPencil, IconTrash } from '@tabler/icons-react'
import type { PendingMark as Mark } from '../../shared/ipc/rows.ts'
import classes from './pending.module.css'

const words: Readonly<Record<Mark, string>> = {
  created: 'Created on this computer, not sent yet',
  changed: 'Changed on this computer, not sent yet',
  deleted: 'Deleted on this computer, not sent yet',
}

/** A pending write's effect on a record, in words. */
export const pendingWords = (mark: Mark, attention: boolean): string =>
  attention ? `${words[mark]}: needs your decision` : words[mark]

const drawn = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** The icon of a pending write. */
export function PendingIcon({ mark, attention }: { mark: Mark; attention: boolean }) {
  if (attention) return <IconAlertCircle {...drawn} />
  if (mark === 'created') return <IconCirclePlus {...drawn} />
  return mark === 'changed' ? <IconPencil {...drawn} /> : <IconTrash {...drawn} />
}

/** The mark beside a record's name for its pending write; renders nothing if there is none. */
export function PendingMark({ mark, attention = false }: { mark: Mark | null | undefined; attention?: boolean }) {
  if (!mark) return null
  const words = pendingWords(mark, attention)
  return (
    <span className={`inline ${classes.mark}`} data-attention={attention || undefined} title={words}>
      <PendingIcon mark={mark} attention={attention} />
      <span className="visually-hidden">({words})</span>
    </span>
  )
}
