import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useKeptDrafts } from '../components/forms/use-kept-drafts.ts'
import { Palette } from '../features/palette/Palette.tsx'
import { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx'
import { useNoStrayDrops } from '../lib/use-no-stray-drops.ts'
import { Arrived } from './Arrived.tsx'
import { Banners } from './Banners.tsx'
import classes from './frame.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useFrameCommands } from './use-frame-commands.ts'
import { useNoteScreen } from './use-note-screen.ts'

/** A connection's window: navigation on the left, one screen on the right. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      // The first screen stands at its top, and asking would have it laid out before its rows are there.
      if (!pathChanged || !fromLocation) return
      main.current?.scrollTo({ top: 0 })
      // What had the focus went with the screen before; without this the keyboard would start at the window's top again.
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    })
  }, [router])
  const path = useRouterState({ select: (state) => state.location.pathname })
  useFrameCommands()
  useKeptDrafts()
  useNoStrayDrops()
  useNoteScreen(path)
  return (
    <div className={classes.frame}>
      <Sidebar />
      <div className={classes.content}>
        <Banners />
        <main ref={main} id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <Palette />
      <ShortcutSheet />
      <Arrived />
    </div>
  )
}
