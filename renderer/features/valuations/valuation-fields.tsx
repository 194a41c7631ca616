import type { Valuation } from '../../../shared/service/valuation.ts'
import { CalendarDate } from '../../components/Dates.tsx'
import type { Field } from '../../components/FieldList.tsx'
import { Money } from '../../components/Money.tsx'

/** Valuations can only be added, not changed. */
export const appendOnly = 'Valuations are only ever added: the service has no way to change or delete one.'

/** A valuation's fields, without its description and assets. */
export const valuationFields = (valuation: Valuation): Field[] => [
  { label: 'Effective date', value: <CalendarDate date={valuation.effective_date} /> },
  { label: 'Directly held', value: <Money usd={valuation.directly_held_asset_value} /> },
  {
    label: 'Total value, may include subsidiaries',
    value: <Money usd={valuation.total_value} />,
  },
]
