import { describe, expect, it } from 'vitest'
import { concealFilters, concealTexts, hiddenAmount, hiddenText } from '../../../shared/domain/presenting.ts'

describe('texts that are hidden while presenting', () => {
  it('hides external ids, e-mails, addresses and long texts at any depth, and leaves names and empty values', () => {
    const person = {
      first_name: 'Ada',
      email: 'ada@example.com',
      address_line1: '1 Main St',
      city: 'Boston',
      state: 'MA',
      postal_code: '02101',
      country: null,
      notes: 'call first',
      external_id: '',
    }
    expect(concealTexts({ rows: [person] })).toEqual({
      rows: [
        {
          first_name: 'Ada',
          email: hiddenText,
          address_line1: hiddenText,
          city: hiddenText,
          state: hiddenText,
          postal_code: hiddenText,
          country: null,
          notes: hiddenText,
          external_id: '',
        },
      ],
    })
  })

  it('leaves out the fields of a record that it does not know, inside its parts too', () => {
    const asset = { id: 'a', display_name: 'Fund', value: 1, external_id: 'X', custodian_memo: 'secret' }
    expect(
      concealTexts({ title: 'Trust', record: { id: 'v', crm_memo: 'secret', directly_held_assets: [asset] } }),
    ).toEqual({
      title: 'Trust',
      record: { id: 'v', directly_held_assets: [{ id: 'a', display_name: 'Fund', value: 1, external_id: hiddenText }] },
    })
  })

  it('hides what was typed into a filter, for amounts only while they are hidden', () => {
    const filters = [
      { column: 'directly_held_asset_value', operator: 'at_least' as const, values: [5_000_000] },
      { column: 'email', operator: 'contains' as const, values: ['ada@'] },
      { column: 'title', operator: 'contains' as const, values: ['Ada'] },
    ]
    const told = (amounts: boolean) => concealFilters(filters, { amounts }).map(({ values }) => values[0])
    expect(told(false)).toEqual([hiddenAmount, hiddenText, 'Ada'])
    expect(told(true)).toEqual([5_000_000, hiddenText, 'Ada'])
  })
})
