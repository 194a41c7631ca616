import { IconSend } from '@tabler/icons-react'
import { percent, shareOf, useUploadsOf } from '../features/intake/uploads.ts'
import { useAllPaused } from '../features/outbox/use-all-paused.ts'
import { useOutboxCounts } from '../features/outbox/use-outbox.ts'
import { useConnection } from '../lib/connection.ts'
import { SidebarItem } from './SidebarItem.tsx'
import classes from './sidebar.module.css'

/** Link to the outbox, with the number of changes that are not sent yet. */
export function OutboxItem() {
  const { open, attention } = useOutboxCounts()
  const held = useAllPaused()
  const uploads = useUploadsOf(useConnection().id)
  return (
    <SidebarItem to="/c/$connectionId/outbox" icon={IconSend} title="Outbox">
      {uploads.length > 0 ? (
        <span className={classes.share}>
          <span className="visually-hidden">, uploading </span>
          {percent(shareOf(uploads))}
        </span>
      ) : null}
      {held ? <span className={classes.share}>Paused</span> : null}
      {open > 0 ? (
        <span className={classes.count} data-attention={attention > 0 || undefined}>
          {attention > 0 ? <span aria-hidden="true">! </span> : null}
          {open.toLocaleString('en-US')}
          <span className="visually-hidden">
            {' '}
            waiting{attention > 0 ? `, ${attention.toLocaleString('en-US')} need your decision` : ''}
          </span>
        </span>
      ) : null}
    </SidebarItem>
  )
}
