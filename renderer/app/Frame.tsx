import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { QuickSearch } from '../features/search/QuickSearch.tsx'
import { Banners } from './Banners.tsx'
import classes from './frame.module.css'
import { Sidebar } from './Sidebar.tsx'

/** A connection's window: navigation on the left, one screen on the right. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    return router.subscribe('onRendered', ({ pathChanged }) => {
      if (!pathChanged) return
      main.current?.scrollTo({ top: 0 })
      // What had the focus went with the screen before; without this the keyboard would start at the window's top again.
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    })
  }, [router])
  return (
    <div className={classes.frame}>
      <Sidebar />
      <div className={classes.content}>
        <Banners />
        <main ref={main} id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <QuickSearch />
    </div>
  )
}
