import { screen } from '@testing-library/react'
import { draftKey, useDrafts, useEditing } from '../../../renderer/components/forms/drafts.ts'
import { HouseholdForm } from '../../../renderer/features/households/HouseholdForm.tsx'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { records, rows } from '../../doubles/records.ts'
import type { Answers } from './client-double.ts'
import { connectionId, renderInApp } from './render-in-app.tsx'
import { words } from './words.ts'

export const household = { ...records.household, external_id: 'A-1', notes: 'Met in May.' }

export const detail: ContractOutputs['households']['get'] = {
  record: household,
  checked_at: '2026-03-01T12:00:00Z',
  pending: null,
  title: 'Okafor',
  owner: { id: 'us-1', name: 'Grace Lindqvist' },
  individuals: [],
  entities: [],
  documents: [],
  summaries: [],
  counts: { individuals: 0, entities: 0, documents: 0, summaries: 0 },
}

const users = [rows.users, { ...rows.users, id: 'us-2', title: 'Tomas Berg' }]
export const saved = { operation_id: 'op-1', record_id: 'hh-1', undo: null }

export const answers = {
  users: { list: () => ({ rows: users, total: 2, offset: 0 }) },
  individuals: { list: () => ({ rows: [], total: 0, offset: 0 }) },
  outbox: { save: () => saved },
} as Answers

/** A record's page as far as editing goes: its form, or the button that opens it. */
export function EditableHousehold() {
  const editing = useEditing('households', household)
  if (editing.base) return <HouseholdForm detail={detail} editing={editing} />
  return (
    <button type="button" onClick={editing.begin}>
      {words.edit}
    </button>
  )
}

/** Opens the form of the household. */
export async function openForm(options: Parameters<typeof renderInApp>[1] = {}) {
  const app = renderInApp(EditableHousehold, { at: 'households/hh-1', answers, ...options })
  await app.user.click(await screen.findByRole('button', { name: words.edit }))
  return { ...app, form: await screen.findByRole('form', { name: 'Household' }) }
}

export const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const button = (name: string) => screen.getByRole('button', { name })
export const draft = () => useDrafts.getState().drafts[draftKey(connectionId, 'hh-1')]
