import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NotSearchedPage } from '../../renderer/features/texts/NotSearchedPage.tsx'
import { TextSettings } from '../../renderer/features/texts/TextSettings.tsx'
import type { TextCoverage } from '../../shared/ipc/texts.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const coverage: TextCoverage = {
  ...(textSamples.texts.coverage[1] as TextCoverage),
  ...{ scope: 'here', space_mb: 2000, is_working: false },
}

const drawSettings = (texts: Answers['texts'], change: Partial<TextCoverage> = {}) =>
  renderInApp(() => <TextSettings connectionId={connectionId} name="Okafor & Lind" />, {
    at: 'settings',
    answers: { texts: { coverage: () => ({ ...coverage, ...change }), ...texts } } as Answers,
  })

describe('the settings of the search in documents', () => {
  it('say how much is searched and what it takes, and that the size is not exact', async () => {
    drawSettings({})
    expect(
      await screen.findByText(/1,204 of 1,310 files searchable, 10 waiting to be read, 3 in part, 12 scans/),
    ).toBeVisible()
    expect(screen.getByText(/use about 4\sMB, encrypted/)).toBeVisible()
  })

  it('ask before files are downloaded, without a time that was not measured, and choose nothing when the question is closed', async () => {
    const app = drawSettings({ previewScope: () => ({ files: 106, bytes: 12_000_000 }), setScope: () => ({}) })
    await app.user.click(await screen.findByRole('combobox', { name: 'What is searched in Okafor & Lind' }))
    await app.user.click(await screen.findByRole('option', { name: 'All files of the firm' }))
    const dialog = await screen.findByRole('dialog', { name: 'Download 106 files?' })
    expect(dialog).toHaveTextContent('106 files, about 12 MB, one after another in the background.')
    expect(dialog).not.toHaveTextContent(/second|minute|hour/)
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(app.callsOf('texts.setScope')).toEqual([])
  })

  it('choose a scope at once where nothing has to be downloaded', async () => {
    const app = drawSettings({ previewScope: () => ({ files: 0, bytes: 0 }), setScope: () => ({}) })
    await app.user.click(await screen.findByRole('combobox', { name: 'What is searched in Okafor & Lind' }))
    await app.user.click(await screen.findByRole('option', { name: 'Files of pinned households' }))
    await expect
      .poll(() => app.callsOf('texts.setScope').map(({ input }) => input))
      .toMatchObject([{ connectionId, scope: 'pinned', confirmed: { files: 0, bytes: 0 } }])
  })

  it('pause and resume the reading, and say what is in its way', async () => {
    const app = drawSettings(
      { setPaused: () => ({}) },
      { is_paused: true, not_fitting: 2, problem: 'The service cannot be reached.' },
    )
    expect(await screen.findByText(/Reading is paused\. 2 files do not fit into the file limit of 2/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Resume reading' }))
    await expect
      .poll(() => app.callsOf('texts.setPaused').map(({ input }) => input))
      .toEqual([{ connectionId, paused: false }])
  })

  it('do not offer to keep the text where the firm does not let it stay', async () => {
    drawSettings({}, { may_keep_text: false })
    const keep = await screen.findByRole('button', { name: /^Keep the text when a file is removed/ })
    expect(keep).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the page of documents that are not searched', () => {
  const household = { id: 'hh-1', name: 'Okafor' }
  type Scan = 'waiting' | 'never' | null
  type Help = 'download' | 'download-again' | 'read-again' | null
  const row = (name: string, why: string, { scan = null, help = null }: { scan?: Scan; help?: Help } = {}) => ({
    ...{ document_id: `do-${name}`, name, household, why, scan, help },
  })
  const draw = (change: Partial<TextCoverage> = {}, query = '', texts: Answers['texts'] = {}) =>
    renderInApp(NotSearchedPage, {
      ...{ at: 'documents/not-searched', query },
      answers: {
        texts: {
          coverage: () => ({ ...coverage, ...change }),
          problems: ({ kind }: { kind: string }) => ({ rows: [row(kind, 'All 3 pages are pictures.')], total: 1 }),
          ...texts,
        },
      } as Answers,
    })

  it('lists each reason that there is with its number, and the documents of the first', async () => {
    draw()
    const reasons = await screen.findByRole('toolbar', { name: 'Why they are not searched' })
    expect(
      within(reasons)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Scans 12', 'Partly searched 3', 'Password-protected 1', 'Unreadable 3', 'Not on this computer 80'])
    const list = await screen.findByRole('list', { name: 'Scans' })
    expect(list).toHaveTextContent('All 3 pages are pictures.')
  })

  it('reads a file again', async () => {
    const app = draw({}, '?kind=unreadable', {
      problems: () => ({ rows: [row('slow', 'It took too long to read.', { help: 'read-again' })], total: 1 }),
      readNow: () => ({}),
    })
    await app.user.click(await screen.findByRole('button', { name: 'Read again' }))
    await expect
      .poll(() => app.callsOf('texts.readNow').map(({ input }) => input))
      .toEqual([{ connectionId, document_id: 'do-slow' }])
  })

  it('downloads a protected file again, and does not offer to read what cannot change', async () => {
    const app = draw({}, '?kind=protected', {
      problems: () => ({
        rows: [row('locked', 'It needs a password.', { help: 'download-again' }), row('vast', 'It is too large.')],
        total: 2,
      }),
    })
    const list = await screen.findByRole('list', { name: 'Password-protected' })
    expect(screen.getByText(/ask for a copy without a password/)).toBeVisible()
    expect(within(list).queryByRole('button', { name: 'Read again' })).toBeNull()
    await app.user.click(within(list).getByRole('button', { name: 'Download again' }))
    await expect
      .poll(() => app.callsOf('files.fetch').map(({ input }) => input))
      .toEqual([{ connectionId, file: { kind: 'document', id: 'do-locked' }, refresh: true }])
  })

  it('reads a scan at once, and never where the user says so', async () => {
    const app = draw({}, '', {
      problems: () => ({ rows: [row('scans', 'Its page is a picture.', { scan: 'waiting' })], total: 1 }),
      readScan: () => ({}),
      setNeverScanned: () => ({}),
    })
    await app.user.click(await screen.findByRole('button', { name: 'Read this scan now' }))
    await app.user.click(screen.getByRole('button', { name: 'Never read this document' }))
    await expect
      .poll(() => app.callsOf('texts.setNeverScanned').map(({ input }) => input))
      .toEqual([{ connectionId, document_id: 'do-scans', never: true }])
    expect(app.callsOf('texts.readScan').map(({ input }) => input)).toEqual([
      { connectionId, document_id: 'do-scans', again: false },
    ])
  })

  it('says that nothing is left out only where nothing is', async () => {
    const none = {
      scans: 0,
      partial: 0,
      protected: 0,
      unreadable: 0,
      not_here: 0,
      waiting: 0,
      documents: 7,
      searchable: 7,
    }
    draw(none)
    expect(await screen.findByText('Every page of every document can be searched.')).toBeVisible()
  })

  it('says that files wait instead', async () => {
    draw({ scans: 0, partial: 0, protected: 0, unreadable: 0, not_here: 0, waiting: 2, documents: 7, searchable: 5 })
    expect(await screen.findByText('Files that wait are read in the background.')).toBeVisible()
  })
})
