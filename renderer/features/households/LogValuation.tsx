import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { EntityRow } from '../../../shared/ipc/rows.ts'
import { EntityAvatar } from '../../components/Avatar.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { PopupMenu } from '../../components/popups/PopupMenu.tsx'
import { usePopup } from '../../components/popups/use-popup.ts'
import { useIsUnread } from '../../components/sync-state.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'

/** The household's primary action: asks which entity, then opens the composer. */
export function LogValuation({ entities, reason }: { entities: readonly EntityRow[]; reason: string | null }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const isUnread = useIsUnread('entities')
  const none = isUnread
    ? 'The entities of this household are not read yet.'
    : 'This household has no entities to value.'
  const why = reason ?? (entities.length === 0 ? none : null)
  const log = (id: string) =>
    void navigate({ to: '/c/$connectionId/entities/$id/valuation/new', params: { connectionId, id } })
  return (
    <>
      <ReasonedButton variant="filled" reason={why} {...button}>
        Log valuation
      </ReasonedButton>
      {popup ? (
        <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
          <Menu.Dropdown aria-label="Which entity is valued" mah={360} style={{ overflowY: 'auto' }}>
            {entities.map(({ id, title, kind }) => (
              <Menu.Item key={id} leftSection={<EntityAvatar kind={kind} />} onClick={() => log(id)}>
                <RecordText>{title}</RecordText> <Quiet>{nameOf(entityKindNames, kind)}</Quiet>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </PopupMenu>
      ) : null}
    </>
  )
}
