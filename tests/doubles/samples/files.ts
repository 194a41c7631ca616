import type { HeldFile } from '../../../shared/ipc/files.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import type { PinnedHousehold } from '../../../shared/ipc/travel.ts'
import { connectionId, type Samples, when } from './sample.ts'

const byFile = { connectionId, file: { kind: 'document', id: 'do-1' } } as const
const owner = { household_id: 'hh-1', entity_id: null, individual_id: null }
const handles = ['H'.repeat(43)]
const byHousehold = { connectionId, household_id: 'hh-1' }

const intakeRow: IntakeRow = {
  id: 'drop-1',
  state: 'ready',
  file_name: 'Will.pdf',
  folder: 'Estate',
  size: 3,
  received: 3,
  media_type: 'application/pdf',
  sha256: '0'.repeat(64),
  name: 'Will',
  type: 'WILL',
  ...owner,
  pages: 'read',
  proposals: {
    type: { value: 'WILL', words: 'LAST WILL AND TESTAMENT', page: 1 },
    entity_id: null,
    individual_id: null,
    date: { value: '2019-03-03', words: 'Dated as of March 3, 2019', page: 2 },
    household_id: { value: 'hh-2', title: 'Lind', words: 'I, Ada Lind, of Camden', page: 1 },
  },
  suggested: { type: null, entity_id: null, individual_id: null },
  doubts: ['It is a draft: page 1 says “DRAFT”.'],
  duplicates: [],
  issue: null,
}

const heldFile: HeldFile = {
  name: 'Will.pdf',
  size: 3,
  sha256: '0'.repeat(64),
  media_type: 'application/pdf',
  preview: 'pdf',
  openable: true,
  not_openable: null,
  held_at: when,
  record_updated_at: null,
}

export const pinned: PinnedHousehold = {
  household_id: 'hh-1',
  title: 'Okafor',
  pinned_at: when,
  verdict: 'incomplete',
  busy: false,
  short: 0,
  problem: null,
  checked_at: when,
  documents: { total: 1, held: 0 },
  valuations: { total: 1, held: 1 },
  summaries: 1,
  bytes: 0,
  gaps: [{ what: 'document', id: 'do-1', title: 'Will', reason: 'The service does not have its file.' }],
}

const pack = { sections: ['cover', 'people', 'balance-sheet'], since: '2026-01-01', since_met: true } as const
const template = { name: 'Annual review', sections: ['cover', 'people'] } as const

export const fileSamples: Samples<'intake' | 'files' | 'travel' | 'packs'> = {
  packs: {
    start: [
      { connectionId, households: ['hh-1'], options: { ...pack, sections: [...pack.sections] }, questions: [] },
      null,
    ],
    preview: [
      { ...byHousehold, options: { ...pack, sections: [...pack.sections] }, questions: [] },
      { base64: 'JVBERi0=' },
    ],
    page: [
      { ...byHousehold, options: { ...pack, sections: [...pack.sections] }, questions: [] },
      { style: 'h1 { margin: 0 }', body: '<h1>Okafor</h1>' },
    ],
    last: [{ connectionId }, { sections: [...pack.sections] }],
    templates: [{ connectionId }, [{ ...template, sections: [...template.sections] }]],
    setTemplate: [{ connectionId, name: template.name, template: null }],
    firm: [{ connectionId }, { name: 'Okafor & Lind', logo: null }],
    setFirm: [{ connectionId, firm: { name: 'Okafor & Lind', logo: null } }],
  },
  intake: {
    list: [{ connectionId }, { rows: [intakeRow] }],
    announce: [
      { connectionId, owner, files: [{ name: 'Will.pdf', folder: 'Estate', size: 3 }] },
      { rows: [{ row_id: 'drop-1', ticket: 'T'.repeat(43) }] },
    ],
    giveUp: [{ connectionId, row_id: 'drop-1' }],
    change: [{ connectionId, row_ids: ['drop-1'], change: { type: 'WILL', entity_id: null } }],
    readPages: [{ connectionId }],
    remove: [{ connectionId, row_ids: ['drop-1'] }, { restorable: true }],
    restore: [{ connectionId }, { restored: 1 }],
    submit: [
      { connectionId, row_ids: ['drop-1'] },
      { saved: [{ row_id: 'drop-1', operation_id: 'op_1', record_id: 'document_local_1', undo: null }], refused: [] },
    ],
    arrived: [{}, { files: [] }],
    takeArrived: [{ connectionId, owner, handles }, { taken: 1 }],
    dismissArrived: [{ handles }],
  },
  files: {
    held: [byFile, { file: heldFile }],
    heldOf: [{ connectionId, ids: ['do-1'] }, { held: [{ id: 'do-1', file: heldFile }] }],
    fetch: [
      { ...byFile, refresh: false },
      { received: 1, total: 3, file: null },
    ],
    read: [{ ...byFile, offset: 0, length: 1024 }, { base64: 'eA==' }],
    open: [byFile],
    dragOut: [byFile],
    opened: [{}, { count: 1 }],
    removeOpened: [{}, { left: 0 }],
    saveAs: [byFile, { file: { name: 'Will.pdf', handle: 'handle-1' } }],
    remove: [byFile],
    thumbnails: [{ connectionId, ids: ['do-1'] }, { thumbnails: [{ id: 'do-1', png: 'iVBORw0KGgo=' }] }],
    keepThumbnail: [{ connectionId, id: 'do-1', sha256: '0'.repeat(64), png: 'iVBORw0KGgo=' }],
  },
  travel: {
    list: [{ connectionId }, { households: [pinned], budget: 2_000_000_000, used: 0, loose: 0 }],
    get: [byHousehold, { pinned, budget: 1 }],
    pin: [byHousehold],
    unpin: [byHousehold],
    check: [{ connectionId, household_id: null }],
    stop: [{ connectionId }],
    setBudget: [{ connectionId, bytes: 500_000_000 }],
  },
}
