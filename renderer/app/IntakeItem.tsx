import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { SidebarItem } from './SidebarItem.tsx'
import classes from './sidebar.module.css'

/** A start has drawn its first rows by then. */
const settlingMs = 1_500

/** Asked once a start has settled: the tray is empty most of the time, and nothing else waits for it. */
function useTrayCount(): number {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlingMs)
    return () => clearTimeout(timer)
  }, [])
  const input = { connectionId: useConnection().id }
  return useQuery({ ...useApi().intake.list.queryOptions({ input }), enabled: settled }).data?.rows.length ?? 0
}

/** The way to the dropped files that were not uploaded yet; there only while there are some. */
export function IntakeItem() {
  const count = useTrayCount()
  if (count === 0) return null
  return (
    <SidebarItem to="/c/$connectionId/intake" icon={IconInbox}>
      Files to upload
      <span className={classes.count}>{formatCount(count)}</span>
    </SidebarItem>
  )
}
