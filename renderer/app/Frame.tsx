import { notifications } from '@mantine/notifications'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useReadOnlyReason } from '../components/forms/use-editing.ts'
import { useKeptDrafts } from '../components/forms/use-kept-drafts.ts'
import { Palette } from '../features/palette/Palette.tsx'
import { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx'
import { usePresenting } from '../lib/presenting.ts'
import { useNoStrayDrops } from '../lib/use-no-stray-drops.ts'
import { Arrived } from './Arrived.tsx'
import { Banners } from './Banners.tsx'
import classes from './frame.module.css'
import { isLeftOut, NotShown } from './NotShown.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useFrameCommands } from './use-frame-commands.ts'
import { useNoteScreen } from './use-note-screen.ts'

/** By one id, so that it is shown once however often files are dropped. */
const tellNothingAdded = (message: string) =>
  void notifications.show({ id: 'nothing-added', title: 'Nothing was added', message, color: 'yellow' })

/** The layout of a connection's window: navigation on the left, the current screen on the right. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  const scrolled = useRef(false)
  useEffect(() => {
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      // Most screens start at the top anyway, and scrolling would force a layout before their rows exist.
      if (!pathChanged || !fromLocation) return
      if (scrolled.current) main.current?.scrollTo({ top: 0 })
      scrolled.current = false
      // The focused element was removed with the previous screen. Without this, Tab would start at the top of the window.
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    })
  }, [router])
  const path = useRouterState({ select: (state) => state.location.pathname })
  useFrameCommands()
  useKeptDrafts()
  useNoStrayDrops(useReadOnlyReason(), tellNothingAdded)
  useNoteScreen(path)
  const presenting = usePresenting()
  return (
    <div className={classes.window}>
      <div className={classes.frame}>
        <Sidebar />
        <div className={classes.content}>
          <Banners />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className={classes.main}
            onScroll={({ target, currentTarget }) => {
              if (target === currentTarget) scrolled.current = true
            }}
          >
            {presenting !== null && isLeftOut(path, presenting) ? <NotShown /> : <Outlet />}
          </main>
        </div>
      </div>
      <Palette />
      <ShortcutSheet />
      <Arrived />
    </div>
  )
}
