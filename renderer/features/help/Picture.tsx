import { Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import classes from './help.module.css'

/** A picture of the manual, as wide as the text; a click shows it in full size. */
export function Picture({ address, alt }: { address: string; alt: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <button type="button" className={classes.picture} aria-label={`Enlarge the picture: ${alt}`} onClick={open}>
        <img src={address} alt={alt} loading="lazy" />
      </button>
      {/* Above Help, which is above other dialogs. */}
      <Modal
        opened={opened}
        onClose={close}
        title={alt}
        size="auto"
        classNames={{ inner: classes.aboveHelp ?? '' }}
        zIndex={400}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <img className={classes.enlarged} src={address} alt={alt} />
      </Modal>
    </>
  )
}
