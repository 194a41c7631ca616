import { IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { commands } from '../../shared/domain/commands.ts'
import { KeyCaps } from '../components/KeyCaps.tsx'
import { useClient } from '../lib/api.ts'
import { hearPresenting, usePresenting } from '../lib/presenting.ts'
import classes from './presenting.module.css'
import { togglePresenting } from './toggle-presenting.ts'

/** The mark of presenter mode, above every screen: the household that is shown, its amounts, and the way out. */
export function PresentingBar() {
  const presenting = usePresenting()
  const client = useClient()
  if (presenting === null) return null
  const { connection_id: connectionId, household_id: id, amounts } = presenting
  const show = async () => hearPresenting((await client.presenting.showAmounts({ shown: !amounts })).presenting)
  return (
    <section className={classes.bar} aria-label="Presenter mode">
      <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
      <b>Presenting</b>
      <span className={classes.words}>
        {id === null
          ? 'Open a household to show it.'
          : amounts
            ? 'Contact details, notes and other households are hidden.'
            : 'Amounts, contact details, notes and other households are hidden.'}
      </span>
      {id === null ? null : (
        <>
          <Link to="/c/$connectionId/households/$id" params={{ connectionId, id }}>
            Their page
          </Link>
          <button type="button" aria-pressed={amounts} onClick={() => void show()}>
            Show this one’s amounts
          </button>
        </>
      )}
      <button type="button" className={classes.leave} onClick={() => void togglePresenting(client)}>
        Leave
        <KeyCaps keys={commands['present.toggle'].keys} />
      </button>
    </section>
  )
}
