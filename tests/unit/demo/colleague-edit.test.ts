import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextEdit } from '../../../electron/demo/demo-service.ts'
import { demoColleagueResources } from '../../../shared/domain/demo-colleague.ts'
import { maxNotes } from '../../../shared/records/field.ts'
import {
  documentSummaryUpdate,
  documentUpdate,
  householdUpdate,
  individualUpdate,
} from '../../../shared/service/writes.ts'

const schemas = {
  households: householdUpdate,
  individuals: individualUpdate,
  documents: documentUpdate,
  'document-summaries': documentSummaryUpdate,
}

describe('the demo firm’s colleague', () => {
  it('adds a line to the notes and changes a city, then a street', () => {
    const record = { notes: 'Kept.\n', city: 'Reno', address_line1: '1 Elm' }
    const first = nextEdit('individuals', record, 0)
    expect(first).toEqual({
      turn: 1,
      patch: { notes: 'Kept.\nDana Whitfield (1): asked to move the annual review to the autumn.', city: 'Savannah' },
    })
    expect(nextEdit('individuals', { ...record, ...first.patch }, 1).patch).toEqual({
      notes: `${first.patch.notes}\nDana Whitfield (2): new number at the family office, on file with reception.`,
      address_line1: '102 Quarry Road',
    })
  })

  it('names a document after the last revision alone', () => {
    const { patch } = nextEdit('documents', { name: 'Will, revised by Dana Whitfield (3)' }, 3)
    expect(patch).toEqual({ name: 'Will, revised by Dana Whitfield (4)' })
  })

  it('passes over what stands in the record from before a restart', () => {
    expect(nextEdit('individuals', { notes: 'Dana Whitfield (1): hello' }, 0).turn).toBe(2)
    expect(nextEdit('individuals', { city: 'Savannah' }, 0).turn).toBe(2)
  })

  it.each(['households', 'individuals', 'document-summaries'] as const)('leaves full texts of %s alone', (resource) => {
    const full = 'x'.repeat(maxNotes)
    const { patch } = nextEdit(resource, { notes: full, summary: full, display_name: 'Will' }, 0)
    expect(Object.keys(patch)).toHaveLength(1)
    expect(Object.values(patch)).not.toContain(full)
  })

  it.each(demoColleagueResources)(
    'changes one or two fields of %s to what the service takes, never the same twice',
    (resource) => {
      const texts = fc.option(fc.string({ maxLength: 200 }))
      const records = fc.record({ notes: texts, city: texts, name: texts, summary: texts, display_name: texts })
      fc.assert(
        fc.property(records, (record) => {
          const seen = new Set<string>()
          let [now, last]: [Record<string, unknown>, number] = [record, 0]
          for (let time = 0; time < 12; time += 1) {
            const { turn, patch } = nextEdit(resource, now, last)
            expect([1, 2]).toContain(Object.keys(patch).length)
            expect(schemas[resource].safeParse(patch).success).toBe(true)
            for (const [field, value] of Object.entries(patch)) expect(value).not.toBe(now[field])
            seen.add(JSON.stringify(patch))
            ;[now, last] = [{ ...now, ...patch }, turn]
          }
          expect(seen.size).toBe(12)
        }),
      )
    },
  )
})
