import { connectionId, type Samples } from './sample.ts'

const household = { id: 'hh-1', name: 'Okafor' }
const scope = { scope: 'mine', space_mb: 2_000 } as const
const found = {
  page: 12,
  excerpt: 'my health care proxy, Ada Okafor',
  excerpt_matches: [[3, 20]] as [number, number][],
  scan: 'read' as const,
}

export const textSamples: Samples<'texts' | 'facts'> = {
  texts: {
    search: [
      {
        connectionId,
        text: '"health care proxy"',
        filters: { document_type: 'WILL', year: 2026 },
        offset: 0,
        limit: 50,
      },
      {
        hits: [
          {
            ...{ document_id: 'do-1', name: 'Will', document_type: 'WILL', household, owner: 'Ben Lind', year: 2026 },
            ...{ ...found, page_count: 20, further: 2, is_here: true, is_changed: false },
          },
        ],
        total_documents: 1,
        is_more: false,
        corrected: null,
      },
    ],
    pages: [{ connectionId, document_id: 'do-1', text: 'proxy' }, { pages: [found] }],
    page: [
      { connectionId, document_id: 'do-1', page: 12, text: 'proxy' },
      { text: found.excerpt, matches: found.excerpt_matches, page_count: 20, scan: 'read' },
    ],
    coverage: [
      { connectionId },
      {
        ...{ documents: 1310, searchable: 1204, partial: 3, scans: 12, protected: 1, unreadable: 3, no_text_kind: 0 },
        ...{ not_here: 80, left_out: 0, waiting: 10, is_working: true, is_paused: false, ...scope, keeps_text: false },
        ...{ may_keep_text: true, not_fitting: 0, problem: null, bytes: 4_000_000 },
        ...{ scans_read: 14, scans_left: 198, scan_state: 'when-idle' },
      },
    ],
    problems: [
      { connectionId, kind: 'scans', offset: 0, limit: 200 },
      {
        rows: [
          {
            document_id: 'do-2',
            name: 'Deed',
            household,
            why: 'All 3 pages are pictures.',
            scan: 'waiting',
            help: null,
          },
        ],
        total: 1,
      },
    ],
    previewScope: [
      { connectionId, ...scope },
      { files: 106, bytes: 12_000_000 },
    ],
    setScope: [{ connectionId, ...scope, keeps_text: true, confirmed: { files: 106, bytes: 12_000_000 } }],
    setPaused: [{ connectionId, paused: true }],
    readNow: [{ connectionId, document_id: 'do-1' }],
    readScan: [{ connectionId, document_id: 'do-1', again: false }],
    setNeverScanned: [{ connectionId, document_id: 'do-1', never: true }],
  },
  facts: {
    ofDocument: [
      { connectionId, document_id: 'do-1' },
      {
        ...{ is_read: true, pages_read: 20, page_count: 20, gone: [], scan: null, cut: null },
        facts: [
          {
            ...{ key: 'fact-1', kind: 'trustee', value: 'ADA OKAFOR', decision: null },
            who: [{ resource: 'individuals', id: 'in-1', name: 'Ada Okafor' }],
            about: { resource: 'entities', id: 'en-1', name: 'Okafor Family Trust' },
            ...{ sentence: 'ADA OKAFOR shall be the Trustee.', page: 14, find: '"ADA OKAFOR shall be the Trustee."' },
            ...{ article: 'ARTICLE IV', limit: null, scan: null },
          },
        ],
        states: [{ is: 'draft', words: 'DRAFT', page: 1 }],
      },
    ],
    confirm: [
      {
        ...{ connectionId, document_id: 'do-1', key: 'fact-1', who: { resource: 'individuals', id: 'in-1' } },
        about: { resource: 'entities', id: 'en-1' },
      },
      { id: 'link-1', is_new: true, refused: null },
    ],
    reject: [{ connectionId, document_id: 'do-1', key: 'fact-1' }],
    undo: [{ connectionId, document_id: 'do-1', key: 'fact-1' }],
    laterOf: [
      { connectionId, document_id: 'do-1' },
      {
        later: [
          {
            ...{ document: { id: 'do-2', name: 'First amendment' }, is: 'amendment', order: 'later' },
            ...{ date: '2020-05-01', is_read: true, states: [] },
            trustees: [
              {
                ...{ value: 'BEN OKAFOR', who: [{ resource: 'individuals', id: 'in-2', name: 'Ben Okafor' }] },
                place: { sentence: 'BEN OKAFOR shall be the Trustee.', page: 2, find: '"BEN OKAFOR"', scan: null },
              },
            ],
          },
        ],
      },
    ],
    titlingOf: [
      { connectionId, entity_id: 'en-1' },
      {
        findings: [
          {
            ...{ key: 'difference-1', kind: 'trustee', said: 'BEN OKAFOR', named: null, dismissed: null },
            recorded: [
              {
                ...{ resource: 'individuals', id: 'in-1', name: 'Ada Okafor' },
                confirmed: [{ document: { id: 'do-3', name: 'Old agreement' }, page: 3 }],
              },
            ],
            document: { id: 'do-1', name: 'Trust agreement' },
            place: {
              sentence: 'BEN OKAFOR shall be the Trustee.',
              page: 14,
              find: '"BEN OKAFOR shall be the Trustee."',
              scan: null,
            },
          },
        ],
        ...{ read: 3, unread: 2, partly: 0 },
      },
    ],
    dismissTitling: [{ connectionId, entity_id: 'en-1', key: 'difference-1', reason: 'Ben resigned in 2020' }],
    restoreTitling: [{ connectionId, entity_id: 'en-1', key: 'difference-1' }],
  },
}
