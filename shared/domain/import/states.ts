import { fold } from '../fold.ts'

/** Full names of the states and territories of the USA and the provinces of Canada. */
const names =
  'alabama AL alaska AK arizona AZ arkansas AR california CA colorado CO connecticut CT delaware DE florida FL georgia GA hawaii HI idaho ID illinois IL indiana IN iowa IA kansas KS kentucky KY louisiana LA maine ME maryland MD massachusetts MA michigan MI minnesota MN mississippi MS missouri MO montana MT nebraska NE nevada NV new_hampshire NH new_jersey NJ new_mexico NM new_york NY north_carolina NC north_dakota ND ohio OH oklahoma OK oregon OR pennsylvania PA rhode_island RI south_carolina SC south_dakota SD tennessee TN texas TX utah UT vermont VT virginia VA washington WA west_virginia WV wisconsin WI wyoming WY district_of_columbia DC washington_dc DC puerto_rico PR guam GU american_samoa AS us_virgin_islands VI virgin_islands VI northern_mariana_islands MP marshall_islands MH micronesia FM palau PW alberta AB british_columbia BC manitoba MB new_brunswick NB newfoundland_and_labrador NL newfoundland NL nova_scotia NS ontario ON prince_edward_island PE quebec QC saskatchewan SK northwest_territories NT nunavut NU yukon YT'
/** Addresses of the armed forces, which have a code and no name in use. */
const military = ['AA', 'AE', 'AP']
const provinces = new Set(['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK', 'NT', 'NU', 'YT'])

const words = names.split(' ')
const codes = new Map(words.flatMap((word, at) => (at % 2 ? [] : [[word.replaceAll('_', ' '), words[at + 1] ?? '']])))
const known = new Set([...codes.values(), ...military])

/** The two-letter code of a state, territory or province, from its code, with points or without, or its full name; else null. */
export function readState(text: string): string | null {
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  if (known.has(code)) return code
  return codes.get(fold(text)) ?? codes.get(fold(text.replace(/\./g, ''))) ?? null
}

/** States whose postal codes begin with 0, which spreadsheets drop. */
const beginWithZero = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI', 'AE'])

/**
 * A postal code with the zeros at its beginning that a spreadsheet dropped, and without the `.0` that it added. `zeros`: whether a code
 * that is too short has lost zeros, or is complete; null if that is not known.
 *
 * @param state - the code of the state; null if it is not known
 * @returns the code, or `unclear` if it may have lost a zero, or `short` if it is too short for its state
 */
export function readPostalCode(
  text: string,
  { state, zeros }: { state: string | null; zeros: 'dropped' | 'complete' | null },
): { code: string } | 'unclear' | 'short' {
  const digits = text.replace(/\.0+$/, '').replace(/^(\d{3,4})-(\d{4})$/, '$1$2')
  const isShort = /^\d{3,4}$/.test(digits) || /^\d{7,8}$/.test(digits)
  if (!isShort) return { code: /^\d+$/.test(digits) ? digits : text }
  if (state !== null && provinces.has(state)) return { code: text }
  const isCertain = state !== null && beginWithZero.has(state)
  if (!isCertain && state !== null) return 'short'
  if (!isCertain && zeros === null) return 'unclear'
  if (!isCertain && zeros === 'complete') return { code: digits }
  return { code: digits.length <= 4 ? digits.padStart(5, '0') : plusFour(digits.padStart(9, '0')) }
}

const plusFour = (digits: string) => `${digits.slice(0, 5)}-${digits.slice(5)}`
