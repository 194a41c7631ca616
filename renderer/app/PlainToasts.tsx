import { CloseButton } from '@mantine/core'
import { type NotificationData, notifications, useNotifications } from '@mantine/notifications'
import { CatchBoundary } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import classes from './plain-toasts.module.css'

/** Milliseconds that a toast stays unless it says otherwise. */
const usualMs = 8_000

function PlainToast({ id, title, message, color, autoClose = usualMs }: Omit<NotificationData, 'id'> & { id: string }) {
  const closesAfter = typeof autoClose === 'number' ? autoClose : autoClose ? usualMs : null
  useEffect(() => {
    if (closesAfter === null) return
    const timer = setTimeout(() => notifications.hide(id), closesAfter)
    return () => clearTimeout(timer)
  }, [id, closesAfter])
  return (
    <div role="alert" className={classes.toast} data-color={color}>
      <div>
        {title ? <b>{title}</b> : null}
        <CatchBoundary getResetKey={() => id} errorComponent={() => <div>This message could not be shown.</div>}>
          <div>{message}</div>
        </CatchBoundary>
      </div>
      <CloseButton aria-label="Close" onClick={() => notifications.hide(id)} />
    </div>
  )
}

/** The newest toast for which the others' code was requested again. One that fails to render would otherwise request it without end. */
let requestedFor: string | undefined

/** Toasts in place of those that could not be loaded, or that fail to render. Each new one requests these again. */
export function PlainToasts({ retry }: { retry: (() => void) | null }) {
  const { notifications: shown, queue } = useNotifications()
  const toasts = [...shown, ...queue].flatMap((toast) => (toast.id === undefined ? [] : [{ ...toast, id: toast.id }]))
  const newest = toasts.at(-1)?.id
  const again = useEffectEvent(() => retry?.())
  useEffect(() => {
    if (newest === undefined || newest === requestedFor) return
    requestedFor = newest
    again()
  }, [newest])
  return (
    <div className={classes.corner}>
      {toasts.map((toast) => (
        <PlainToast key={toast.id} {...toast} />
      ))}
    </div>
  )
}
