import { IconDeviceLaptop, IconFile } from '@tabler/icons-react'
import classes from './files.module.css'
import { useFileMark } from './use-file-mark.ts'

/** The icon before a document's name; a thumbnail or a computer if its file is on this computer. */
export function FileMark({ id }: { id: string }) {
  const mark = useFileMark(id)
  return (
    <span className={classes.mark} title={mark ? 'On this computer' : undefined}>
      {mark ? null : <IconFile className={classes.absent} size={14} stroke={1.5} aria-hidden="true" />}
      {mark?.png ? <img src={`data:image/png;base64,${mark.png}`} alt="" /> : null}
      {mark && !mark.png ? <IconDeviceLaptop size={14} stroke={1.75} aria-hidden="true" /> : null}
      {mark ? <span className="visually-hidden">On this computer: </span> : null}
    </span>
  )
}
