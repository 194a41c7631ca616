import { IconAlertCircle, IconCirclePlus, IconPencil, IconTrash } from '@tabler/icons-react'
import type { PendingMark as Mark } from '../../shared/ipc/rows.ts'
import classes from './pending.module.css'
import { pendingWords } from './pending-words.ts'

const icons = { created: IconCirclePlus, changed: IconPencil, deleted: IconTrash }

/** The icon of a pending write. */
export const pendingIcon = (mark: Mark, attention: boolean) => (attention ? IconAlertCircle : icons[mark])

/** The mark beside a record's name for its pending write; renders nothing if there is none. */
export function PendingMark({ mark, attention = false }: { mark: Mark | null | undefined; attention?: boolean }) {
  if (!mark) return null
  const Icon = pendingIcon(mark, attention)
  const words = pendingWords(mark, attention)
  return (
    <span className={classes.mark} data-attention={attention || undefined} title={words}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">({words})</span>
    </span>
  )
}
