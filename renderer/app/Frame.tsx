import { Outlet, useRouterState } from '@tanstack/react-router'
import { QuickSearch } from '../features/search/QuickSearch.tsx'
import { Banners } from './Banners.tsx'
import classes from './frame.module.css'
import { Sidebar } from './Sidebar.tsx'

/** A connection's window: navigation on the left, one screen on the right. */
export function Frame() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div className={classes.frame}>
      <Sidebar />
      <div className={classes.content}>
        <Banners />
        <main key={path} id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <QuickSearch />
    </div>
  )
}
