import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { SidebarItem } from './SidebarItem.tsx'
import classes from './sidebar.module.css'

/** By then the first rows have been drawn. */
const settlingMs = 1_500

/** Queries the tray count only after startup has settled: the tray is usually empty and nothing else depends on it. */
function useTrayCount(): number {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlingMs)
    return () => clearTimeout(timer)
  }, [])
  const input = { connectionId: useConnection().id }
  return useQuery({ ...useApi().intake.list.queryOptions({ input }), enabled: settled }).data?.rows.length ?? 0
}

/** Link to the dropped files that are not uploaded yet; shown only if there are any. */
export function IntakeItem() {
  const count = useTrayCount()
  if (count === 0) return null
  return (
    <SidebarItem to="/c/$connectionId/intake" icon={IconInbox} title="Files to upload">
      <span className={classes.count}>{formatCount(count)}</span>
    </SidebarItem>
  )
}
