import { Loader } from '@mantine/core'
import classes from './preview.module.css'

/** Shown while a file is being read or its viewer is being loaded. */
export function Waiting() {
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" />
      <span className="visually-hidden">Reading the file</span>
    </div>
  )
}
