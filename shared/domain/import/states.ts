import { fold } from './fold.ts'

/** Full names of the states of the USA and the provinces of Canada. */
const names =
  'alabama AL alaska AK arizona AZ arkansas AR california CA colorado CO connecticut CT delaware DE florida FL georgia GA hawaii HI idaho ID illinois IL indiana IN iowa IA kansas KS kentucky KY louisiana LA maine ME maryland MD massachusetts MA michigan MI minnesota MN mississippi MS missouri MO montana MT nebraska NE nevada NV new_hampshire NH new_jersey NJ new_mexico NM new_york NY north_carolina NC north_dakota ND ohio OH oklahoma OK oregon OR pennsylvania PA rhode_island RI south_carolina SC south_dakota SD tennessee TN texas TX utah UT vermont VT virginia VA washington WA west_virginia WV wisconsin WI wyoming WY district_of_columbia DC puerto_rico PR alberta AB british_columbia BC manitoba MB new_brunswick NB newfoundland_and_labrador NL nova_scotia NS ontario ON prince_edward_island PE quebec QC saskatchewan SK northwest_territories NT nunavut NU yukon YT'

const words = names.split(' ')
const codes = new Map(words.flatMap((word, at) => (at % 2 ? [] : [[word.replaceAll('_', ' '), words[at + 1] ?? '']])))

/** The two-letter code of a state or province, from its code or full name; null for any other text. */
export function readState(text: string): string | null {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase()
  return codes.get(fold(text)) ?? null
}
