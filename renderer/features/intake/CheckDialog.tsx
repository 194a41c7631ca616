import { Button, Popover } from '@mantine/core'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { PopupDialog } from '../../components/popups/Popup.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'
import { RecordText } from '../../components/Values.tsx'
import classes from './intake.module.css'

type Props = {
  popup: Popup
  row: IntakeRow
  /** Answers the question about another household. */
  onHousehold: (householdId: string) => void
}

/** Asks whether a file belongs to another household, and lists the doubts about it, before it is uploaded. */
export function CheckDialog({ popup, row, onHousehold }: Props) {
  const { household_id: other } = row.proposals
  return (
    <PopupDialog popup={popup} position="bottom-end" width={360} returnFocus>
      <Popover.Dropdown aria-label={`Check ${row.file_name}`}>
        <div className="column">
          {other === null ? null : (
            <div className={classes.question}>
              <p>
                This looks like another household’s:{' '}
                <strong>
                  <RecordText>{other.title}</RecordText>
                </strong>
                . Page {other.page} says “<RecordText>{other.words}</RecordText>”.
              </p>
              <p className="line">
                <Button size="xs" onClick={() => onHousehold(other.value)}>
                  Move it there
                </Button>
                <Button size="xs" variant="default" onClick={() => onHousehold(row.household_id)}>
                  Keep it here
                </Button>
              </p>
            </div>
          )}
          {row.doubts.length === 0 ? null : (
            <ul className={classes.doubts}>
              {row.doubts.map((doubt) => (
                <li key={doubt}>
                  <RecordText>{doubt}</RecordText>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Popover.Dropdown>
    </PopupDialog>
  )
}
