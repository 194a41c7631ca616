import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FilePanel } from '../../renderer/features/files/FilePanel.tsx'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import { appError } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Page = ContractOutputs['texts']['page']

const words = 'My health care proxy is Ottilie Marsh.'

/** The panel of a document whose text was kept without its file, at its first page. */
function draw(page: () => Page) {
  const firm: { forbidden: Record<string, 'no_document_text'> } = { forbidden: {} }
  const Panel = () => (
    <FilePanel file={{ kind: 'document', id: 'a' }} recordUpdatedAt={null} place={{ page: 1, find: 'proxy' }} />
  )
  const drawn = renderInApp(Panel, {
    at: 'documents/a',
    answers: {
      policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden: firm.forbidden }) },
      files: { held: () => ({ file: null }) },
      sync: { status: () => new Promise(() => undefined) },
      texts: { page },
    },
  })
  return { ...drawn, firm }
}

const kept: Page = { text: words, matches: [], page_count: 1, scan: null }

describe('the text of a page that was kept without its file', () => {
  it('goes when the firm forbids the text of documents', async () => {
    const { firm, queries, api } = draw(() => kept)
    await screen.findByText(words)
    firm.forbidden = { 'texts.page': 'no_document_text' }
    await queries.invalidateQueries({ queryKey: api.policy.key() })
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(screen.getByText('The file is not on this computer')).toBeVisible()
  })

  it('goes when the text was deleted', async () => {
    let isKept = true
    const { queries, api } = draw(() => {
      if (isKept) return kept
      throw appError('texts/not-read', 'The text of this document is not on this computer.')
    })
    await screen.findByText(words)
    isKept = false
    await queries.invalidateQueries({ queryKey: api.texts.key() })
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(screen.getByText('The file is not on this computer')).toBeVisible()
  })
})
