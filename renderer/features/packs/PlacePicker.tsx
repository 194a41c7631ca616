import { Radio } from '@mantine/core'
import classes from './packs.module.css'

/** Whether the packs of several households go to one ZIP file or to a folder. */
export function PlacePicker({ folder, onFolder }: { folder: boolean; onFolder: (folder: boolean) => void }) {
  return (
    <Radio.Group label="Save as" value={folder ? 'folder' : 'zip'} onChange={(value) => onFolder(value === 'folder')}>
      <div className={classes.places}>
        <Radio value="zip" label="One ZIP file" />
        <Radio value="folder" label="A new folder of PDFs" />
      </div>
    </Radio.Group>
  )
}
