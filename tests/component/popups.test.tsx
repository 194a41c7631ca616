import { Menu, Modal } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { PopupMenu } from '../../renderer/components/popups/Popup.tsx'
import { usePopup } from '../../renderer/components/popups/use-popup.ts'
import { renderInApp } from './support/render-in-app.tsx'

function Actions() {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  return (
    <>
      <button {...button} type="button">
        Actions
      </button>
      {popup ? (
        <PopupMenu popup={popup}>
          <Menu.Dropdown>
            <Menu.Item>Print</Menu.Item>
          </Menu.Dropdown>
        </PopupMenu>
      ) : null}
    </>
  )
}

function ActionsInDialog() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Pack">
      <Actions />
    </Modal>
  )
}

/** Opens the menu and gives the keyboard back to its button, where it is until the menu takes it. */
async function openEarly({ user }: ReturnType<typeof renderInApp>) {
  const button = await screen.findByRole('button', { name: 'Actions' })
  await user.click(button)
  await screen.findByRole('menu')
  button.focus()
}

it('Escape closes a menu that is drawn before it has the keyboard', async () => {
  const app = renderInApp(Actions, { answers: {} })
  await openEarly(app)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(screen.getByRole('button', { name: 'Actions' })).toHaveAttribute('aria-expanded', 'false')
})

it('the dialog behind such a menu stays open, and closes with the next Escape', async () => {
  const app = renderInApp(ActionsInDialog, { answers: {} })
  await openEarly(app)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Pack' })).toBeVisible()
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pack' })).toBeNull())
})
