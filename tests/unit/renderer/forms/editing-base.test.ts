import { describe, expect, it } from 'vitest'
import { classifyMessage } from '../../../../electron/api/transport/handler.ts'
import { baseOf } from '../../../../renderer/components/forms/drafts.ts'

const record = JSON.parse(
  '{"id":"household_1","notes":"n","constructor":"Ada","__proto__":{"x":1},"prototype":[],"toString":"t","hasOwnProperty":null,' +
    '"primary_individuals":[{"first_name":"Ada","constructor":{},"tags":{"__proto__":2,"kept":[null,true]}}]}',
)
const saving = (base: unknown) =>
  JSON.stringify({
    i: '1',
    p: {
      u: '/outbox/save',
      b: {
        json: {
          connectionId: 'a'.repeat(32),
          write: { action: 'update', resource: 'households', record_id: 'household_1', fields: { notes: 'm' }, base },
        },
      },
    },
  })

describe('a record that an edit begins with', () => {
  it('can be sent to the main process whatever its fields are called', () => {
    expect(classifyMessage(saving(record))).toEqual({ verdict: 'refuse', id: '1' })
    expect(classifyMessage(saving(baseOf(record)))).toMatchObject({ verdict: 'call' })
  })

  it('keeps every other field as it was', () => {
    const { toString: text, hasOwnProperty: has, ...rest } = baseOf(record)
    expect([text, has]).toEqual(['t', null])
    expect(rest).toEqual({
      id: 'household_1',
      notes: 'n',
      primary_individuals: [{ first_name: 'Ada', tags: { kept: [null, true] } }],
    })
    expect(Object.getPrototypeOf(rest)).toBe(Object.prototype)
  })
})
