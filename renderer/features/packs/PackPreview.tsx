import { Modal } from '@mantine/core'
import { useMemo } from 'react'
import { Preview, pdfSource } from '../files/public.ts'
import classes from './packs.module.css'

/** The pages of a pack as they would be saved. */
export function PackPreview({ base64, title, onClose }: { base64: string; title: string; onClose: () => void }) {
  const source = useMemo(() => pdfSource(`Meeting pack of ${title}`, base64), [base64, title])
  return (
    <Modal
      opened
      onClose={onClose}
      size="900px"
      title="Preview of the meeting pack"
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
    >
      <div className={classes.preview}>
        <Preview source={source} otherwise={null} />
      </div>
    </Modal>
  )
}
