import type { BulkRow } from '../../../shared/ipc/bulk.ts'
import type { ImportShape } from '../../../shared/ipc/imports.ts'
import { operationDouble, savedDouble } from '../operation.ts'
import { connectionId, type Samples } from './sample.ts'

const byImport = { connectionId, import_id: 'import-1' }
const ofHouseholds = { ...byImport, part: 'households' } as const

const bulkRow: BulkRow = {
  id: 'hh-1',
  title: 'Okafor',
  outcome: 'change',
  reason: null,
  remark: null,
  changes: [{ field: 'primary_relationship_owner_id', before: 'us-1', after: 'us-2' }],
}

const reading = { encoding: null, delimiter: null, sheet: null, answers: {} }

const importShape: ImportShape = {
  rows: 1,
  refused: [],
  left_out: [],
  refused_count: 0,
  left_out_count: 0,
  waiting: [],
  waiting_count: 0,
  encoding: 'utf-8',
  delimiter: ',',
  sheets: [],
  sheet: null,
  header_row: 1,
  lines: [{ row: 1, cells: ['External ID'] }],
  columns: [{ header: 'External ID', samples: ['C-1'] }],
  mapping: ['external_id'],
  remembered: false,
  answers: {},
  questions: [],
  problems: [],
}

export const writeSamples: Samples<'outbox' | 'bulk' | 'imports' | 'exports'> = {
  outbox: {
    save: [
      {
        connectionId,
        write: {
          action: 'update',
          resource: 'households',
          record_id: 'hh-1',
          fields: { notes: 'x' },
          base: { id: 'hh-1' },
        },
      },
      savedDouble,
    ],
    saveAll: [
      { connectionId, writes: [{ action: 'delete', resource: 'individuals', record_id: 'in-1' }] },
      [savedDouble],
    ],
    counts: [{ connectionId }, { open: 1, attention: 0 }],
    list: [
      { connectionId, show: 'open', offset: 0, limit: 10 },
      { operations: [operationDouble], total: 1 },
    ],
    get: [
      { connectionId, id: 'op_1' },
      { operation: operationDouble, history: [] },
    ],
    setPaused: [{ connectionId, id: 'op_1', paused: true }],
    setAllPaused: [{ connectionId, paused: true }],
    allPaused: [{ connectionId }, { paused: false }],
    decide: [{ connectionId, id: 'op_1', answer: { decision: 'discard' } }],
    sendNow: [{ connectionId }],
    undo: [
      { connectionId, what: { latest: true } },
      {
        undone: 1,
        title: 'Okafor',
        action: 'update',
        resource: 'households',
        operation_ids: ['op_1'],
        save_ids: ['save_1'],
      },
    ],
    undoableUntil: [{ connectionId, save_id: 'save_1' }, { until: null }],
    serverIdOf: [{ connectionId, record_id: 'household_local_1' }, { server_id: null }],
    activity: [
      { connectionId, before: null, limit: 10 },
      { entries: [], next: null },
    ],
    changes: [
      {
        connectionId,
        before: null,
        limit: 10,
        text: 'okafor',
        action: 'update',
        resource: 'households',
        outcome: 'sent',
      },
      {
        changes: [
          {
            operation_id: 'op_1',
            saved_at: '2026-11-21T12:00:00.000Z',
            action: 'update',
            resource: 'households',
            record_id: 'hh-1',
            title: 'Okafor',
            last_written: {},
            changes: [{ field: 'notes', before: null, after: 'x' }],
            outcome: 'sent',
            said: 'Sent',
            together: null,
          },
        ],
        next: null,
      },
    ],
    entityDependents: [
      { connectionId, id: 'x-1' },
      { title: 'Trust', valuation: true, documents: [], summaries: 0 },
    ],
    deleteEntity: [{ connectionId, id: 'en-1', typed: 'Trust', seen: { display_name: 'Trust' } }],
    exportUnsent: [{ connectionId, format: 'csv' }, { file: null }],
    exportActivity: [{ connectionId, format: 'json' }, { file: null }],
  },
  bulk: {
    preview: [
      {
        connectionId,
        resource: 'households',
        which: { ids: ['hh-1'] },
        changes: { primary_relationship_owner_id: 'us-2' },
      },
      {
        counts: { will_change: 1, already: 0, cannot: 0 },
        reasons: [],
        remarks: [],
        rows: [bulkRow],
        fingerprint: 'f',
      },
    ],
    apply: [
      {
        connectionId,
        resource: 'individuals',
        which: { list: { filters: [], scope: {}, except: [] } },
        changes: { is_trustee: true },
        fingerprint: 'f',
      },
      { done: 0, total: 1, undo: null, outcomes: [] },
    ],
  },
  imports: {
    begin: [{ connectionId }, { import_id: 'import-1' }],
    append: [{ ...ofHouseholds, base64: 'RXh0ZXJuYWwgSUQ=', first: true }],
    removePart: [ofHouseholds],
    describe: [{ ...ofHouseholds, reading }, importShape],
    readWorkbook: [
      { ...byImport, sheet: null, answers: {} },
      { sheets: ['Classes'], sheet: 'Classes', rows: [], questions: [], left_out: [], problems: [] },
    ],
    questions: [{ ...ofHouseholds, mapping: ['external_id'] }, []],
    check: [
      {
        ...byImport,
        plan: {
          households: { mapping: ['external_id'], answers: {} },
          individuals: null,
          default_owner_id: 'us-1',
          existing: 'refuse',
          empty_clears: false,
        },
      },
      { done: 0, total: 1, summary: null },
    ],
    rows: [
      { ...ofHouseholds, show: 'all', offset: 0, limit: 10 },
      { rows: [], total: 0, saved: 0 },
    ],
    apply: [byImport, { done: 0, total: 1, undo: null }],
    exportRefused: [ofHouseholds, { file: null }],
    lastPaste: [{ headers: ['Name', 'Value'] }, { fields: null, answers: { 'mark:1': 'point' } }],
    rememberPaste: [{ headers: ['Name', 'Value'], fields: ['name', 'value'], answers: { 'mark:1': 'point' } }],
    drop: [byImport],
  },
  exports: {
    start: [
      {
        connectionId,
        resource: 'households',
        format: 'csv',
        columns: [{ column: 'title', header: 'Name' }],
        filters: [],
        scope: {},
        sort: { column: 'title', direction: 'asc' },
      },
      { written: 0, total: 2, file: null },
    ],
    reveal: [{ handle: 'handle-1' }],
  },
}
