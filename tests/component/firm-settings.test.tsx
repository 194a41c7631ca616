import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FirmSettings } from '../../renderer/features/packs/public.ts'
import type { PackFirm } from '../../shared/ipc/packs.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

function draw(start: PackFirm) {
  let firm = start
  const drawn = renderInApp(
    () => <FirmSettings connection={{ id: connectionId, name: 'Okafor & Lind' }} label="Firm name" />,
    {
      answers: {
        packs: {
          firm: () => firm,
          setFirm({ firm: next }) {
            firm = next
            return {}
          },
        },
      },
    },
  )
  const saveElsewhere = async (change: Partial<PackFirm>) => {
    firm = { ...firm, ...change }
    await act(() => drawn.queries.invalidateQueries({ queryKey: drawn.api.packs.key() }))
  }
  return { ...drawn, saveElsewhere }
}

const field = () => screen.findByRole('textbox', { name: 'Firm name' })

it('keeps the firm name that is being typed, and its focus, when another window saves; follows it otherwise', async () => {
  const { user, saveElsewhere, callsOf } = draw({ name: 'Larch', logo: null })
  expect(await field()).toHaveValue('Larch')
  await saveElsewhere({ name: 'Larch & Co' })
  await waitFor(async () => expect(await field()).toHaveValue('Larch & Co'))
  await user.type(await field(), 'mpany')
  await saveElsewhere({ name: 'Alder', logo: 'iVBORw0KGgo=' })
  expect(await screen.findByRole('img', { name: 'Logo' })).toBeInTheDocument()
  expect(await field()).toHaveValue('Larch & Company')
  expect(await field()).toHaveFocus()
  await user.tab()
  await waitFor(() =>
    expect(callsOf('packs.setFirm').map(({ input }) => input)).toEqual([
      { connectionId, firm: { name: 'Larch & Company', logo: 'iVBORw0KGgo=' } },
    ]),
  )
})

it('removes the logo and keeps the name that was typed before', async () => {
  const { user, callsOf } = draw({ name: 'Larch', logo: 'iVBORw0KGgo=' })
  await user.type(await field(), ' & Co')
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  await waitFor(() =>
    expect(callsOf('packs.setFirm').at(-1)?.input).toMatchObject({ firm: { name: 'Larch & Co', logo: null } }),
  )
})
