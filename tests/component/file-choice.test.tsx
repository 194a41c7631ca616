import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileChoice, notReadable } from '../../renderer/components/FileChoice.tsx'
import { SettingsFileSection } from '../../renderer/features/settings/SettingsFileSection.tsx'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

const file = () => new File(['{"steward_settings":1}'], 'Steward settings.json', { type: 'application/json' })

it('the same file can be chosen again, once it was corrected', async () => {
  const taken: string[] = []
  const { user } = renderInApp(() => (
    <FileChoice label="Settings file" accept=".json" onFile={({ name }) => taken.push(name)}>
      Import…
    </FileChoice>
  ))
  const input = await screen.findByLabelText('Settings file', { selector: 'input' })
  const chosen = file()
  await user.upload(input, chosen)
  await user.upload(input, chosen)
  expect(taken).toEqual(['Steward settings.json', 'Steward settings.json'])
})

it('a settings file that cannot be read is called so, and is shown once it can', async () => {
  const answers = { settings: { check: () => ({ preferences: [], connections: [] }) } } as Answers
  const { user } = renderInApp(() => <SettingsFileSection />, { at: 'settings', answers })
  const input = await screen.findByLabelText('Settings file', { selector: 'input' })
  const chosen = file()
  const gone = Object.assign(file(), { text: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
  await user.upload(input, gone)
  expect(await screen.findByRole('alert')).toHaveTextContent(notReadable)
  await user.upload(input, chosen)
  expect(await screen.findByText('Everything in this file is already set.')).toBeVisible()
  expect(screen.queryByText(notReadable)).toBeNull()
})
