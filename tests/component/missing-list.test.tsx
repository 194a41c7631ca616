import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MissingListButton } from '../../renderer/features/missing-documents/MissingListButton.tsx'
import type { MissingOfHousehold } from '../../shared/ipc/today.ts'
import { renderInApp } from './support/render-in-app.tsx'

const ada = { resource: 'individuals' as const, id: 'in-1', name: 'Ada Okafor' }
const trust = { resource: 'entities' as const, id: 'en-1', name: 'Okafor & Sons Trust' }
const line: MissingOfHousehold = {
  household: { id: 'hh-1', name: 'Okafor' },
  missing: [
    { rule_id: 'will', rule: 'Will', about: ada, state: 'missing', years: [] },
    { rule_id: 'poa', rule: 'Power of attorney', about: ada, state: 'missing', years: [] },
    { rule_id: 'agreement', rule: 'Trust agreement', about: trust, state: 'missing', years: [] },
    { rule_id: 'return', rule: 'Tax return', about: null, state: 'missing', years: [2023] },
  ],
}

async function open(lines: MissingOfHousehold[], forbidden: Record<string, 'no_export'> = {}) {
  const of = (state: 'missing' | 'unknown') =>
    lines.flatMap(({ missing }) => missing).filter((one) => one.state === state).length
  const counts = { households: lines.length, documents: of('missing'), unknown: of('unknown') }
  const found = { ...counts, rules: ['Will', 'Tax return'], source: 'default' as const }
  const app = renderInApp(() => <MissingListButton of={{ which: { ids: ['hh-1'] } }} />, {
    answers: {
      today: {
        missing: () => ({ lines, ...found, as_of: '2026-03-01T12:00:00Z' }),
        exportMissing: () => ({ file: { name: 'Missing.csv', handle: 'file-1' } }),
      },
      policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) },
    },
  })
  await app.user.click(await screen.findByRole('button', { name: 'Missing documents…' }))
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Possibly missing documents' }) }
}

describe('the list of possibly missing documents', () => {
  it('says by which rules and as of when, household by household', async () => {
    const { dialog } = await open([line])
    const text = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: 'The list as text' })
    const [subject, about, rules, ...rest] = text.value.split('\n')
    expect(subject).toBe('Possibly missing: 4 documents of Okafor')
    expect(about).toMatch(
      /^Not on file in Steward as of (Feb 28|Mar 1), 2026, .*\. The documents may exist elsewhere\.$/,
    )
    expect(rules).toBe('By Steward’s usual rules: Will, Tax return.')
    expect(rest).toEqual([
      '',
      'Okafor',
      '- Ada Okafor: Will, Power of attorney',
      '- Okafor & Sons Trust: Trust agreement',
      '- Tax return of 2023',
    ])
  })

  it('says of which documents it is not known, and why', async () => {
    const letter = { rule_id: 'letter', rule: 'Crummey letter', about: trust, state: 'unknown' as const }
    const { dialog } = await open([{ ...line, missing: [{ ...letter, years: [2021, 2023, 2024, 2025] }] }])
    const text = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: 'The list as text' })
    const lines = text.value.split('\n')
    expect(lines[0]).toBe('Possibly missing: 0 documents of Okafor, and 1 not known')
    expect(lines[2]).toMatch(/^“Not known”: A document whose year is not clear/)
    expect(lines.at(-1)).toBe('- Not known: Okafor & Sons Trust: Crummey letter of 2021, 2023–2025')
  })

  it('is a draft with the same text in the mail program', async () => {
    const { dialog } = await open([line])
    const link = await within(dialog).findByRole('link', { name: 'E-mail draft' })
    const draft = new URL(link.getAttribute('href') ?? '')
    expect(draft.protocol + draft.pathname).toBe('mailto:')
    expect(draft.searchParams.get('subject')).toBe('Possibly missing documents')
    const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'The list as text' }).value
    expect(draft.searchParams.get('body')).toBe(text.replaceAll('\n', '\r\n'))
  })

  it('says how long a draft may be where the list is longer', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => ({
      ...line,
      household: { id: `hh-${at}`, name: `Name ${at}` },
    }))
    const { dialog } = await open(lines)
    expect(
      await within(dialog).findByText(/^An e-mail draft holds about 2,000 characters, and this list needs \d,\d{3}/),
    ).toBeVisible()
    expect(within(dialog).queryByRole('link', { name: 'E-mail draft' })).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Copy text' })).toBeEnabled()
  })

  it('is written to a file for the same households', async () => {
    const { dialog, user, callsOf } = await open([line])
    await user.click(await within(dialog).findByRole('button', { name: 'Save as CSV…' }))
    expect(callsOf('today.exportMissing').map(({ input }) => input)).toMatchObject([
      { of: { which: { ids: ['hh-1'] } } },
    ])
    expect(await screen.findByText('Exported to Missing.csv')).toBeVisible()
  })

  it('stays in Steward where the firm forbids exports, except for copied text', async () => {
    const { dialog } = await open([line], { 'today.exportMissing': 'no_export' })
    expect(await within(dialog).findByRole('button', { name: /^E-mail draft.*Your firm does not allow/ })).toBeVisible()
    expect(within(dialog).getByRole('button', { name: /^Save as CSV….*Your firm does not allow/ })).toBeVisible()
  })

  it('says that nothing is missing, and by which rules', async () => {
    const { dialog } = await open([])
    expect(
      await within(dialog).findByText('Nothing is missing by Steward’s usual rules: Will, Tax return.'),
    ).toBeVisible()
  })
})
