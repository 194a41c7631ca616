import type { StatementFile, StatementFileReading } from '../../../shared/ipc/statement-files.ts'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import { connectionId, type Samples, when } from './sample.ts'

const byFile = { connectionId, id: 'drop-1' } as const
const byEntity = { ...byFile, entity_id: 'en-1' } as const

const entity = {
  id: 'en-1',
  name: 'Okafor Family Trust',
  external_id: 'X10442871',
  household: { id: 'hh-1', name: 'Okafor' },
  stage: 'ACTIVE',
  is_gone: false,
}

const symbol = { kind: 'symbol', value: 'VTI' } as const

const file: StatementFile = {
  id: 'drop-1',
  state: 'ready',
  file_name: 'positions.csv',
  folder: '',
  size: 939,
  received: 939,
  sha256: '0'.repeat(64),
  added_at: when,
  issue: null,
  layout: 'Positions of several accounts',
  as_of: '2026-10-31',
  accounts: 1,
  rows: 2,
  questions: 0,
  left_out: 0,
  tied: 1,
  logged: 0,
  logged_at: null,
  same_as: null,
  removed_on: null,
  scan: null,
}

const reading: StatementFileReading = {
  layout: { key: 'h0', words: 'Positions of several accounts', custodian: null, proposed: null },
  as_of: {
    date: '2026-10-31',
    is_chosen: false,
    proposed: null,
    from: 'As of 10/31/2026',
    price_dates: [],
    problem: null,
  },
  accounts: [
    {
      key: 'X10442871 Trust',
      number: 'X10442871',
      is_masked: false,
      name: 'Trust',
      stated_total: { row: 5, label: 'Account total', value: '52851.20' },
      typed_total: null,
      rows: 2,
      sum: '52851.20',
      lines: [{ row: 6, name: 'Pending activity', value: '200.00', why: 'It is not settled.', counted: false }],
      refused: [],
      refused_count: 0,
      questions: [],
    },
  ],
  questions: [],
  answered: [],
  answers: {},
  tables: [{ scope: 'h0/', header_row: 1, headers: ['Symbol', 'Value'], uses: ['symbol', 'value'], is: 'holdings' }],
  refused: [],
  other_sheets: [{ name: 'Lookup', is_hidden: true }],
  reads_hidden_sheets: false,
  workbook_remarks: ['One column is hidden; it is read like the others.'],
  hides_columns: true,
  rows_in: 5,
  counts: { holding: 2, line: 1, total: 1, 'left-out': 1, refused: 0, waiting: 0 },
  is_ready: true,
}

const account = { file_id: 'drop-1', key: 'X10442871 Trust' } as const

const review: StatementReview = {
  accounts: [
    {
      ...account,
      number: 'X10442871',
      is_masked: false,
      name: 'Trust',
      as_of: '2026-10-31',
      state: 'mapped',
      why: 'The entity’s external ID is this number.',
      entity,
      proposals: [],
      ...{ proposed_custodian: null, can_take: false },
      tie: { stated: '52851.20', is_typed: false, rows: 2, sum: '52851.20', lines: [], difference: '0.00', ties: true },
      warnings: [],
      notes: [],
      problems: [],
    },
  ],
  securities: [
    {
      keys: ['symbol:VTI'],
      name: 'Vanguard Total Stock Market',
      identifiers: [symbol],
      kind: 'ETF',
      rows: [{ ...account, row: 3 }],
      answers: [],
    },
  ],
  entities: [
    {
      entity,
      fingerprint: 'f0',
      accounts: [account],
      as_of: '2026-10-31',
      before: { valuation_id: 'va-1', effective_date: '2026-09-30', total: '50000.00' },
      total: '52851.20',
      percent: 5.7,
      assets: [
        {
          change: 'changed',
          name: 'Vanguard Total Stock Market',
          external_id: 'VTI',
          asset_class: { id: 'ac-1', name: 'US Equity' },
          value: '52851.20',
          from: { ...account, row: 3 },
          before: { name: 'Vanguard Total Stock Market', external_id: 'VTI', value: '50000.00' },
          percent: 5.7,
          is_jump: false,
          carried: null,
          negative: null,
        },
      ],
      counts: { new: 0, changed: 1, same: 0, gone: 0, carried: 0 },
      questions: [],
      warnings: [{ kind: 'draft', text: 'A draft of a valuation of this entity is open.' }],
      problems: [],
      state: 'looked-at',
      operation_id: null,
    },
  ],
  answers: {},
  problems: [],
  waiting: [{ file_id: 'drop-2', file_name: 'other.csv', why: 'Its date is asked.', proposed: '2026-10-30' }],
}

