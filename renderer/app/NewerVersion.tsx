import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../lib/api.ts'
import classes from './sidebar.module.css'

/** A quiet mark that a newer Steward exists. Downloading it stays on request, in the menu. */
export function NewerVersion() {
  // Events about it do not reach a locked page, so it is read again when the frame returns.
  const info = useQuery({ ...useApi().app.info.queryOptions({ input: {} }), refetchOnMount: 'always' }).data
  if (!info?.newer) return null
  return (
    <p
      className={`line ${classes.newer}`}
      title={`Steward ${info.newer} is available: choose Check for updates… in the menu`}
    >
      <IconDownload size={16} stroke={1.75} aria-hidden="true" />
      <span className={`line ${classes.label}`}>
        Version {info.newer} is available
        <span className="visually-hidden">: choose Check for updates… in the menu</span>
      </span>
    </p>
  )
}