export const statementSamples: Samples<'statements'> = {
  statements: {
    list: [{ connectionId }, { files: [file] }],
    announce: [
      { connectionId, files: [{ name: 'positions.csv', folder: '', size: 939 }] },
      { rows: [{ row_id: 'drop-1', ticket: 'T'.repeat(43) }] },
    ],
    addSamples: [{ connectionId }, { added: 3 }],
    takeArrived: [{ connectionId, handles: ['H'.repeat(43)] }, { taken: 1 }],
    remove: [{ connectionId, ids: ['drop-1'] }, { restorable: true }],
    restore: [{ connectionId }, { restored: 1 }],
    read: [byFile, { file, reading, staged_id: 'staged-1' }],
    rows: [
      { ...byFile, offset: 0, limit: 100 },
      {
        rows: [
          {
            row: 3,
            cells: ['VTI', '$52,851.20'],
            taken: 'holding',
            account: 'X10442871 Trust',
            words: 'A holding',
            value: '52851.20',
          },
        ],
        total: 1,
        width: 2,
      },
    ],
    readScan: [byFile],
    figures: [
      byFile,
      {
        figures: [
          {
            ...{ row: 3, cell: 1, of: 'value', column: 'Market Value', text: '$52,851.20', read: '$52,851.2O' },
            place: { page: 1, mark: { left: 480, bottom: 560, right: 553, top: 576 } },
            ...{ is_sure: false, is_confirmed: true },
          },
        ],
      },
    ],
    answer: [{ ...byFile, change: { what: 'as-of', date: '2026-10-31' } }],
    setClass: [{ connectionId, keys: ['symbol:VTI'], asset_class_id: 'ac-1' }],
    answerReview: [{ connectionId, answers: { 'equal:1': 'first' } }],
    review: [{ connectionId }, review],
    approve: [
      { connectionId, entities: [{ entity_id: 'en-1', fingerprint: 'f0' }] },
      {
        saved: [{ entity_id: 'en-1', operation_id: 'op_1', record_id: 'valuation_local_1' }],
        refused: [{ entity_id: 'en-2', name: 'Lind', message: 'It changed.', next_step: 'Look again.' }],
        undo: null,
      },
    ],
    undo: [
      { connectionId, save_id: 'save_1' },
      { undone: [{ entity_id: 'en-1', name: 'Okafor Family Trust' }], sent: [] },
    ],
    readFrom: [
      { connectionId, entity_id: 'en-1' },
      {
        valuations: [
          {
            operation_id: 'op_1',
            valuation_id: 'va-2',
            saved_at: when,
            effective_date: '2026-10-31',
            accounts: [{ number: 'X10442871', name: 'Trust', rows: 2 }],
            files: [{ id: 'drop-1', file_name: 'positions.csv', sha256: '0'.repeat(64), layout: 'Positions' }],
          },
        ],
      },
    ],
    filing: [byEntity, { original: false, why: 'It has an account of another household.' }],
    file: [
      { ...byEntity, what: 'extract' },
      { operation_id: 'op_2', record_id: 'document_local_1', undo: null },
    ],
    saveExtract: [byEntity, { file: null }],
    accounts: [{ connectionId }, { known: 1 }],
    exportAccounts: [{ connectionId, passphrase: 'correct horse' }, { file: null }],
    importAccounts: [
      { connectionId, base64: 'e30=', passphrase: 'correct horse', answers: { ['0'.repeat(32)]: 'mine' } },
      {
        ...{ in_file: 3, taken: 1, kept: 1, asked: 1, known: 2 },
        conflicts: [
          {
            ...{ id: '1'.repeat(32), digits: '…417', name: 'Individual' },
            mine: [{ id: 'en-1', name: 'Okafor Family Trust' }],
            file: { id: 'en-2', name: 'Lind Trust' },
          },
        ],
      },
    ],
  },
}
